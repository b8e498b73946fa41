-- name: add
INSERT INTO receipt (id, verb, session, "to", query, at, withheld, tokens) VALUES (?, ?, ?, ?, ?, ?, ?, ?)

-- name: add_given
INSERT INTO given (receipt, rank, memory, revision, score, scores, standing, tokens) VALUES (?, ?, ?, ?, ?, ?, ?, ?)

-- name: given_in
SELECT CAST(g.memory AS BLOB), max(g.revision) FROM receipt r JOIN given g ON g.receipt = r.row
WHERE r.session = ? AND r.verb <> 'named' GROUP BY g.memory

-- name: told_in
SELECT CAST(g.memory AS BLOB), g.revision, CAST(r.verb AS BLOB) FROM receipt r JOIN given g ON g.receipt = r.row
WHERE r.session = ?1 AND r."to" = ?2 AND r.verb <> 'named'
AND r.row > coalesce((SELECT max(row) FROM receipt WHERE session = ?1 AND "to" = ?2 AND verb = 'compact'), 0)

-- name: spent_in
SELECT coalesce(sum(tokens), 0) FROM receipt
WHERE session = ?1 AND "to" = ?2 AND verb IN ('prompt', 'read', 'edit', 'command', 'failure', 'break')
AND row > coalesce((SELECT max(row) FROM receipt WHERE session = ?1 AND "to" = ?2 AND verb = 'compact'), 0)

-- name: sessions_told
SELECT count(DISTINCT r.session) FROM given g JOIN receipt r ON r.row = g.receipt
WHERE g.memory = ?1 AND r.verb = ?2 AND r.at >= ?3

-- name: of_session
SELECT row, CAST(id AS BLOB), CAST(verb AS BLOB), CAST(session AS BLOB), CAST("to" AS BLOB), CAST(query AS BLOB),
  CAST(at AS BLOB), withheld, tokens FROM receipt WHERE session = ? ORDER BY row

-- name: of_memory
SELECT DISTINCT r.row, CAST(r.id AS BLOB), CAST(r.verb AS BLOB), CAST(r.session AS BLOB), CAST(r."to" AS BLOB),
  CAST(r.query AS BLOB), CAST(r.at AS BLOB), r.withheld, r.tokens
FROM given g JOIN receipt r ON r.row = g.receipt WHERE g.memory = ? ORDER BY r.row DESC LIMIT ?

-- name: find
SELECT row, CAST(id AS BLOB), CAST(verb AS BLOB), CAST(session AS BLOB), CAST("to" AS BLOB), CAST(query AS BLOB),
  CAST(at AS BLOB), withheld, tokens FROM receipt WHERE id >= ?1 AND id < ?1 || '~' LIMIT 2

-- name: given
SELECT CAST(memory AS BLOB), revision, rank, score, CAST(scores AS BLOB), CAST(standing AS BLOB), tokens FROM given
WHERE receipt = ? ORDER BY rank

-- name: add_turn
INSERT INTO given_turn (receipt, rank, session, turn, score, tokens) VALUES (?, ?, ?, ?, ?, ?)

-- name: turns
SELECT CAST(session AS BLOB), CAST(turn AS BLOB), rank, score, tokens FROM given_turn WHERE receipt = ? ORDER BY rank

-- name: all
SELECT row, CAST(id AS BLOB), CAST(verb AS BLOB), CAST(session AS BLOB), CAST("to" AS BLOB), CAST(query AS BLOB),
  CAST(at AS BLOB), withheld, tokens FROM receipt

-- name: all_given
SELECT receipt, CAST(memory AS BLOB), revision, rank, score, CAST(scores AS BLOB), CAST(standing AS BLOB), tokens FROM given

-- name: repair
UPDATE receipt SET id = ?, verb = ?, session = ?, "to" = ?, query = ?, at = ?, withheld = ?, tokens = ? WHERE row = ?

-- name: repair_given
UPDATE given SET memory = ?, revision = ?, rank = ?, score = ?, scores = ?, standing = ?, tokens = ? WHERE receipt = ? AND rank = ?

-- name: all_turns
SELECT receipt, CAST(session AS BLOB), CAST(turn AS BLOB), rank, score, tokens FROM given_turn

-- name: repair_turn
UPDATE given_turn SET session = ?, turn = ?, rank = ?, score = ?, tokens = ? WHERE receipt = ? AND rank = ?
