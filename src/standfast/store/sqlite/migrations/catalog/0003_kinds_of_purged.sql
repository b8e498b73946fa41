-- What a hash stands for was a prefix of it. Losses that a person accepted are known.
ALTER TABLE purged ADD COLUMN kind TEXT NOT NULL DEFAULT 'content';
UPDATE purged SET kind = 'run', content = substr(content, 5) WHERE substr(content, 1, 4) = 'run:';
UPDATE purged SET kind = 'session', content = substr(content, 9) WHERE substr(content, 1, 8) = 'session:';
CREATE TABLE accepted (
    loss   TEXT PRIMARY KEY,
    at     TEXT NOT NULL,
    source TEXT NOT NULL
) WITHOUT ROWID;
