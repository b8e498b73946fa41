-- What may stand against a claim is looked up by its address. Documents from before get theirs with the next writes.
CREATE TABLE IF NOT EXISTS address (             -- where a claim in force stands among others: what may stand against it is looked up here
    address   INTEGER NOT NULL,
    authority INTEGER NOT NULL,
    document  INTEGER NOT NULL,
    PRIMARY KEY (address, authority, document)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS address_document ON address (document);
INSERT INTO meta (name, value) SELECT 'unaddressed', CAST(max(row) + 1 AS TEXT) FROM document HAVING max(row) IS NOT NULL;
