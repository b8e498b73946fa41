-- name: put_memory
INSERT INTO memory (partition, id, tail, revision, kind, title, status, pinned, guarded, scope, at, hlc, key, expires, made, state)
VALUES (:p, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (partition, id) DO UPDATE SET revision = excluded.revision, kind = excluded.kind, title = excluded.title,
  status = excluded.status, pinned = excluded.pinned, guarded = excluded.guarded, scope = excluded.scope, at = excluded.at,
  hlc = excluded.hlc, key = excluded.key, expires = excluded.expires, made = excluded.made, state = excluded.state

-- name: kept
SELECT id, tail, revision, kind, title, status, pinned, guarded, scope, at, hlc, key, expires, made, state FROM memory
WHERE partition = :p

-- name: kept_documents
SELECT memory, length, title, body, place, row, revision, status, shelf, kind, scope, at, session, authority, feedback FROM document
WHERE partition = :p

-- name: counted_documents
SELECT (SELECT count(*) FROM document WHERE partition = :p AND shelf = 1),
  coalesce((SELECT value FROM meta WHERE partition = :p AND name = 'documents'), '0')

-- name: counted_scopes
SELECT 'there', scope, count(*) FROM document WHERE partition = :p GROUP BY scope
UNION ALL SELECT 'counted', scope, documents FROM scope WHERE partition = :p

-- name: drop_memory
DELETE FROM memory WHERE partition = :p AND id = ?

-- name: add_document
INSERT INTO document (partition, row, memory, revision, status, shelf, settled, kind, scope, at, session, authority, feedback,
  length, title, body, place)
VALUES (:p, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: documents_of
SELECT row, revision, shelf, scope, length, title, body, place FROM document WHERE partition = :p AND memory = ?

-- name: drop_document
DELETE FROM document WHERE partition = :p AND row = ?

-- name: add_postings
INSERT INTO posting (partition, term, document, times)
SELECT :p, w.term, ?, w.times FROM unnest(?::text[], ?::integer[]) AS w (term, times)

-- name: drop_postings
DELETE FROM posting WHERE partition = :p AND document = ?

-- name: count_words
INSERT INTO word AS w (partition, term, documents) SELECT :p, term, change FROM unnest(?::text[], ?::bigint[]) AS changed (term, change)
ON CONFLICT (partition, term) DO UPDATE SET documents = w.documents + excluded.documents

-- name: drop_words
DELETE FROM word WHERE partition = :p AND term = ANY(?::text[]) AND documents <= 0

-- name: add_place
INSERT INTO place (partition, path, document) VALUES (:p, ?, ?) ON CONFLICT DO NOTHING

-- name: drop_places
DELETE FROM place WHERE partition = :p AND document = ?

-- name: add_tag
INSERT INTO tag (partition, tag, document) VALUES (:p, ?, ?) ON CONFLICT DO NOTHING

-- name: drop_tags
DELETE FROM tag WHERE partition = :p AND document = ?

-- name: add_address
INSERT INTO address (partition, address, authority, document) VALUES (:p, ?, ?, ?) ON CONFLICT DO NOTHING

-- name: drop_addresses
DELETE FROM address WHERE partition = :p AND document = ?

-- name: unaddressed
SELECT row, memory, authority FROM document WHERE partition = :p AND row < ? AND status = 'active' ORDER BY row DESC LIMIT ?

-- name: count_unaddressed
SELECT count(*) FROM document WHERE partition = :p AND row < ? AND status = 'active'

-- name: add_link
INSERT INTO link (partition, memory, kind, target) VALUES (:p, ?, ?, ?) ON CONFLICT DO NOTHING

-- name: drop_links
DELETE FROM link WHERE partition = :p AND memory = ?

-- name: count_scope
INSERT INTO scope AS s (partition, scope, documents) VALUES (:p, ?, ?)
ON CONFLICT (partition, scope) DO UPDATE SET documents = s.documents + excluded.documents

-- name: drop_empty_scopes
DELETE FROM scope WHERE partition = :p AND documents <= 0

-- name: add_to_meta
INSERT INTO meta AS m (partition, name, value) VALUES (:p, ?2, (?1)::bigint::text)
ON CONFLICT (partition, name) DO UPDATE SET value = (m.value::bigint + excluded.value::bigint)::text

-- name: most_chunks
SELECT model FROM vector WHERE partition = :p GROUP BY model ORDER BY count(*) DESC, model LIMIT 1

-- name: has_others
SELECT EXISTS (SELECT 1 FROM vector WHERE partition = :p AND model <> ?)

-- name: put_vector
INSERT INTO vector (partition, model, document, data) VALUES (:p, ?, ?, ?::public.vector)
ON CONFLICT (partition, model, document) DO UPDATE SET data = excluded.data

-- name: drop_vector
DELETE FROM vector WHERE partition = :p AND document = ?

-- name: sweep_vectors
DELETE FROM vector WHERE partition = :p AND document NOT IN (SELECT row FROM document WHERE partition = :p)

-- name: drop_model
DELETE FROM vector WHERE partition = :p AND model = ?

-- name: drop_others
DELETE FROM vector WHERE partition = :p AND model <> ?

-- name: drop_all_vectors
DELETE FROM vector WHERE partition = :p;
DELETE FROM meta WHERE partition = :p AND name IN ('model', 'filled')

-- name: get_meta
SELECT value FROM meta WHERE partition = :p AND name = ?

-- name: put_meta
INSERT INTO meta (partition, name, value) VALUES (:p, ?, ?) ON CONFLICT (partition, name) DO UPDATE SET value = excluded.value

-- name: drop_meta
DELETE FROM meta WHERE partition = :p AND name = ?

-- name: wait
INSERT INTO waiting (partition, document) VALUES (:p, ?) ON CONFLICT DO NOTHING

-- name: stop_waiting
DELETE FROM waiting WHERE partition = :p AND document = ?

-- name: stop_all_waiting
DELETE FROM waiting WHERE partition = :p

-- name: sweep_waiting
DELETE FROM waiting WHERE partition = :p AND document NOT IN (SELECT row FROM document WHERE partition = :p)

-- name: any_waiting
SELECT EXISTS (SELECT 1 FROM waiting WHERE partition = :p)

-- name: unmarked
SELECT count(*) FROM document
WHERE partition = :p AND row NOT IN (SELECT document FROM waiting WHERE partition = :p)

-- name: unfilled
SELECT row, memory, title, body, place FROM document WHERE partition = :p AND row > ? ORDER BY row LIMIT ?

-- name: marked
SELECT d.row, d.memory, d.title, d.body, d.place FROM waiting w
JOIN document d ON d.partition = :p AND d.row = w.document WHERE w.partition = :p ORDER BY d.row LIMIT ?

-- name: missing
SELECT count(DISTINCT memory) FROM document
WHERE partition = :p AND (row > ? OR row IN (SELECT document FROM waiting WHERE partition = :p))

-- name: is_same
SELECT EXISTS (SELECT 1 FROM document WHERE partition = :p AND row = ? AND title = ? AND body = ? AND place = ?)

-- name: is_there
SELECT EXISTS (SELECT 1 FROM document WHERE partition = :p AND row = ?)

-- name: clear
DELETE FROM memory WHERE partition = :p;
DELETE FROM document WHERE partition = :p;
DELETE FROM posting WHERE partition = :p;
DELETE FROM word WHERE partition = :p;
DELETE FROM place WHERE partition = :p;
DELETE FROM tag WHERE partition = :p;
DELETE FROM address WHERE partition = :p;
DELETE FROM meta WHERE partition = :p AND name = 'unaddressed';
DELETE FROM link WHERE partition = :p;
DELETE FROM scope WHERE partition = :p;
UPDATE meta SET value = '0' WHERE partition = :p AND name IN ('documents', 'length')
