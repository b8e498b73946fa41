-- name: device
SELECT value FROM meta WHERE name = 'device'

-- name: mint_device
INSERT INTO meta (name, value) VALUES ('device', ?) ON CONFLICT (name) DO NOTHING

-- name: renew_device
INSERT INTO meta (name, value) VALUES ('device', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value

-- name: find_evidence
SELECT kind, value, project FROM evidence WHERE kind = ? AND value = ?

-- name: get_project
SELECT id, name FROM project WHERE id = ?

-- name: evidence_of
SELECT kind, value FROM evidence WHERE project = ? ORDER BY kind, value

-- name: add_project
INSERT INTO project (id, name, created_at) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name

-- name: add_evidence
INSERT OR IGNORE INTO evidence (kind, value, project) VALUES (?, ?, ?)

-- name: drop_evidence
DELETE FROM evidence WHERE kind = ? AND value = ? AND project = ?

-- name: projects
SELECT id FROM project ORDER BY created_at

-- name: groups_of
SELECT group_name FROM membership WHERE project = ? ORDER BY group_name

-- name: join_group
INSERT OR IGNORE INTO membership (project, group_name) VALUES (?, ?)

-- name: leave_group
DELETE FROM membership WHERE project = ? AND group_name = ?

-- name: add_copy
INSERT INTO copy (path, at) VALUES (?, ?) ON CONFLICT (path) DO UPDATE SET at = excluded.at

-- name: contains
SELECT EXISTS (SELECT 1 FROM project WHERE instr(name, ?1) > 0)
    OR EXISTS (SELECT 1 FROM evidence WHERE instr(kind || ' ' || value, ?1) > 0)
    OR EXISTS (SELECT 1 FROM membership WHERE instr(group_name, ?1) > 0)
    OR EXISTS (SELECT 1 FROM copy WHERE instr(path, ?1) > 0)
    OR EXISTS (SELECT 1 FROM meta WHERE instr(name, ?1) > 0)
    OR EXISTS (SELECT 1 FROM sqlite_schema WHERE instr(type || name || tbl_name || coalesce(sql, ''), ?1) > 0)

-- name: copies
SELECT path FROM copy ORDER BY path

-- name: any_project
SELECT EXISTS (SELECT 1 FROM project)

-- name: note
INSERT INTO meta (name, value) VALUES (?, '1') ON CONFLICT (name) DO NOTHING

-- name: drop_note
DELETE FROM meta WHERE name = ?

-- name: noted_partitions
SELECT name FROM meta WHERE name >= 'partition:' AND name < 'partition;' ORDER BY name

-- name: is_noted
SELECT EXISTS (SELECT 1 FROM meta WHERE name = ?)

-- name: any_purged
SELECT EXISTS (SELECT 1 FROM meta WHERE name >= 'purged:' AND name < 'purged;')
