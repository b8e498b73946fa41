-- name: find_evidence
SELECT kind, value, project FROM evidence WHERE kind = ? AND value = ?

-- name: get_project
SELECT id, name FROM project WHERE id = ?

-- name: evidence_of
SELECT kind, value FROM evidence WHERE project = ? ORDER BY kind, value

-- name: add_project
INSERT INTO project (id, name, created_at) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name

-- name: add_evidence
INSERT INTO evidence (kind, value, project) VALUES (?, ?, ?) ON CONFLICT DO NOTHING

-- name: drop_evidence
DELETE FROM evidence WHERE kind = ? AND value = ? AND project = ?

-- name: projects
SELECT id, name FROM project ORDER BY created_at, id

-- name: evidence
SELECT project, kind, value FROM evidence ORDER BY project, kind, value

-- name: called
SELECT id FROM project WHERE id = ?1 OR name = ?1 ORDER BY created_at, id

-- name: groups_of
SELECT group_name FROM membership WHERE project = ? ORDER BY group_name

-- name: members
SELECT project FROM membership WHERE group_name = ? ORDER BY project

-- name: join_group
INSERT INTO membership (project, group_name) VALUES (?, ?) ON CONFLICT DO NOTHING

-- name: leave_group
DELETE FROM membership WHERE project = ? AND group_name = ?

-- name: contains
SELECT EXISTS (SELECT 1 FROM project WHERE strpos(name, ?1) > 0)
    OR EXISTS (SELECT 1 FROM evidence WHERE strpos(kind || ' ' || value, ?1) > 0)
    OR EXISTS (SELECT 1 FROM membership WHERE strpos(group_name, ?1) > 0)
    OR EXISTS (SELECT 1 FROM partition WHERE strpos(key, ?1) > 0)
    OR EXISTS (SELECT 1 FROM bookmark WHERE strpos(name || ' ' || value, ?1) > 0)

-- name: note_partition
INSERT INTO partition (key) VALUES (?) ON CONFLICT DO NOTHING

-- name: noted_partitions
SELECT key FROM partition ORDER BY key

-- name: is_noted
SELECT EXISTS (SELECT 1 FROM partition WHERE key = ?)

-- name: bury
INSERT INTO purged (kind, content) VALUES (?, ?) ON CONFLICT DO NOTHING

-- name: is_purged
SELECT EXISTS (SELECT 1 FROM purged WHERE kind = ? AND content = ?)

-- name: any_purged
SELECT EXISTS (SELECT 1 FROM purged)

-- name: add_bookmark
INSERT INTO bookmark (project, name, value) VALUES (?, ?, ?) ON CONFLICT DO NOTHING

-- name: bookmarks
SELECT value FROM bookmark WHERE project = ? AND name = ? ORDER BY value

-- name: key
SELECT key FROM secret

-- name: make_key
INSERT INTO secret (key) VALUES (?) ON CONFLICT DO NOTHING

-- name: buried
SELECT content FROM purged WHERE kind = ? ORDER BY content
