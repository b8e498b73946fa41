-- A session that was changed and an event that is gone are seen by sums; sessions from before have none.
ALTER TABLE session ADD COLUMN kept INTEGER;
ALTER TABLE session ADD COLUMN sum INTEGER;
