-- As the first release writes it. Never change this: migrations lead from here to the schema of today.
-- One database for many partitions: the partition is the first column of every key and index, and no key reaches from one
-- partition into another, so that tables can be distributed by it. Text is compared byte by byte, as in every engine.
-- Canonical: operation, payload, session, event, receipt, given, given_turn, tombstone, tombstone_key, salvaged, damage.

CREATE DOMAIN words AS text COLLATE "C";

CREATE TABLE secret (               -- what tombstones are made with: one for everybody who shares this store
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    key bytea NOT NULL
);

CREATE TABLE project (
    id         words PRIMARY KEY,
    name       words NOT NULL,
    created_at words NOT NULL
);

CREATE TABLE evidence (
    kind    words NOT NULL,
    value   words NOT NULL,
    project words NOT NULL,
    PRIMARY KEY (kind, value, project)
);

CREATE TABLE membership (
    project    words NOT NULL,
    group_name words NOT NULL,
    PRIMARY KEY (project, group_name)
);

CREATE TABLE partition (
    key words PRIMARY KEY
);

CREATE TABLE purged (
    content words PRIMARY KEY,
    kind    words NOT NULL DEFAULT 'content'
);

CREATE TABLE bookmark (
    project words NOT NULL,
    name    words NOT NULL,
    value   words NOT NULL,
    PRIMARY KEY (project, name, value)
);

CREATE TABLE meta (
    partition words NOT NULL,
    name      words NOT NULL,
    value     words NOT NULL,
    PRIMARY KEY (partition, name)
);

CREATE TABLE operation (
    partition words NOT NULL,
    row       bigint NOT NULL,      -- order of arrival in the partition
    id        words NOT NULL,
    device    words NOT NULL,
    number    bigint NOT NULL,
    hlc       bigint NOT NULL,
    act       words NOT NULL,
    memory    words,
    session   words NOT NULL,
    source    words NOT NULL,
    at        words NOT NULL,
    header    words NOT NULL,
    hash      words NOT NULL,
    reverted  smallint NOT NULL DEFAULT 0,
    PRIMARY KEY (partition, row),
    UNIQUE (partition, id),
    UNIQUE (partition, device, number)
);
CREATE INDEX operation_hlc ON operation (partition, hlc);
CREATE INDEX operation_session ON operation (partition, session) WHERE session <> '';
CREATE INDEX operation_source ON operation (partition, source);
CREATE INDEX operation_act ON operation (partition, act, hlc);

CREATE TABLE payload (
    partition words NOT NULL,
    operation bigint NOT NULL,
    nonce     bytea NOT NULL,
    body      words NOT NULL,
    PRIMARY KEY (partition, operation)
);

CREATE TABLE touch (
    partition words NOT NULL,
    memory    words NOT NULL,
    operation bigint NOT NULL,
    PRIMARY KEY (partition, memory, operation)
);

CREATE TABLE undo (
    partition words NOT NULL,
    target    words NOT NULL,
    operation bigint NOT NULL,
    PRIMARY KEY (partition, target, operation)
);

CREATE TABLE tombstone (
    partition words NOT NULL,
    memory    words NOT NULL,
    content   words NOT NULL,
    at        words NOT NULL,
    source    words NOT NULL,
    kind      words NOT NULL DEFAULT 'content',
    PRIMARY KEY (partition, memory, content)
);
CREATE INDEX tombstone_content ON tombstone (partition, content);

CREATE TABLE tombstone_key (
    partition   words NOT NULL,
    fingerprint words NOT NULL,
    PRIMARY KEY (partition, fingerprint)
);

CREATE TABLE salvaged (
    partition words NOT NULL,
    device    words NOT NULL,
    PRIMARY KEY (partition, device)
);

CREATE TABLE damage (
    partition words NOT NULL,
    operation words NOT NULL,
    memory    words,
    what      words NOT NULL,
    at        words NOT NULL,
    PRIMARY KEY (partition, operation)
);

CREATE TABLE session (
    partition  words NOT NULL,
    id         words NOT NULL,
    agent      words NOT NULL,
    started_at words NOT NULL,
    last_at    words NOT NULL,
    ended_at   words,
    cwd        words NOT NULL DEFAULT '',
    branch     words NOT NULL DEFAULT '',
    outcome    words NOT NULL DEFAULT '',
    events     bigint NOT NULL DEFAULT 0,
    tokens     bigint NOT NULL DEFAULT 0,
    kept       bigint,              -- the sums of its events that are here; none in a session that was salvaged
    sum        bigint,              -- CRC-32 of the whole row
    PRIMARY KEY (partition, id)
);
CREATE INDEX session_last ON session (partition, last_at);

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
    sum       bigint,               -- CRC-32 of the texts above; none in an event that was salvaged
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

CREATE TABLE receipt (
    partition words NOT NULL,
    row       bigint NOT NULL,
    id        words NOT NULL,
    verb      words NOT NULL,
    session   words NOT NULL,
    "to"      words NOT NULL,
    query     words NOT NULL,
    at        words NOT NULL,
    withheld  bigint NOT NULL,
    tokens    bigint NOT NULL,
    PRIMARY KEY (partition, row),
    UNIQUE (partition, id)
);
CREATE INDEX receipt_session ON receipt (partition, session);

CREATE TABLE given (
    partition words NOT NULL,
    receipt   bigint NOT NULL,
    rank      bigint NOT NULL,
    memory    words NOT NULL,
    revision  bigint NOT NULL,
    score     double precision NOT NULL,
    scores    words NOT NULL,
    standing  words NOT NULL,
    tokens    bigint NOT NULL,
    PRIMARY KEY (partition, receipt, rank)
);
CREATE INDEX given_memory ON given (partition, memory, receipt);

CREATE TABLE given_turn (
    partition words NOT NULL,
    receipt   bigint NOT NULL,
    rank      bigint NOT NULL,
    session   words NOT NULL,
    turn      words NOT NULL,
    score     double precision NOT NULL,
    tokens    bigint NOT NULL,
    PRIMARY KEY (partition, receipt, rank)
);
CREATE INDEX given_turn_session ON given_turn (partition, session, turn);

-- Derived -----------------------------------------------------------------------------------------------------

CREATE TABLE memory (
    partition words NOT NULL,
    id        words NOT NULL,
    tail      words NOT NULL,
    revision  bigint NOT NULL,
    kind      words NOT NULL,
    title     words NOT NULL,
    status    words NOT NULL,
    pinned    smallint NOT NULL,
    guarded   smallint NOT NULL,
    scope     words NOT NULL,
    at        words NOT NULL,
    hlc       bigint NOT NULL,
    key       words NOT NULL,
    expires   words,
    made      bigint,
    state     words,
    PRIMARY KEY (partition, id)
);
CREATE INDEX memory_tail ON memory (partition, tail);
CREATE INDEX memory_key ON memory (partition, key);
CREATE INDEX memory_status ON memory (partition, status, hlc);
CREATE INDEX memory_pinned ON memory (partition, hlc) WHERE pinned = 1 AND status = 'active';
CREATE INDEX memory_guarded ON memory (partition, hlc) WHERE guarded = 1;
CREATE INDEX memory_kind ON memory (partition, kind, status, hlc);
CREATE INDEX memory_expires ON memory (partition, expires) WHERE expires IS NOT NULL AND status = 'active';
CREATE INDEX memory_title ON memory (partition, title, hlc) WHERE title <> '';

CREATE TABLE document (
    partition words NOT NULL,
    row       bigint NOT NULL,
    memory    words NOT NULL,
    revision  bigint NOT NULL,
    status    words NOT NULL,
    shelf     smallint NOT NULL,
    settled   smallint NOT NULL,
    kind      words NOT NULL,
    scope     words NOT NULL,
    at        words NOT NULL,
    session   words NOT NULL,
    authority bigint NOT NULL,
    feedback  bigint NOT NULL,
    length    bigint NOT NULL,
    title     words NOT NULL,
    body      words NOT NULL,
    place     words NOT NULL,
    PRIMARY KEY (partition, row),
    UNIQUE (partition, memory, revision)
);
CREATE INDEX document_session ON document (partition, session, row) WHERE session <> '';

CREATE TABLE posting (              -- which document has which word, and how often
    partition words NOT NULL,
    term      words NOT NULL,
    document  bigint NOT NULL,
    times     integer NOT NULL,
    PRIMARY KEY (partition, term, document) INCLUDE (times)     -- read from the index alone: the rows of a word lie apart
);
CREATE INDEX posting_document ON posting (partition, document);

CREATE TABLE word (                 -- in how many current documents: statistics of one partition alone
    partition words NOT NULL,
    term      words NOT NULL,
    documents bigint NOT NULL,
    PRIMARY KEY (partition, term)
);

CREATE TABLE place (
    partition words NOT NULL,
    path      words NOT NULL,
    document  bigint NOT NULL,
    PRIMARY KEY (partition, path, document)
);
CREATE INDEX place_document ON place (partition, document);

CREATE TABLE tag (
    partition words NOT NULL,
    tag       words NOT NULL,
    document  bigint NOT NULL,
    PRIMARY KEY (partition, tag, document)
);
CREATE INDEX tag_document ON tag (partition, document);

CREATE TABLE address (              -- where a claim in force stands among others: what may stand against it is looked up here
    partition words NOT NULL,
    address   bigint NOT NULL,
    authority integer NOT NULL,
    document  bigint NOT NULL,
    PRIMARY KEY (partition, address, authority, document)
);
CREATE INDEX address_document ON address (partition, document);

CREATE TABLE link (
    partition words NOT NULL,
    memory    words NOT NULL,
    kind      words NOT NULL,
    target    words NOT NULL,
    PRIMARY KEY (partition, memory, kind, target)
);
CREATE INDEX link_target ON link (partition, target);

CREATE TABLE scope (
    partition words NOT NULL,
    scope     words NOT NULL,
    documents bigint NOT NULL,
    PRIMARY KEY (partition, scope)
);

CREATE TABLE vector (               -- whole numbers from -127 to 127: products of two are exact
    partition words NOT NULL,
    model     words NOT NULL,
    document  bigint NOT NULL,
    data      public.vector NOT NULL,
    PRIMARY KEY (partition, model, document)
);

CREATE TABLE waiting (
    partition words NOT NULL,
    document  bigint NOT NULL,
    PRIMARY KEY (partition, document)
);

-- People and their tokens, what was done with them, and deliveries that must not come twice. Of the whole store, not of a
-- partition: who may see which project is decided before any partition is opened.

CREATE TABLE token (
    id         words PRIMARY KEY,
    digest     words NOT NULL,      -- of the secret, which is nowhere; empty for a grant that somebody logs in with
    person     words NOT NULL,
    agent      words NOT NULL,      -- whose token it is when it is an agent's; empty for the person's own
    profile    words NOT NULL,
    projects   words NOT NULL,      -- ids between blanks, or *
    created_at words NOT NULL,
    created_by words NOT NULL,
    expires_at words NOT NULL,
    revoked_at words NOT NULL DEFAULT ''
);
CREATE INDEX token_person ON token (person);

CREATE TABLE access (               -- every call: who, as which agent, did what where, and how it ended
    row     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at      words NOT NULL,
    token   words NOT NULL,
    person  words NOT NULL,
    agent   words NOT NULL,
    act     words NOT NULL,
    project words NOT NULL,
    status  integer NOT NULL
);
CREATE INDEX access_at ON access (at);
CREATE INDEX access_person ON access (person, at);

CREATE TABLE delivery (             -- what came once and is refused when it comes again
    id words PRIMARY KEY,
    at words NOT NULL
);

CREATE TABLE judged (               -- what a checkout said last: a server has none
    partition words NOT NULL,
    memory    words NOT NULL,
    standing  words NOT NULL,
    detail    words NOT NULL,
    commit    words NOT NULL,
    at        words NOT NULL,
    PRIMARY KEY (partition, memory)
);

-- What the planner notes of a column's values is kept where no purge of ours reaches: of words it notes nothing.
DO $$
DECLARE
    named text[];
BEGIN
    FOREACH named SLICE 1 IN ARRAY ARRAY[
        ['payload', 'body'], ['event', 'body'], ['event', 'tool'], ['event', 'files'], ['memory', 'title'],
        ['memory', 'state'], ['document', 'title'], ['document', 'body'], ['document', 'place'], ['posting', 'term'],
        ['word', 'term'], ['place', 'path'], ['tag', 'tag'], ['session', 'cwd'],
        ['address', 'address']]
    LOOP
        EXECUTE format('ALTER TABLE %I ALTER COLUMN %I SET STATISTICS 0', named[1], named[2]);
    END LOOP;
END $$;

-- A second wall: a statement that forgot its partition sees nothing of the others.
DO $$
DECLARE
    name text;
BEGIN
    FOR name IN SELECT table_name FROM information_schema.columns
        WHERE table_schema = current_schema() AND column_name = 'partition' AND table_name <> 'partition'
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format(
            'CREATE POLICY own ON %I USING (partition = current_setting(''standfast.partition'', true))', name);
    END LOOP;
END $$;
