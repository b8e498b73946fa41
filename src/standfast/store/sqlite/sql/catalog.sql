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
SELECT id, name FROM project ORDER BY created_at

-- name: evidence
SELECT project, kind, value FROM evidence ORDER BY project, kind, value

-- name: called
SELECT id FROM project WHERE id = ?1 OR name = ?1 ORDER BY created_at

-- name: groups_of
SELECT group_name FROM membership WHERE project = ? ORDER BY group_name

-- name: members
SELECT project FROM membership WHERE group_name = ? ORDER BY project

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
    OR EXISTS (SELECT 1 FROM partition WHERE instr(key, ?1) > 0)
    OR EXISTS (SELECT 1 FROM bookmark WHERE instr(name || ' ' || value, ?1) > 0)
    OR EXISTS (SELECT 1 FROM sqlite_schema WHERE instr(type || name || tbl_name || coalesce(sql, ''), ?1) > 0)

-- name: copies
SELECT path FROM copy ORDER BY path

-- name: any_project
SELECT EXISTS (SELECT 1 FROM project)

-- name: note_partition
INSERT INTO partition (key) VALUES (?) ON CONFLICT (key) DO NOTHING

-- name: lose_partition
INSERT INTO partition (key, lost_at) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET lost_at = excluded.lost_at

-- name: noted_partitions
SELECT key FROM partition ORDER BY key

-- name: is_noted
SELECT EXISTS (SELECT 1 FROM partition WHERE key = ?)

-- name: lost_partitions
SELECT key, lost_at FROM partition WHERE lost_at <> '' ORDER BY key

-- name: bury
INSERT INTO purged (kind, content) VALUES (?, ?) ON CONFLICT (content) DO NOTHING

-- name: is_purged
SELECT EXISTS (SELECT 1 FROM purged WHERE kind = ? AND content = ?)

-- name: buried
SELECT content FROM purged WHERE kind = ? ORDER BY content

-- name: any_purged
SELECT EXISTS (SELECT 1 FROM purged)

-- name: add_bookmark
INSERT OR IGNORE INTO bookmark (project, name, value) VALUES (?, ?, ?)

-- name: bookmarks
SELECT value FROM bookmark WHERE project = ? AND name = ? ORDER BY value

-- name: folders
SELECT value, project FROM evidence WHERE kind = 'git-folder'

-- name: accept
INSERT OR IGNORE INTO accepted (loss, at, source) VALUES (?, ?, ?)

-- name: accepted
SELECT loss, at, source FROM accepted
