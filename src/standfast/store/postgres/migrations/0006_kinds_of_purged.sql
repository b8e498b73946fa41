-- What a hash stands for was a prefix of it.
ALTER TABLE purged ADD COLUMN kind words NOT NULL DEFAULT 'content';
UPDATE purged SET kind = 'run', content = substr(content, 5) WHERE content LIKE 'run:%';
UPDATE purged SET kind = 'session', content = substr(content, 9) WHERE content LIKE 'session:%';
ALTER TABLE tombstone ADD COLUMN kind words NOT NULL DEFAULT 'content';
UPDATE tombstone SET kind = 'run', content = substr(content, 5) WHERE content LIKE 'run:%';
