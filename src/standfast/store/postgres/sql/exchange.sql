-- name: held
SELECT device, min(number), max(number) FROM
  (SELECT device, number, number - row_number() OVER (PARTITION BY device ORDER BY number) AS island FROM operation WHERE partition = :p) AS chains
GROUP BY device, island ORDER BY device, min(number)

-- name: carried
SELECT convert_to(o.header, 'UTF8'), o.hash, p.nonce, convert_to(p.body, 'UTF8')
FROM operation o LEFT JOIN payload p ON p.partition = :p AND p.operation = o.row
WHERE o.partition = :p AND o.device = ? AND o.number BETWEEN ? AND ? ORDER BY o.number LIMIT ?

-- name: hash_of
SELECT hash FROM operation WHERE partition = :p AND id = ?

-- name: beside
SELECT number, hash, header FROM operation WHERE partition = :p AND device = ? AND number BETWEEN ? - 1 AND ? + 1

-- name: clock_of
SELECT hlc FROM operation WHERE partition = :p AND id = ?

-- name: earliest_revert
SELECT min(o.hlc) FROM undo u JOIN operation o ON o.partition = :p AND o.row = u.operation WHERE u.partition = :p AND u.target = ?

-- name: note_gap
INSERT INTO meta (partition, name, value) VALUES (:p, 'gaps:' || ?, '1') ON CONFLICT DO NOTHING
