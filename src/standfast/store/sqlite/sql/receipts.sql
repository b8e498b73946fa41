-- name: add
INSERT INTO receipt (id, verb, session, "to", query, at, withheld, tokens) VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING row

-- name: add_given
INSERT INTO given (receipt, rank, memory, revision, score, scores, standing, tokens) VALUES (?, ?, ?, ?, ?, ?, ?, ?)

-- name: given_in
SELECT g.memory, max(g.revision) FROM receipt r JOIN given g ON g.receipt = r.row WHERE r.session = ? GROUP BY g.memory

-- name: told_in
SELECT g.memory, g.revision, r.verb FROM receipt r JOIN given g ON g.receipt = r.row WHERE r.session = ?1 AND r."to" = ?2
AND r.row > coalesce((SELECT max(row) FROM receipt WHERE session = ?1 AND "to" = ?2 AND verb = 'compact'), 0)

-- name: spent_in
SELECT coalesce(sum(tokens), 0) FROM receipt
WHERE session = ?1 AND "to" = ?2 AND verb IN ('prompt', 'read', 'edit', 'command', 'failure', 'break')

-- name: sessions_told
SELECT count(DISTINCT r.session) FROM given g JOIN receipt r ON r.row = g.receipt
WHERE g.memory = ?1 AND r.verb = ?2 AND r.at >= ?3

-- name: of_session
SELECT row, id, verb, session, "to", query, at, withheld, tokens FROM receipt WHERE session = ? ORDER BY row

-- name: of_memory
SELECT DISTINCT r.row, r.id, r.verb, r.session, r."to", r.query, r.at, r.withheld, r.tokens
FROM given g JOIN receipt r ON r.row = g.receipt WHERE g.memory = ? ORDER BY r.row DESC LIMIT ?

-- name: find
SELECT row, id, verb, session, "to", query, at, withheld, tokens FROM receipt WHERE id >= ?1 AND id < ?1 || '~' LIMIT 2

-- name: given
SELECT memory, revision, rank, score, scores, standing, tokens FROM given WHERE receipt = ? ORDER BY rank

-- name: add_turn
INSERT INTO given_turn (receipt, rank, session, turn, score, tokens) VALUES (?, ?, ?, ?, ?, ?)

-- name: turns
SELECT session, turn, rank, score, tokens FROM given_turn WHERE receipt = ? ORDER BY rank
