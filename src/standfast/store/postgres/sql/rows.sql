-- name: all
SELECT o.row, convert_to(o.header, 'UTF8'), convert_to(o.hash, 'UTF8'), p.nonce, convert_to(p.body, 'UTF8'),
  o.memory IN (SELECT memory FROM tombstone WHERE partition = :p
    UNION SELECT memory FROM operation WHERE partition = :p AND act = 'purge' AND memory IS NOT NULL),
  convert_to(o.id, 'UTF8'), convert_to(o.device, 'UTF8'), o.number, o.hlc, convert_to(o.act, 'UTF8'),
  convert_to(o.memory, 'UTF8'), convert_to(o.session, 'UTF8'), convert_to(o.source, 'UTF8'), convert_to(o.at, 'UTF8')
FROM operation o LEFT JOIN payload p ON p.partition = :p AND p.operation = o.row WHERE o.partition = :p ORDER BY o.row

-- name: unmade
SELECT DISTINCT memory FROM touch
WHERE partition = :p AND memory NOT IN (SELECT id FROM memory WHERE partition = :p)

-- name: known_damage
SELECT operation, memory, what FROM damage WHERE partition = :p ORDER BY operation

-- name: salvaged
SELECT device FROM salvaged WHERE partition = :p

-- name: missing
SELECT coalesce(sum(last - there), 0) FROM
  (SELECT max(number) AS last, count(*) AS there FROM operation
   WHERE partition = :p AND device IN (SELECT device FROM salvaged WHERE partition = :p) GROUP BY device) AS chains

-- name: partial
SELECT name FROM meta WHERE partition = :p AND name >= 'gaps:' AND name < 'gaps;'
