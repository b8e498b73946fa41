-- Beside: 9
-- A session that was changed and an event that is gone are seen by sums; sessions from before have none. What a release
-- before this one writes to a session or trims while both run is not noted: `doctor` then names those sessions once, and
-- `doctor --fix` counts again.
ALTER TABLE session ADD COLUMN kept bigint;
ALTER TABLE session ADD COLUMN sum bigint;
