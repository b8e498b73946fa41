-- name: data_version
PRAGMA data_version

-- name: meta
-- Tells one state of what is derived from another: by its counts, by how often it was written, and by the end of the log.
SELECT name, CAST(value AS INTEGER) FROM meta WHERE name IN ('documents', 'length', 'vectors')
UNION ALL SELECT 'row', max(row) FROM document
UNION ALL SELECT 'end', (SELECT hash FROM operation ORDER BY row DESC LIMIT 1)

-- name: current_instances
CREATE VIRTUAL TABLE IF NOT EXISTS temp.current_instances USING fts5vocab (main, current_terms, instance)

-- name: instances
SELECT group_concat(doc) FROM temp.current_instances WHERE term = ?

-- name: few
SELECT s.id, s.sz, d.title, d.body, d.place
FROM current_terms_docsize s JOIN document d ON d.row = s.id WHERE s.id IN (SELECT value FROM json_each(?))

-- name: totals
SELECT block FROM current_terms_data WHERE id = 1

-- name: lengths
SELECT group_concat(id), group_concat(hex(sz)) FROM current_terms_docsize

-- name: lengths_of
SELECT group_concat(id), group_concat(hex(sz)) FROM current_terms_docsize WHERE id IN (SELECT value FROM json_each(?))

-- name: expiring
SELECT id, expires FROM memory INDEXED BY memory_expires WHERE expires IS NOT NULL AND status = 'active' LIMIT ?

-- name: statuses
-- A step along the index for each status: every memory would be read otherwise.
WITH RECURSIVE one (status) AS (
  SELECT min(status) FROM memory UNION ALL SELECT (SELECT min(status) FROM memory WHERE status > one.status) FROM one WHERE one.status IS NOT NULL
)
SELECT status FROM one WHERE status IS NOT NULL

-- name: frequency
SELECT term, doc FROM current_vocabulary WHERE term IN ({marks})

-- name: meta_then
SELECT count(*), COALESCE(sum(length), 0) FROM document WHERE at <= ?

-- name: frequency_then
SELECT (SELECT count(*) FROM current_terms f JOIN document d ON d.row = f.rowid WHERE f.current_terms MATCH ?1 AND d.at <= ?2)
  + (SELECT count(*) FROM aside_terms f JOIN document d ON d.row = f.rowid WHERE f.aside_terms MATCH ?1 AND d.at <= ?2)

-- name: vocabulary
SELECT term, doc FROM current_vocabulary WHERE term >= ? AND term < ? LIMIT ?

-- name: columns
SELECT d.row, d.memory, d.revision, d.status, d.kind, d.scope, d.at, d.session, d.authority, d.feedback, d.length, d.title, d.body, d.place, d.settled

-- name: any_current
SELECT rowid FROM current_terms WHERE current_terms MATCH ? LIMIT ?

-- name: best_current
SELECT rowid FROM current_terms WHERE current_terms MATCH ? ORDER BY rank LIMIT ?

-- name: best_since
SELECT rowid FROM current_terms WHERE current_terms MATCH ? AND rowid >= ? ORDER BY rank LIMIT ?

-- name: crowd
SELECT rowid FROM current_terms WHERE current_terms MATCH ? ORDER BY rowid DESC LIMIT 1 OFFSET ?

-- name: in_current
 FROM current_terms f JOIN document d ON d.row = f.rowid WHERE f.current_terms MATCH ?

-- name: in_aside
 FROM aside_terms f JOIN document d ON d.row = f.rowid WHERE f.aside_terms MATCH ?

-- name: weighed_in_current
 ORDER BY bm25(current_terms) LIMIT ?

-- name: weighed_in_aside
 ORDER BY bm25(aside_terms) LIMIT ?

-- name: placed
 FROM place p JOIN document d ON d.row = p.document

-- name: addressed
SELECT document, authority FROM address WHERE address = ? ORDER BY authority DESC, document DESC LIMIT ?

-- name: taken
SELECT value FROM json_each(?) WHERE EXISTS (SELECT 1 FROM address WHERE address = value)

-- name: worded
SELECT row, memory, revision FROM document WHERE row IN

-- name: relations
SELECT memory, kind, target FROM link WHERE memory IN ({marks}) UNION SELECT target, kind, memory FROM link WHERE target IN ({marks})

-- name: by_memory
 FROM document d WHERE d.memory IN

-- name: neighbours
WITH asked (row, session) AS (VALUES {asked})
SELECT a.row,
  (SELECT group_concat(row) FROM (SELECT d.row FROM document d WHERE d.session = a.session AND d.session <> '' AND d.row < a.row{view} ORDER BY d.row DESC LIMIT 2)),
  (SELECT group_concat(row) FROM (SELECT d.row FROM document d WHERE d.session = a.session AND d.session <> '' AND d.row > a.row{view} ORDER BY d.row LIMIT 2))
FROM asked a

-- name: scopes
SELECT scope FROM scope ORDER BY scope

-- name: by_position
 FROM document d WHERE d.row IN

-- name: chunks
SELECT chunk, data FROM vector WHERE model = ? ORDER BY chunk

-- name: version
SELECT value FROM meta WHERE name = 'vectors'

-- name: models
-- The one that is aimed at comes first, but last while it is still being made.
SELECT model FROM vector GROUP BY model
ORDER BY (model IS (SELECT value FROM meta WHERE name = 'model')) = EXISTS (SELECT 1 FROM meta WHERE name = 'filled'), count(*) DESC, model

-- name: terms_of
SELECT title, body, place FROM document WHERE memory = ?

-- name: over_d
EXISTS (SELECT 1 FROM memory e WHERE e.id = d.memory AND e.expires <= ?)

-- name: over_m
(m.expires IS NOT NULL AND m.expires <= ?)

-- name: tagged
EXISTS (SELECT 1 FROM tag t WHERE t.tag = ? AND t.document = d.row)
