-- The journal in parts. A release before this one goes on working on it: names and keys stay as they were.
ALTER TABLE event RENAME TO event_before;
ALTER TABLE event_before NO FORCE ROW LEVEL SECURITY;
ALTER TABLE event_before DISABLE ROW LEVEL SECURITY;
ALTER INDEX event_pkey RENAME TO event_before_pkey;
ALTER INDEX event_partition_session_key_key RENAME TO event_before_key;
ALTER INDEX event_at RENAME TO event_before_at;

CREATE TABLE event (                -- by far the largest table: in parts, each vacuumed and trimmed by itself
    partition words NOT NULL,
    row       bigint NOT NULL,
    session   words NOT NULL,
    key       words NOT NULL,
    kind      words NOT NULL,
    at        words NOT NULL,
    tool      words NOT NULL,
    body      words NOT NULL,
    files     words NOT NULL,
    PRIMARY KEY (partition, row),
    UNIQUE (partition, session, key)
) PARTITION BY HASH (partition);
CREATE INDEX event_at ON event (partition, at);
DO $$
BEGIN
    FOR part IN 0..15 LOOP
        EXECUTE format('CREATE TABLE event_%s PARTITION OF event FOR VALUES WITH (MODULUS 16, REMAINDER %s)', part, part);
    END LOOP;
END $$;

INSERT INTO event SELECT * FROM event_before;
DROP TABLE event_before;

DO $$
DECLARE
    name text;
BEGIN
    FOR name IN SELECT table_name FROM information_schema.columns
        WHERE table_schema = current_schema() AND column_name = 'partition' AND table_name ~ '^event(_[0-9]+)?$'
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format(
            'CREATE POLICY own ON %I USING (partition = current_setting(''standfast.partition'', true))', name);
    END LOOP;
END $$;

-- What the planner notes of a column's values is kept where no purge of ours reaches: of words it notes nothing.
DO $$
DECLARE
    named text[];
BEGIN
    FOREACH named SLICE 1 IN ARRAY ARRAY[
        ['payload', 'body'], ['event', 'body'], ['event', 'tool'], ['event', 'files'], ['memory', 'title'],
        ['memory', 'state'], ['document', 'title'], ['document', 'body'], ['document', 'place'], ['posting', 'term'],
        ['word', 'term'], ['place', 'path'], ['tag', 'tag'], ['session', 'cwd']]
    LOOP
        EXECUTE format('ALTER TABLE %I ALTER COLUMN %I SET STATISTICS 0', named[1], named[2]);
    END LOOP;
END $$;
