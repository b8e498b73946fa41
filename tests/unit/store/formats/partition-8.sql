-- As the first release writes it. Never change this: migrations lead from here to the schema of today.
-- One file per partition. Canonical: operation, payload, session, event, receipt, given, given_turn, tombstone, tombstone_key, salvaged, damage.
-- Everything under "Derived" is a projection of the log and can be dropped and built again.

CREATE TABLE meta (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE operation (
    row      INTEGER PRIMARY KEY,  -- order of arrival here
    id       TEXT NOT NULL UNIQUE,
    device   TEXT NOT NULL,
    number   INTEGER NOT NULL,     -- place in that device's chain
    hlc      INTEGER NOT NULL,
    act      TEXT NOT NULL,
    memory   TEXT,
    session  TEXT NOT NULL,
    source   TEXT NOT NULL,        -- kind:name
    at       TEXT NOT NULL,
    header   TEXT NOT NULL,        -- canonical text; its hash links the chain
    hash     TEXT NOT NULL,
    reverted INTEGER NOT NULL DEFAULT 0,  -- derived: undone by an effective revert
    UNIQUE (device, number)
);
CREATE INDEX operation_hlc ON operation (hlc);
CREATE INDEX operation_session ON operation (session) WHERE session <> '';
CREATE INDEX operation_source ON operation (source);
CREATE INDEX operation_act ON operation (act, hlc);

-- Apart from the header, so that purge can drop it and the chain still verifies.
CREATE TABLE payload (
    operation INTEGER PRIMARY KEY,
    nonce     BLOB NOT NULL,
    body      TEXT NOT NULL
);

CREATE TABLE touch (
    memory    TEXT NOT NULL,
    operation INTEGER NOT NULL,
    PRIMARY KEY (memory, operation)
) WITHOUT ROWID;

CREATE TABLE undo (
    target    TEXT NOT NULL,       -- id of the operation undone
    operation INTEGER NOT NULL,    -- the revert
    PRIMARY KEY (target, operation)
) WITHOUT ROWID;

-- What stays of something purged: no content, a keyed hash that cannot be guessed.
CREATE TABLE tombstone (
    memory  TEXT NOT NULL,
    content TEXT NOT NULL,         -- one row for everything it ever said
    at      TEXT NOT NULL,
    source  TEXT NOT NULL,
    kind    TEXT NOT NULL DEFAULT 'content',  -- what is hashed: a content, a run of words, or a session's id
    PRIMARY KEY (memory, content)
) WITHOUT ROWID;
CREATE INDEX tombstone_content ON tombstone (content);

CREATE TABLE tombstone_key (       -- fingerprints of the secrets that tombstones here were made with
    fingerprint TEXT PRIMARY KEY
) WITHOUT ROWID;

CREATE TABLE salvaged (            -- chains with known gaps: what is there must still be whole
    device TEXT PRIMARY KEY
) WITHOUT ROWID;

CREATE TABLE damage (              -- operations that cannot be read as they were written, found by a repair
    operation TEXT PRIMARY KEY,
    memory    TEXT,
    what      TEXT NOT NULL,
    at        TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE session (
    id         TEXT PRIMARY KEY,
    agent      TEXT NOT NULL,
    started_at TEXT NOT NULL,
    last_at    TEXT NOT NULL,
    ended_at   TEXT,
    cwd        TEXT NOT NULL DEFAULT '',
    branch     TEXT NOT NULL DEFAULT '',
    outcome    TEXT NOT NULL DEFAULT '',
    events     INTEGER NOT NULL DEFAULT 0,
    tokens     INTEGER NOT NULL DEFAULT 0,
    kept       INTEGER,            -- the sums of its events that are here; none in a session that was salvaged
    sum        INTEGER             -- CRC-32 of the whole row
) WITHOUT ROWID;
CREATE INDEX session_last ON session (last_at);

CREATE TABLE event (
    row     INTEGER PRIMARY KEY,
    session TEXT NOT NULL,
    key     TEXT NOT NULL,         -- a repeated report of one thing is one event
    kind    TEXT NOT NULL,
    at      TEXT NOT NULL,
    tool    TEXT NOT NULL,
    body    TEXT NOT NULL,
    files   TEXT NOT NULL,         -- JSON list
    sum     INTEGER                -- CRC-32 of the texts above; none in an event that was salvaged
);
CREATE UNIQUE INDEX event_key ON event (session, key);
CREATE INDEX event_at ON event (at);

CREATE TABLE receipt (
    row      INTEGER PRIMARY KEY,
    id       TEXT NOT NULL UNIQUE,
    verb     TEXT NOT NULL,
    session  TEXT NOT NULL,
    "to"     TEXT NOT NULL,
    query    TEXT NOT NULL,        -- keyed fingerprint, never the words
    at       TEXT NOT NULL,
    withheld INTEGER NOT NULL,
    tokens   INTEGER NOT NULL
);
CREATE INDEX receipt_session ON receipt (session);

CREATE TABLE given (
    receipt  INTEGER NOT NULL,
    rank     INTEGER NOT NULL,
    memory   TEXT NOT NULL,
    revision INTEGER NOT NULL,
    score    REAL NOT NULL,
    scores   TEXT NOT NULL,        -- JSON
    standing TEXT NOT NULL,
    tokens   INTEGER NOT NULL,
    PRIMARY KEY (receipt, rank)
) WITHOUT ROWID;
CREATE INDEX given_memory ON given (memory, receipt);

CREATE TABLE given_turn (
    receipt INTEGER NOT NULL,
    rank    INTEGER NOT NULL,
    session TEXT NOT NULL,
    turn    TEXT NOT NULL,         -- the key of the event that was quoted
    score   REAL NOT NULL,
    tokens  INTEGER NOT NULL,
    PRIMARY KEY (receipt, rank)
) WITHOUT ROWID;
CREATE INDEX given_turn_session ON given_turn (session, turn);

-- Derived -----------------------------------------------------------------------------------------------------

CREATE TABLE memory (
    id       TEXT PRIMARY KEY,
    tail     TEXT NOT NULL,        -- the part of chance: what people type
    revision INTEGER NOT NULL,
    kind     TEXT NOT NULL,
    title    TEXT NOT NULL,
    status   TEXT NOT NULL,
    pinned   INTEGER NOT NULL,
    guarded  INTEGER NOT NULL,     -- 1: it carries a guard
    scope    TEXT NOT NULL,
    at       TEXT NOT NULL,
    hlc      INTEGER NOT NULL,
    key      TEXT NOT NULL,        -- equal content, equal key
    expires  TEXT,                 -- when it stops being current by itself
    made     INTEGER,              -- the operation that says it all, where one does ...
    state    TEXT                  -- ... and otherwise the whole memory as JSON
) WITHOUT ROWID;
CREATE INDEX memory_tail ON memory (tail);
CREATE INDEX memory_key ON memory (key);
CREATE INDEX memory_status ON memory (status, hlc);
CREATE INDEX memory_pinned ON memory (hlc) WHERE pinned = 1 AND status = 'active';
CREATE INDEX memory_guarded ON memory (hlc) WHERE guarded = 1;
CREATE INDEX memory_kind ON memory (kind, status, hlc);
CREATE INDEX memory_expires ON memory (expires) WHERE expires IS NOT NULL AND status = 'active';
CREATE INDEX memory_title ON memory (title, hlc) WHERE title <> '';

CREATE TABLE document (            -- one searchable revision
    row       INTEGER PRIMARY KEY, -- the operation that brought the revision: the same after every rebuild
    memory    TEXT NOT NULL,
    revision  INTEGER NOT NULL,
    status    TEXT NOT NULL,       -- the memory's, or 'past' for a revision that is not the current one
    shelf     INTEGER NOT NULL,    -- 1: in `current_terms`, and counted in statistics; 0: in `aside_terms`
    settled   INTEGER NOT NULL,    -- 1: one operation made it, so it was never otherwise
    kind      TEXT NOT NULL,
    scope     TEXT NOT NULL,
    at        TEXT NOT NULL,
    session   TEXT NOT NULL,
    authority INTEGER NOT NULL,
    feedback  INTEGER NOT NULL,
    length    INTEGER NOT NULL,
    title     TEXT NOT NULL,
    body      TEXT NOT NULL,
    place     TEXT NOT NULL,
    UNIQUE (memory, revision)
);
CREATE INDEX document_session ON document (session, row) WHERE session <> '';

CREATE TABLE place (               -- where a memory is anchored
    path     TEXT NOT NULL,
    document INTEGER NOT NULL,
    PRIMARY KEY (path, document)
) WITHOUT ROWID;
CREATE INDEX place_document ON place (document);

CREATE TABLE tag (
    tag      TEXT NOT NULL,
    document INTEGER NOT NULL,
    PRIMARY KEY (tag, document)
) WITHOUT ROWID;
CREATE INDEX tag_document ON tag (document);

CREATE TABLE address (             -- where a claim in force stands among others: what may stand against it is looked up here
    address   INTEGER NOT NULL,
    authority INTEGER NOT NULL,
    document  INTEGER NOT NULL,
    PRIMARY KEY (address, authority, document)
) WITHOUT ROWID;
CREATE INDEX address_document ON address (document);

CREATE TABLE link (
    memory TEXT NOT NULL,
    kind   TEXT NOT NULL,
    target TEXT NOT NULL,
    PRIMARY KEY (memory, kind, target)
) WITHOUT ROWID;
CREATE INDEX link_target ON link (target);

CREATE TABLE scope (
    scope     TEXT PRIMARY KEY,
    documents INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE vector (              -- one byte per dimension, addressed by document row
    row   INTEGER PRIMARY KEY,
    model TEXT NOT NULL,
    chunk INTEGER NOT NULL,
    data  BLOB NOT NULL,
    UNIQUE (model, chunk)
);

CREATE TABLE waiting (             -- documents that have no vector yet
    document INTEGER PRIMARY KEY
);

-- Words are split and stemmed by Standfast before they get here, the same for every engine.
CREATE VIRTUAL TABLE current_terms USING fts5 (title, body, place, content = '', tokenize = "unicode61 remove_diacritics 0 tokenchars '_'");
CREATE VIRTUAL TABLE aside_terms USING fts5 (title, body, place, content = '', tokenize = "unicode61 remove_diacritics 0 tokenchars '_'");
CREATE VIRTUAL TABLE current_vocabulary USING fts5vocab (current_terms, row);
INSERT INTO current_terms (current_terms, rank) VALUES ('secure-delete', 1);
INSERT INTO aside_terms (aside_terms, rank) VALUES ('secure-delete', 1);
INSERT INTO meta (name, value) VALUES ('documents', '0'), ('length', '0'), ('vectors', '0');
