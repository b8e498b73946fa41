-- name: add_token
INSERT INTO token (id, digest, person, agent, profile, projects, created_at, created_by, expires_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: tokens
SELECT id, person, agent, profile, projects, created_at, created_by, expires_at, revoked_at, digest = '' FROM token
ORDER BY created_at, id

-- name: find_token
SELECT id, person, agent, profile, projects, created_at, created_by, expires_at, revoked_at, digest = '', digest FROM token
WHERE id = ?

-- name: grants
SELECT id, person, agent, profile, projects, created_at, created_by, expires_at, revoked_at, true FROM token
WHERE person = ? AND digest = '' AND agent = '' ORDER BY created_at

-- name: revoke
UPDATE token SET revoked_at = ? WHERE id = ? AND revoked_at = ''

-- name: record
INSERT INTO access (at, token, person, agent, act, project, status) VALUES (?, ?, ?, ?, ?, ?, ?)

-- name: forget_accesses
DELETE FROM access WHERE at < ?

-- name: deliver
INSERT INTO delivery (id, at) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING id

-- name: forget_deliveries
DELETE FROM delivery WHERE at < ?

-- name: ping
SELECT 1

-- name: judge
INSERT INTO judged (partition, memory, standing, detail, commit, at) VALUES (:p, ?, ?, ?, ?, ?)
ON CONFLICT (partition, memory) DO UPDATE SET standing = excluded.standing, detail = excluded.detail,
  commit = excluded.commit, at = excluded.at WHERE judged.at <= excluded.at

-- name: judged
SELECT memory, standing, detail, commit, at FROM judged WHERE partition = :p AND memory = ANY(?::text[])
