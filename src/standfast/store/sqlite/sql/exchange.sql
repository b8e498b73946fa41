-- name: held
SELECT device, min(number), max(number) FROM
  (SELECT device, number, number - row_number() OVER (PARTITION BY device ORDER BY number) AS island FROM operation) AS chains
GROUP BY device, island ORDER BY device, min(number)

-- name: carried
SELECT CAST(o.header AS BLOB), o.hash, p.nonce, CAST(p.body AS BLOB)
FROM operation o LEFT JOIN payload p ON p.operation = o.row
WHERE o.device = ? AND o.number BETWEEN ? AND ? ORDER BY o.number LIMIT ?

-- name: hash_of
SELECT hash FROM operation WHERE id = ?

-- name: beside
SELECT number, hash, header FROM operation WHERE device = ? AND number BETWEEN ? - 1 AND ? + 1

-- name: clock_of
SELECT hlc FROM operation WHERE id = ?

-- name: earliest_revert
SELECT min(o.hlc) FROM undo u JOIN operation o ON o.row = u.operation WHERE u.target = ?

-- name: note_gap
INSERT OR IGNORE INTO meta (name, value) VALUES ('gaps:' || ?, '1')
