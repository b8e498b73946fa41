-- name: add
INSERT INTO receipt (partition, row, id, verb, session, "to", query, at, withheld, tokens)
SELECT :p, coalesce((SELECT max(row) FROM receipt WHERE partition = :p), 0) + 1, ?, ?, ?, ?, ?, ?, ?, ? RETURNING row

-- name: add_given
INSERT INTO given (partition, receipt, rank, memory, revision, score, scores, standing, tokens)
VALUES (:p, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: given_in
SELECT g.memory, max(g.revision) FROM receipt r JOIN given g ON g.partition = :p AND g.receipt = r.row
WHERE r.partition = :p AND r.session = ? AND r.verb <> 'named' GROUP BY g.memory

-- name: told_in
SELECT g.memory, g.revision, r.verb FROM receipt r JOIN given g ON g.partition = :p AND g.receipt = r.row
WHERE r.partition = :p AND r.session = ?1 AND r."to" = ?2 AND r.verb <> 'named' AND r.row > coalesce(
  (SELECT max(row) FROM receipt WHERE partition = :p AND session = ?1 AND "to" = ?2 AND verb = 'compact'), 0)

-- name: sessions_told
SELECT count(DISTINCT r.session) FROM given g JOIN receipt r ON r.partition = :p AND r.row = g.receipt
WHERE g.partition = :p AND g.memory = ?1 AND r.verb = ?2 AND r.at >= ?3

-- name: of_session
SELECT row, id, verb, session, "to", query, at, withheld, tokens FROM receipt
WHERE partition = :p AND session = ? ORDER BY row

-- name: of_memory
SELECT DISTINCT r.row, r.id, r.verb, r.session, r."to", r.query, r.at, r.withheld, r.tokens
FROM given g JOIN receipt r ON r.partition = :p AND r.row = g.receipt
WHERE g.partition = :p AND g.memory = ? ORDER BY r.row DESC LIMIT ?

-- name: find
SELECT row, id, verb, session, "to", query, at, withheld, tokens FROM receipt
WHERE partition = :p AND id >= ?1 AND id < ?1 || '~' LIMIT 2

-- name: given
SELECT memory, revision, rank, score, scores, standing, tokens FROM given
WHERE partition = :p AND receipt = ? ORDER BY rank

-- name: add_turn
INSERT INTO given_turn (partition, receipt, rank, session, turn, score, tokens) VALUES (:p, ?, ?, ?, ?, ?, ?)

-- name: turns
SELECT session, turn, rank, score, tokens FROM given_turn WHERE partition = :p AND receipt = ? ORDER BY rank

-- name: spent_in
SELECT coalesce(sum(tokens), 0) FROM receipt
WHERE partition = :p AND session = ?1 AND "to" = ?2 AND verb IN ('prompt', 'read', 'edit', 'command', 'failure', 'break')
AND row > coalesce((SELECT max(row) FROM receipt WHERE partition = :p AND session = ?1 AND "to" = ?2 AND verb = 'compact'), 0)

-- name: all
SELECT row, id, verb, session, "to", query, at, withheld, tokens FROM receipt WHERE partition = :p

-- name: all_given
SELECT receipt, memory, revision, rank, score, scores, standing, tokens FROM given WHERE partition = :p

-- name: repair
UPDATE receipt SET id = ?, verb = ?, session = ?, "to" = ?, query = ?, at = ?, withheld = ?, tokens = ? WHERE partition = :p AND row = ?

-- name: repair_given
UPDATE given SET memory = ?, revision = ?, rank = ?, score = ?, scores = ?, standing = ?, tokens = ? WHERE partition = :p AND receipt = ? AND rank = ?

-- name: all_turns
SELECT receipt, session, turn, rank, score, tokens FROM given_turn WHERE partition = :p

-- name: repair_turn
UPDATE given_turn SET session = ?, turn = ?, rank = ?, score = ?, tokens = ? WHERE partition = :p AND receipt = ? AND rank = ?
