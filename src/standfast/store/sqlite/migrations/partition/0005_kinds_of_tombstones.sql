-- What a hash stands for was a prefix of it.
ALTER TABLE tombstone ADD COLUMN kind TEXT NOT NULL DEFAULT 'content';
UPDATE tombstone SET kind = 'run', content = substr(content, 5) WHERE substr(content, 1, 4) = 'run:';
