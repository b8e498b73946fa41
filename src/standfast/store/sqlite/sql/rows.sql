-- name: all
SELECT o.row, CAST(o.header AS BLOB), CAST(o.hash AS BLOB), p.nonce, CAST(p.body AS BLOB),
  o.memory IN (SELECT memory FROM tombstone UNION SELECT memory FROM operation WHERE act = 'purge' AND memory IS NOT NULL),
  CAST(o.id AS BLOB), CAST(o.device AS BLOB), o.number, o.hlc, CAST(o.act AS BLOB), CAST(o.memory AS BLOB),
  CAST(o.session AS BLOB), CAST(o.source AS BLOB), CAST(o.at AS BLOB)
FROM operation o LEFT JOIN payload p ON p.operation = o.row ORDER BY o.row

-- name: stray
SELECT operation, nonce, CAST(body AS BLOB) FROM payload WHERE operation NOT IN (SELECT row FROM operation)

-- name: drop_stray
DELETE FROM payload WHERE operation NOT IN (SELECT row FROM operation)

-- name: put_header
UPDATE operation SET header = ?, hash = ? WHERE row = ?

-- name: put_columns
UPDATE OR IGNORE operation SET id = ?, device = ?, number = ?, hlc = ?, act = ?, memory = ?, session = ?, source = ?, at = ?
WHERE row = ?

-- name: put_payload
INSERT INTO payload (operation, nonce, body) VALUES (?, ?, ?)
ON CONFLICT (operation) DO UPDATE SET nonce = excluded.nonce, body = excluded.body

-- name: drop_payload
DELETE FROM payload WHERE operation = ?

-- name: projected
SELECT CAST(state AS BLOB) FROM memory WHERE id = ?

-- name: states
SELECT id, CAST(state AS BLOB) FROM memory WHERE state IS NOT NULL

-- name: unmade
SELECT DISTINCT memory FROM touch WHERE memory NOT IN (SELECT id FROM memory)

-- name: note_damage
INSERT INTO damage (operation, memory, what, at) VALUES (?, ?, ?, ?)
ON CONFLICT (operation) DO UPDATE SET what = excluded.what, at = excluded.at

-- name: known_damage
SELECT operation, memory, what FROM damage ORDER BY operation

-- name: forget_damage
DELETE FROM damage

-- name: salvaged
SELECT device FROM salvaged

-- name: missing
SELECT coalesce(sum(last - there), 0) FROM
  (SELECT max(number) AS last, count(*) AS there FROM operation WHERE device IN (SELECT device FROM salvaged) GROUP BY device)

-- name: partial
SELECT name FROM meta WHERE name >= 'gaps:' AND name < 'gaps;'
