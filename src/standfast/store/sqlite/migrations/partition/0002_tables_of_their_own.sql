-- What waits for a vector, the keys of tombstones and salvaged chains were names with a prefix in `meta`.
CREATE TABLE IF NOT EXISTS waiting (
    document INTEGER PRIMARY KEY
);
INSERT OR IGNORE INTO waiting (document) SELECT CAST(substr(name, 9) AS INTEGER) FROM meta WHERE substr(name, 1, 8) = 'waiting:';

CREATE TABLE IF NOT EXISTS tombstone_key (
    fingerprint TEXT PRIMARY KEY
) WITHOUT ROWID;
INSERT OR IGNORE INTO tombstone_key (fingerprint) SELECT substr(name, 5) FROM meta WHERE substr(name, 1, 4) = 'key:';

CREATE TABLE IF NOT EXISTS salvaged (
    device TEXT PRIMARY KEY
) WITHOUT ROWID;
INSERT OR IGNORE INTO salvaged (device) SELECT substr(name, 10) FROM meta WHERE substr(name, 1, 9) = 'salvaged:';

DELETE FROM meta WHERE substr(name, 1, 8) = 'waiting:' OR substr(name, 1, 4) = 'key:' OR substr(name, 1, 9) = 'salvaged:';

CREATE TABLE IF NOT EXISTS damage (
    operation TEXT PRIMARY KEY,
    memory    TEXT,
    what      TEXT NOT NULL,
    at        TEXT NOT NULL
) WITHOUT ROWID;
