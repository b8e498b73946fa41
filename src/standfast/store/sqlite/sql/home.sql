-- name: device
SELECT id FROM device LIMIT 1

-- name: mint_device
INSERT INTO device (id) SELECT ?1 WHERE NOT EXISTS (SELECT 1 FROM device)

-- name: drop_device
DELETE FROM device

-- name: find_projects
SELECT project FROM folder WHERE name = ? ORDER BY project

-- name: folders_of
SELECT name FROM folder WHERE project = ? ORDER BY name

-- name: add_folder
INSERT OR IGNORE INTO folder (name, project) VALUES (?, ?)

-- name: drop_folder
DELETE FROM folder WHERE name = ?

-- name: contains
SELECT EXISTS (SELECT 1 FROM folder WHERE instr(name, ?1) > 0)
