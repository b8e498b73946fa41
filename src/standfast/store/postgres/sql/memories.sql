-- name: columns
SELECT m.id, convert_to(m.state, 'UTF8'), convert_to(o.header, 'UTF8'), o.hash, convert_to(p.body, 'UTF8')
FROM (SELECT * FROM memory WHERE partition = :p) m {index} LEFT JOIN operation o ON o.partition = :p AND o.row = m.made
LEFT JOIN payload p ON p.partition = :p AND p.operation = m.made

-- name: of_pinned

-- name: of_guarded

-- name: of_rare

-- name: often
SELECT 1 FROM tag WHERE partition = :p AND tag = ? LIMIT 1 OFFSET ?

-- name: rarely_tagged
EXISTS (SELECT 1 FROM tag t JOIN document d ON d.partition = :p AND d.row = t.document
  WHERE t.partition = :p AND t.tag = ? AND d.memory = m.id)

-- name: tagged
EXISTS (SELECT 1 FROM tag t JOIN document d ON d.partition = :p AND d.row = t.document
  WHERE t.partition = :p AND t.tag = ? AND d.memory = m.id)

-- name: anchored
SELECT p.path, m.id, m.hlc FROM place p JOIN document d ON d.partition = :p AND d.row = p.document
JOIN memory m ON m.partition = :p AND m.id = d.memory AND m.revision = d.revision
WHERE p.partition = :p AND substr(p.path, 1, 4) <> 'cmd:'

-- name: documented
SELECT substr(o.source, 10), m.id, m.hlc FROM operation o JOIN memory m ON m.partition = :p AND m.id = o.memory
WHERE o.partition = :p AND o.source >= 'document:' AND o.source < 'document;' AND o.act = 'remember' AND o.reverted = 0
  AND position(':' in substr(o.source, 10)) = 0

-- name: equal
SELECT id FROM memory WHERE partition = :p AND key = ?

-- name: resolve
SELECT id FROM memory WHERE partition = :p AND id >= ?1 AND id < ?1 || '~'
UNION SELECT id FROM memory WHERE partition = :p AND tail >= ?1 AND tail < ?1 || '~'
ORDER BY 1 LIMIT 9

-- name: resolve_gone
SELECT memory FROM touch WHERE partition = :p AND memory >= ?1 AND memory < ?1 || '~'
UNION SELECT memory FROM touch
WHERE partition = :p AND split_part(memory, '-', 2) >= ?1 AND split_part(memory, '-', 2) < ?1 || '~'
ORDER BY 1 LIMIT 9

-- name: counts
SELECT status, count(*) FROM memory WHERE partition = :p GROUP BY status

-- name: count_kind
SELECT count(*) FROM memory WHERE partition = :p AND kind = ? AND status = 'active'

-- name: count_due
SELECT count(*) FROM memory WHERE partition = :p AND expires IS NOT NULL AND status = 'active' AND expires <= ?

-- name: scopes
SELECT scope FROM scope WHERE partition = :p ORDER BY scope

-- name: last_revision
SELECT max((o.header::json ->> 'revision')::bigint) FROM touch t JOIN operation o ON o.partition = :p AND o.row = t.operation
WHERE t.partition = :p AND t.memory = ?1 AND o.memory = ?1

-- name: purged
SELECT count(*) FROM tombstone WHERE partition = :p AND ((kind = 'content' AND content <> '' AND content = ?) OR (memory <> '' AND memory = ?))

-- name: any_purged
SELECT EXISTS (SELECT 1 FROM tombstone WHERE partition = :p)

-- name: add_tombstone
INSERT INTO tombstone (partition, memory, kind, content, at, source) VALUES (:p, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING

-- name: tombstones
SELECT memory, kind, content, at, source FROM tombstone WHERE partition = :p

-- name: titled
SELECT id FROM memory WHERE partition = :p AND title = ? AND title <> '' AND kind = ? AND scope = ? AND status = 'active'
ORDER BY hlc DESC LIMIT ?

-- name: linking
SELECT DISTINCT memory FROM link WHERE partition = :p AND kind = ? LIMIT ?

-- name: due
SELECT id FROM memory WHERE partition = :p AND expires IS NOT NULL AND status = 'active' AND expires <= ? LIMIT 100

-- name: note_key
INSERT INTO tombstone_key (partition, fingerprint) VALUES (:p, ?) ON CONFLICT DO NOTHING

-- name: keys
SELECT fingerprint FROM tombstone_key WHERE partition = :p ORDER BY fingerprint
