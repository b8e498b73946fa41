-- name: last_clock
SELECT coalesce(max(hlc), 0) FROM operation WHERE partition = :p

-- name: last_of_device
SELECT number, hash FROM operation WHERE partition = :p AND device = ? ORDER BY number DESC LIMIT 1

-- name: add
INSERT INTO operation (partition, row, id, device, number, hlc, act, memory, session, source, at, header, hash)
SELECT :p, coalesce((SELECT max(row) FROM operation WHERE partition = :p), 0) + 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? RETURNING row

-- name: add_payload
INSERT INTO payload (partition, operation, nonce, body) VALUES (:p, ?, ?, ?)

-- name: add_touch
INSERT INTO touch (partition, memory, operation) VALUES (:p, ?, ?)

-- name: add_undo
INSERT INTO undo (partition, target, operation) VALUES (:p, ?, ?)

-- name: of_memory
SELECT convert_to(o.header, 'UTF8'), o.hash, convert_to(p.body, 'UTF8'), o.row, o.reverted
FROM touch t JOIN operation o ON o.partition = :p AND o.row = t.operation
LEFT JOIN payload p ON p.partition = :p AND p.operation = o.row
WHERE t.partition = :p AND t.memory = ? ORDER BY o.hlc, o.device

-- name: reverts_of
SELECT convert_to(o.header, 'UTF8'), o.hash, NULL
FROM undo u JOIN operation o ON o.partition = :p AND o.row = u.operation WHERE u.partition = :p AND u.target = ?

-- name: reverted
SELECT reverted FROM operation WHERE partition = :p AND id = ?

-- name: any_past
SELECT EXISTS (SELECT 1 FROM operation WHERE partition = :p AND act = 'revise')
  OR EXISTS (SELECT 1 FROM memory WHERE partition = :p AND status IN ('superseded', 'retracted'))

-- name: undone
SELECT o.id, p.body::json #>> '{content,text}' FROM (SELECT DISTINCT target FROM undo WHERE partition = :p) u
JOIN operation o ON o.partition = :p AND o.id = u.target JOIN payload p ON p.partition = :p AND p.operation = o.row
WHERE o.reverted = 1 AND o.act IN ('remember', 'revise')

-- name: set_reverted
UPDATE operation SET reverted = ? WHERE partition = :p AND id = ? AND reverted <> ?

-- name: find
SELECT convert_to(o.header, 'UTF8'), o.hash, convert_to(p.body, 'UTF8')
FROM operation o LEFT JOIN payload p ON p.partition = :p AND p.operation = o.row WHERE o.partition = :p AND o.id = ?

-- name: resolve
SELECT id FROM operation WHERE partition = :p AND id >= ?1 AND id < ?1 || '~' ORDER BY id LIMIT 9

-- name: sessions
SELECT DISTINCT session FROM operation
WHERE partition = :p AND session <> '' AND session >= ?1 AND session < ?1 || '~' ORDER BY 1 LIMIT 9

-- name: iterate
SELECT convert_to(o.header, 'UTF8'), o.hash, convert_to(p.body, 'UTF8')
FROM (SELECT * FROM operation WHERE partition = :p) o LEFT JOIN payload p ON p.partition = :p AND p.operation = o.row

-- name: iterate_memory
SELECT convert_to(o.header, 'UTF8'), o.hash, convert_to(p.body, 'UTF8')
FROM (SELECT * FROM touch WHERE partition = :p) t JOIN operation o ON o.partition = :p AND o.row = t.operation
LEFT JOIN payload p ON p.partition = :p AND p.operation = o.row

-- name: said
SELECT o.memory, convert_to(p.body, 'UTF8') FROM operation o JOIN payload p ON p.partition = :p AND p.operation = o.row
WHERE o.partition = :p AND o.memory IS NOT NULL ORDER BY o.hlc DESC

-- name: told_by
SELECT id, source, session FROM operation WHERE partition = :p ORDER BY hlc DESC

-- name: count
SELECT count(*) FROM operation WHERE partition = :p

-- name: all_memories
SELECT DISTINCT memory FROM touch WHERE partition = :p

-- name: reverts
SELECT convert_to(header, 'UTF8'), hash, NULL FROM operation WHERE partition = :p AND act = 'revert'

-- name: clear_reverted
UPDATE operation SET reverted = 0 WHERE partition = :p AND reverted <> 0

-- name: drop_payloads
DELETE FROM payload WHERE partition = :p AND operation IN
  (SELECT o.row FROM touch t JOIN operation o ON o.partition = :p AND o.row = t.operation
   WHERE t.partition = :p AND t.memory = ?1 AND o.memory = ?1)

-- name: clear_touch
DELETE FROM touch WHERE partition = :p

-- name: clear_undo
DELETE FROM undo WHERE partition = :p

-- name: headers
SELECT row, convert_to(header, 'UTF8') FROM operation WHERE partition = :p ORDER BY row

-- name: memories_with
SELECT DISTINCT o.memory FROM payload p JOIN operation o ON o.partition = :p AND o.row = p.operation
WHERE p.partition = :p AND o.memory IS NOT NULL AND strpos(p.body, ?) > 0

-- name: contains
SELECT EXISTS (SELECT 1 FROM payload WHERE partition = :p AND strpos(body, ?1) > 0)
    OR EXISTS (SELECT 1 FROM operation WHERE partition = :p AND strpos(header, ?1) > 0)
    OR EXISTS (SELECT 1 FROM session WHERE partition = :p AND strpos(cwd || branch || agent || id, ?1) > 0)
    OR EXISTS (SELECT 1 FROM document WHERE partition = :p AND strpos(title || ' ' || body || ' ' || place, ?1) > 0)
    OR EXISTS (SELECT 1 FROM posting WHERE partition = :p AND strpos(term, ?1) > 0)
    OR EXISTS (SELECT 1 FROM word WHERE partition = :p AND strpos(term, ?1) > 0)
