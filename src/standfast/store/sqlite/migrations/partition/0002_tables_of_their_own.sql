-- What waits for a vector, the keys of tombstones and salvaged chains were names with a prefix in `meta`.
CREATE TABLE waiting (
    document INTEGER PRIMARY KEY
);
INSERT INTO waiting (document) SELECT CAST(substr(name, 9) AS INTEGER) FROM meta WHERE substr(name, 1, 8) = 'waiting:';

CREATE TABLE tombstone_key (
    fingerprint TEXT PRIMARY KEY
) WITHOUT ROWID;
INSERT INTO tombstone_key (fingerprint) SELECT substr(name, 5) FROM meta WHERE substr(name, 1, 4) = 'key:';

CREATE TABLE salvaged (
    device TEXT PRIMARY KEY
) WITHOUT ROWID;
INSERT INTO salvaged (device) SELECT substr(name, 10) FROM meta WHERE substr(name, 1, 9) = 'salvaged:';

DELETE FROM meta WHERE substr(name, 1, 8) = 'waiting:' OR substr(name, 1, 4) = 'key:' OR substr(name, 1, 9) = 'salvaged:';

CREATE TABLE damage (
    operation TEXT PRIMARY KEY,
    memory    TEXT,
    what      TEXT NOT NULL,
    at        TEXT NOT NULL
) WITHOUT ROWID;

-- A memory whose time is over is left out of a view before the operation that says so is written.
ALTER TABLE document ADD COLUMN expires TEXT;
UPDATE document SET expires =
  (SELECT m.expires FROM memory m WHERE m.id = document.memory AND m.revision = document.revision);
