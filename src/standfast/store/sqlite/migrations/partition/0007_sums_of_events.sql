-- Damage that leaves valid text is seen by a sum of it; events from before have none.
ALTER TABLE event ADD COLUMN sum INTEGER;
