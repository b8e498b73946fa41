-- What may stand against a claim is looked up by its address. Documents from before get theirs with the next writes.
CREATE TABLE address (
    partition words NOT NULL,
    address   bigint NOT NULL,
    authority integer NOT NULL,
    document  bigint NOT NULL,
    PRIMARY KEY (partition, address, authority, document)
);
CREATE INDEX address_document ON address (partition, document);
ALTER TABLE address ALTER COLUMN address SET STATISTICS 0;

ALTER TABLE document NO FORCE ROW LEVEL SECURITY;
ALTER TABLE meta NO FORCE ROW LEVEL SECURITY;
INSERT INTO meta (partition, name, value) SELECT partition, 'unaddressed', CAST(max(row) + 1 AS text) FROM document GROUP BY partition;
ALTER TABLE document FORCE ROW LEVEL SECURITY;
ALTER TABLE meta FORCE ROW LEVEL SECURITY;

ALTER TABLE address ENABLE ROW LEVEL SECURITY;
ALTER TABLE address FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON address USING (partition = current_setting('standfast.partition', true));
