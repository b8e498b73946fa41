-- Partitions and purged content were names with a prefix in `meta`, bookmarks were evidence.
CREATE TABLE partition (
    key     TEXT PRIMARY KEY,
    lost_at TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
INSERT INTO partition (key) SELECT substr(name, 11) FROM meta WHERE substr(name, 1, 10) = 'partition:';

CREATE TABLE purged (
    content TEXT PRIMARY KEY
) WITHOUT ROWID;
INSERT INTO purged (content) SELECT substr(name, 8) FROM meta WHERE substr(name, 1, 7) = 'purged:';

CREATE TABLE bookmark (
    project TEXT NOT NULL,
    name    TEXT NOT NULL,
    value   TEXT NOT NULL,
    PRIMARY KEY (project, name, value)
) WITHOUT ROWID;
INSERT INTO bookmark (project, name, value) SELECT project, kind, value FROM evidence WHERE kind = 'mined';
DELETE FROM evidence WHERE kind = 'mined';

-- The device is the home's by now; a new one begins a new chain.
DROP TABLE meta;
