-- name: put_session
INSERT INTO session AS s (partition, id, agent, started_at, last_at, cwd, branch, kept) VALUES (:p, ?, ?, ?, ?, ?, ?, 0)
ON CONFLICT (partition, id) DO UPDATE SET last_at = greatest(s.last_at, excluded.last_at),
  cwd = CASE WHEN excluded.cwd <> '' THEN excluded.cwd ELSE s.cwd END,
  branch = CASE WHEN excluded.branch <> '' THEN excluded.branch ELSE s.branch END,
  agent = CASE WHEN s.agent = '' THEN excluded.agent ELSE s.agent END

-- name: add_event
INSERT INTO event (partition, row, session, key, kind, at, tool, body, files, sum)
SELECT :p, coalesce((SELECT max(row) FROM event WHERE partition = :p), 0) + 1, ?, ?, ?, ?, ?, ?, ?, CAST(? AS bigint)
ON CONFLICT (partition, session, key) DO NOTHING

-- name: knows
SELECT 1 FROM event WHERE partition = :p AND session = ? AND key = ?

-- name: models
SELECT tool, at FROM event WHERE partition = :p AND session = ? AND key LIKE 'model:%' ORDER BY row

-- name: count_events
UPDATE session SET events = events + ?, tokens = tokens + ?, kept = kept + ? WHERE partition = :p AND id = ?

-- name: find
SELECT id, agent, started_at, last_at, ended_at, cwd, branch, outcome, events, tokens FROM session
WHERE partition = :p AND id = ?

-- name: resolve
SELECT id FROM session WHERE partition = :p AND id >= ?1 AND id < ?1 || '~' ORDER BY id LIMIT 9

-- name: sessions
SELECT id, agent, started_at, last_at, ended_at, cwd, branch, outcome, events, tokens FROM session
WHERE partition = :p ORDER BY last_at DESC LIMIT ? OFFSET ?

-- name: events
SELECT session, key, kind, at, tool, body, files FROM event WHERE partition = :p AND session = ? ORDER BY row LIMIT ?

-- name: prompts
SELECT session, key, kind, at, tool, body, files FROM event
WHERE partition = :p AND session = ? AND kind = 'prompt' ORDER BY row DESC LIMIT ?

-- name: turns
SELECT session, key, kind, at, tool, body, files FROM event
WHERE partition = :p AND session = ? AND kind IN ('prompt', 'answer') ORDER BY row

-- name: close
UPDATE session SET ended_at = ?, outcome = ? WHERE partition = :p AND id = ? AND ended_at IS NULL

-- name: any_before
SELECT EXISTS (SELECT 1 FROM event WHERE partition = :p AND at < ?)

-- name: days
SELECT substr(at, 1, 10) AS day, max(row) AS last FROM event WHERE partition = :p GROUP BY day ORDER BY last DESC

-- name: trim_upto
DELETE FROM event WHERE partition = :p AND row <= ?1 AND key NOT LIKE 'model:%' AND session NOT IN (
  SELECT id FROM session WHERE partition = :p AND outcome LIKE 'imported %' AND substr(outcome, 10) >= substr(?2, 1, 10))

-- name: trim_to
DELETE FROM event WHERE partition = :p AND key NOT LIKE 'model:%' AND row <=
  (SELECT row FROM event WHERE partition = :p ORDER BY row DESC LIMIT 1 OFFSET ?)

-- name: drop_session
DELETE FROM event WHERE partition = :p AND session = ?

-- name: forget_session
DELETE FROM session WHERE partition = :p AND id = ?

-- name: forget_turns
DELETE FROM given_turn WHERE partition = :p AND session = ?

-- name: all_events
SELECT row, session, key, kind, at, tool, body, files, sum FROM event WHERE partition = :p

-- name: drop_event
DELETE FROM event WHERE partition = :p AND row = ?

-- name: forget_turn
DELETE FROM given_turn WHERE partition = :p AND (session, turn) = (SELECT session, key FROM event WHERE partition = :p AND row = ?)

-- name: close_idle
UPDATE session SET ended_at = last_at, outcome = 'abandoned' WHERE partition = :p AND ended_at IS NULL AND last_at < ?

-- name: holds_word
(strpos(lowered, ?) > 0)::int

-- name: search
SELECT * FROM (SELECT session, key, kind, at, tool, body, files, {held} AS held, row FROM
  (SELECT *, lower(body) AS lowered FROM event
   WHERE partition = :p AND kind IN ('prompt', 'answer', 'tool', 'subagent') ORDER BY row DESC LIMIT ?) latest) found
WHERE held > 0 ORDER BY held DESC, row DESC LIMIT ?

-- name: repair_event
UPDATE event SET session = ?, key = ?, kind = ?, at = ?, tool = ?, body = ?, files = ?, sum = ? WHERE partition = :p AND row = ?

-- name: repair_session
UPDATE session SET id = ?, agent = ?, started_at = ?, last_at = ?, ended_at = ?, cwd = ?, branch = ?, outcome = ?,
  events = ?, tokens = ? WHERE partition = :p AND id = ?

-- name: forget_quoted
DELETE FROM given_turn WHERE partition = :p AND session = ? AND turn = ?

-- name: sealed
SELECT id, agent, started_at, last_at, ended_at, cwd, branch, outcome, events, tokens, kept, sum FROM session
WHERE partition = :p AND id = ?

-- name: all_sealed
SELECT id, agent, started_at, last_at, ended_at, cwd, branch, outcome, events, tokens, kept, sum FROM session
WHERE partition = :p

-- name: idle
SELECT id, agent, started_at, last_at, ended_at, cwd, branch, outcome, events, tokens, kept, sum FROM session
WHERE partition = :p AND ended_at IS NULL AND last_at < ?

-- name: seal
UPDATE session SET kept = ?, sum = ? WHERE partition = :p AND id = ?

-- name: totals
SELECT session, sum(sum)::bigint FROM event WHERE partition = :p GROUP BY session
