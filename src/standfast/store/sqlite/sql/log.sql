-- name: last_clock
SELECT coalesce(max(hlc), 0) FROM operation

-- name: last_of_device
SELECT number, hash FROM operation WHERE device = ? ORDER BY number DESC LIMIT 1

-- name: add
INSERT INTO operation (id, device, number, hlc, act, memory, session, source, at, header, hash)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: add_payload
INSERT INTO payload (operation, nonce, body) VALUES (?, ?, ?)

-- name: add_touch
INSERT INTO touch (memory, operation) VALUES (?, ?)

-- name: add_undo
INSERT INTO undo (target, operation) VALUES (?, ?)

-- name: of_memory
SELECT CAST(o.header AS BLOB), o.hash, CAST(p.body AS BLOB), o.row, o.reverted
FROM touch t JOIN operation o ON o.row = t.operation LEFT JOIN payload p ON p.operation = o.row
WHERE t.memory = ? ORDER BY o.hlc, o.device

-- name: reverts_of
SELECT CAST(o.header AS BLOB), o.hash, NULL FROM undo u JOIN operation o ON o.row = u.operation WHERE u.target = ?

-- name: reverted
SELECT reverted FROM operation WHERE id = ?

-- name: any_past
SELECT EXISTS (SELECT 1 FROM operation WHERE act = 'revise')
  OR EXISTS (SELECT 1 FROM memory WHERE status IN ('superseded', 'retracted'))

-- name: undone
-- From the reverts, which are few, to what they undid: nothing else of the log is read.
SELECT o.id, p.body ->> '$.content.text' FROM (SELECT DISTINCT target FROM undo) u
CROSS JOIN operation o ON o.id = u.target JOIN payload p ON p.operation = o.row
WHERE o.reverted = 1 AND o.act IN ('remember', 'revise')

-- name: set_reverted
UPDATE operation SET reverted = ? WHERE id = ? AND reverted <> ?

-- name: find
SELECT CAST(o.header AS BLOB), o.hash, CAST(p.body AS BLOB) FROM operation o LEFT JOIN payload p ON p.operation = o.row WHERE o.id = ?

-- name: resolve
SELECT id FROM operation WHERE id >= ?1 AND id < ?1 || '~' ORDER BY id LIMIT 9

-- name: sessions
SELECT DISTINCT session FROM operation WHERE session <> '' AND session >= ?1 AND session < ?1 || '~' ORDER BY 1 LIMIT 9

-- name: iterate
SELECT CAST(o.header AS BLOB), o.hash, CAST(p.body AS BLOB) FROM operation o LEFT JOIN payload p ON p.operation = o.row

-- name: iterate_memory
SELECT CAST(o.header AS BLOB), o.hash, CAST(p.body AS BLOB)
FROM touch t JOIN operation o ON o.row = t.operation LEFT JOIN payload p ON p.operation = o.row

-- name: said
SELECT o.memory, CAST(p.body AS BLOB) FROM operation o JOIN payload p ON p.operation = o.row WHERE o.memory IS NOT NULL ORDER BY o.hlc DESC

-- name: told_by
SELECT id, source, session FROM operation ORDER BY hlc DESC

-- name: count
SELECT count(*) FROM operation

-- name: all_memories
SELECT DISTINCT memory FROM touch

-- name: reverts
SELECT CAST(header AS BLOB), hash, NULL FROM operation WHERE act = 'revert'

-- name: clear_reverted
UPDATE operation SET reverted = 0 WHERE reverted <> 0

-- name: drop_payloads
DELETE FROM payload WHERE operation IN
  (SELECT o.row FROM touch t JOIN operation o ON o.row = t.operation WHERE t.memory = ?1 AND o.memory = ?1)

-- name: clear_touch
DELETE FROM touch

-- name: clear_undo
DELETE FROM undo

-- name: headers
SELECT row, CAST(header AS BLOB) FROM operation ORDER BY row

-- name: memories_with
SELECT DISTINCT o.memory FROM payload p JOIN operation o ON o.row = p.operation
WHERE o.memory IS NOT NULL AND instr(p.body, ?) > 0

-- name: contains
SELECT EXISTS (SELECT 1 FROM payload WHERE instr(body, ?1) > 0)
    OR EXISTS (SELECT 1 FROM operation WHERE instr(header, ?1) > 0)
    OR EXISTS (SELECT 1 FROM session WHERE instr(cwd || branch || agent || id, ?1) > 0)
    OR EXISTS (SELECT 1 FROM document WHERE instr(title || ' ' || body || ' ' || place, ?1) > 0)
    OR EXISTS (SELECT 1 FROM sqlite_schema WHERE instr(type || name || tbl_name || coalesce(sql, ''), ?1) > 0)
    OR EXISTS (SELECT 1 FROM current_terms_config WHERE instr(k, ?1) > 0)
    OR EXISTS (SELECT 1 FROM meta WHERE instr(name, ?1) > 0)
