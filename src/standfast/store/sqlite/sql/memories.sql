-- name: columns
SELECT m.id, CAST(m.state AS BLOB), CAST(o.header AS BLOB), o.hash, CAST(p.body AS BLOB)
FROM memory m {index} LEFT JOIN operation o ON o.row = m.made LEFT JOIN payload p ON p.operation = m.made

-- name: anchored
SELECT p.path, m.id, m.hlc FROM place p JOIN document d ON d.row = p.document JOIN memory m ON m.id = d.memory AND m.revision = d.revision
WHERE substr(p.path, 1, 4) <> 'cmd:'

-- name: documented
SELECT substr(o.source, 10), m.id, m.hlc FROM operation o JOIN memory m ON m.id = o.memory
WHERE o.source >= 'document:' AND o.source < 'document;' AND o.act = 'remember' AND o.reverted = 0
  AND instr(substr(o.source, 10), ':') = 0

-- name: equal
SELECT id FROM memory WHERE key = ?

-- name: resolve
SELECT id FROM memory WHERE id >= ?1 AND id < ?1 || '~'
UNION SELECT id FROM memory WHERE tail >= ?1 AND tail < ?1 || '~'
ORDER BY 1 LIMIT 9

-- name: resolve_gone
SELECT memory FROM touch WHERE memory >= ?1 AND memory < ?1 || '~'
UNION SELECT memory FROM touch
WHERE substr(memory, instr(memory, '-') + 1) >= ?1 AND substr(memory, instr(memory, '-') + 1) < ?1 || '~'
ORDER BY 1 LIMIT 9

-- name: counts
SELECT status, count(*) FROM memory GROUP BY status

-- name: count_kind
SELECT count(*) FROM memory WHERE kind = ? AND status = 'active'

-- name: count_due
SELECT count(*) FROM memory WHERE expires IS NOT NULL AND status = 'active' AND expires <= ?

-- name: scopes
SELECT scope FROM scope ORDER BY scope

-- name: last_revision
SELECT max(CAST(o.header ->> '$.revision' AS INTEGER)) FROM touch t JOIN operation o ON o.row = t.operation
WHERE t.memory = ?1 AND o.memory = ?1

-- name: purged
SELECT count(*) FROM tombstone WHERE ((kind = 'content' AND content <> '' AND content = ?) OR (memory <> '' AND memory = ?))

-- name: any_purged
SELECT EXISTS (SELECT 1 FROM tombstone)

-- name: add_tombstone
INSERT INTO tombstone (memory, kind, content, at, source) VALUES (?, ?, ?, ?, ?) ON CONFLICT (memory, content) DO NOTHING

-- name: tombstones
SELECT memory, kind, content, at, source FROM tombstone

-- name: titled
-- The pluses keep the planner from walking every memory of the kind in order of time.
SELECT id FROM memory WHERE title = ? AND title <> '' AND +kind = ? AND +scope = ? AND +status = 'active' ORDER BY hlc DESC LIMIT ?

-- name: linking
SELECT DISTINCT memory FROM link WHERE kind = ? LIMIT ?

-- name: due
SELECT id FROM memory INDEXED BY memory_expires WHERE expires IS NOT NULL AND status = 'active' AND expires <= ? LIMIT 100


-- name: note_key
INSERT OR IGNORE INTO tombstone_key (fingerprint) VALUES (?)

-- name: keys
SELECT fingerprint FROM tombstone_key ORDER BY fingerprint

-- name: of_pinned
-- Without statistics SQLite does not see how few are pinned or guarded, and walks through everything active.
INDEXED BY memory_pinned

-- name: of_guarded
INDEXED BY memory_guarded

-- name: of_rare
-- The same for a tag that few have: they are looked up by their ids.
INDEXED BY sqlite_autoindex_memory_1

-- name: often
SELECT 1 FROM tag WHERE tag = ? LIMIT 1 OFFSET ?

-- name: rarely_tagged
m.id IN (SELECT d.memory FROM tag t JOIN document d ON d.row = t.document WHERE t.tag = ?)

-- name: tagged
EXISTS (SELECT 1 FROM tag t JOIN document d ON d.row = t.document WHERE t.tag = ? AND d.memory = m.id)
