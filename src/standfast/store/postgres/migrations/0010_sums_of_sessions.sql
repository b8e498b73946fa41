-- Beside: 9
-- A session that was changed and an event that is gone are seen by sums; sessions from before have none. A release before
-- this one changes nothing that a session's sum is made of, and what it adds is more than was noted, which is no damage.
-- What it trims while both run is not noted: `doctor` then names those sessions once, and `doctor --fix` counts again.
ALTER TABLE session ADD COLUMN kept bigint;
ALTER TABLE session ADD COLUMN sum bigint;
