-- name: put_session
INSERT INTO session (id, agent, started_at, last_at, cwd, branch, kept) VALUES (?, ?, ?, ?, ?, ?, 0)
ON CONFLICT (id) DO UPDATE SET last_at = max(last_at, excluded.last_at),
  cwd = CASE WHEN excluded.cwd <> '' THEN excluded.cwd ELSE cwd END,
  branch = CASE WHEN excluded.branch <> '' THEN excluded.branch ELSE branch END,
  agent = CASE WHEN agent = '' THEN excluded.agent ELSE agent END

-- name: add_event
INSERT INTO event (session, key, kind, at, tool, body, files, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (session, key) DO NOTHING

-- name: knows
SELECT 1 FROM event WHERE session = ? AND key = ?

-- name: models
-- They are kept when events are trimmed: what a model said stays known as its word.
SELECT CAST(tool AS BLOB), CAST(at AS BLOB) FROM event WHERE session = ? AND key >= 'model:' AND key < 'model;' ORDER BY row

-- name: count_events
UPDATE session SET events = events + ?, tokens = tokens + ?, kept = kept + ? WHERE id = ?

-- name: find
SELECT CAST(id AS BLOB), CAST(agent AS BLOB), CAST(started_at AS BLOB), CAST(last_at AS BLOB), CAST(ended_at AS BLOB),
  CAST(cwd AS BLOB), CAST(branch AS BLOB), CAST(outcome AS BLOB), events, tokens FROM session WHERE id = ?

-- name: resolve
SELECT CAST(id AS BLOB) FROM session WHERE id >= ?1 AND id < ?1 || '~' ORDER BY id LIMIT 9

-- name: sessions
SELECT CAST(id AS BLOB), CAST(agent AS BLOB), CAST(started_at AS BLOB), CAST(last_at AS BLOB), CAST(ended_at AS BLOB),
  CAST(cwd AS BLOB), CAST(branch AS BLOB), CAST(outcome AS BLOB), events, tokens FROM session
ORDER BY last_at DESC LIMIT ? OFFSET ?

-- name: events
SELECT CAST(session AS BLOB), CAST(key AS BLOB), CAST(kind AS BLOB), CAST(at AS BLOB), CAST(tool AS BLOB), CAST(body AS BLOB), CAST(files AS BLOB)
FROM event WHERE session = ? ORDER BY row LIMIT ?

-- name: prompts
SELECT CAST(session AS BLOB), CAST(key AS BLOB), CAST(kind AS BLOB), CAST(at AS BLOB), CAST(tool AS BLOB), CAST(body AS BLOB), CAST(files AS BLOB)
FROM event WHERE session = ? AND kind = 'prompt' ORDER BY row DESC LIMIT ?

-- name: turns
SELECT CAST(session AS BLOB), CAST(key AS BLOB), CAST(kind AS BLOB), CAST(at AS BLOB), CAST(tool AS BLOB), CAST(body AS BLOB), CAST(files AS BLOB)
FROM event WHERE session = ? AND kind IN ('prompt', 'answer') ORDER BY row

-- name: holds_word
(instr(lowered, ?) > 0)

-- name: search
SELECT CAST(session AS BLOB), CAST(key AS BLOB), CAST(kind AS BLOB), CAST(at AS BLOB), CAST(tool AS BLOB), CAST(body AS BLOB), CAST(files AS BLOB),
  {held} AS held FROM
  (SELECT *, lower(body) AS lowered FROM event WHERE kind IN ('prompt', 'answer', 'tool', 'subagent')
   ORDER BY row DESC LIMIT ?)
WHERE held > 0 ORDER BY held DESC, row DESC LIMIT ?

-- name: close
UPDATE session SET ended_at = ?, outcome = ? WHERE id = ? AND ended_at IS NULL

-- name: any_before
SELECT EXISTS (SELECT 1 FROM event WHERE at < ?)

-- name: days
-- In the order of arrival, the latest first; read from the index alone.
SELECT substr(at, 1, 10) AS day, max(row) AS last FROM event GROUP BY day ORDER BY last DESC

-- name: trim_upto
-- What was brought in ages from the day it was brought in, which its session's outcome tells.
DELETE FROM event WHERE row <= ?1 AND key NOT LIKE 'model:%' AND session NOT IN (
  SELECT id FROM session WHERE outcome LIKE 'imported %' AND substr(outcome, 10) >= substr(?2, 1, 10))

-- name: trim_to
DELETE FROM event WHERE key NOT LIKE 'model:%' AND row <= (SELECT row FROM event ORDER BY row DESC LIMIT 1 OFFSET ?)

-- name: drop_session
DELETE FROM event WHERE session = ?

-- name: forget_session
DELETE FROM session WHERE id = ?

-- name: forget_turns
DELETE FROM given_turn WHERE session = ?

-- name: all_events
SELECT row, CAST(session AS BLOB), CAST(key AS BLOB), CAST(kind AS BLOB), CAST(at AS BLOB), CAST(tool AS BLOB), CAST(body AS BLOB), CAST(files AS BLOB), sum
FROM event

-- name: drop_event
DELETE FROM event WHERE row = ?

-- name: forget_turn
DELETE FROM given_turn WHERE (session, turn) = (SELECT session, key FROM event WHERE row = ?)

-- name: close_idle
UPDATE session SET ended_at = last_at, outcome = 'abandoned' WHERE ended_at IS NULL AND last_at < ?

-- name: repair_event
UPDATE event SET session = ?, key = ?, kind = ?, at = ?, tool = ?, body = ?, files = ?, sum = ? WHERE row = ?

-- name: repair_session
UPDATE session SET id = ?, agent = ?, started_at = ?, last_at = ?, ended_at = ?, cwd = ?, branch = ?, outcome = ?,
  events = ?, tokens = ? WHERE CAST(id AS BLOB) = ?

-- name: forget_quoted
DELETE FROM given_turn WHERE session = ? AND turn = ?

-- name: sealed
SELECT CAST(id AS BLOB), CAST(agent AS BLOB), CAST(started_at AS BLOB), CAST(last_at AS BLOB), CAST(ended_at AS BLOB),
  CAST(cwd AS BLOB), CAST(branch AS BLOB), CAST(outcome AS BLOB), events, tokens, kept, sum FROM session
WHERE id = ?

-- name: all_sealed
SELECT CAST(id AS BLOB), CAST(agent AS BLOB), CAST(started_at AS BLOB), CAST(last_at AS BLOB), CAST(ended_at AS BLOB),
  CAST(cwd AS BLOB), CAST(branch AS BLOB), CAST(outcome AS BLOB), events, tokens, kept, sum FROM session

-- name: idle
SELECT CAST(id AS BLOB), CAST(agent AS BLOB), CAST(started_at AS BLOB), CAST(last_at AS BLOB), CAST(ended_at AS BLOB),
  CAST(cwd AS BLOB), CAST(branch AS BLOB), CAST(outcome AS BLOB), events, tokens, kept, sum FROM session
WHERE ended_at IS NULL AND last_at < ?

-- name: seal
UPDATE session SET kept = ?, sum = ? WHERE id = ?

-- name: totals
SELECT CAST(session AS BLOB), sum(sum) FROM event GROUP BY session
