-- Beside: 9
-- A session that was changed and an event that is gone are seen by sums; sessions from before have none. A release before
-- this one changes nothing that a session's sum is made of; what it adds is more than was noted, which is no damage.
ALTER TABLE session ADD COLUMN kept bigint;
ALTER TABLE session ADD COLUMN sum bigint;
