-- name: put_memory
INSERT INTO memory (id, tail, revision, kind, title, status, pinned, guarded, scope, at, hlc, key, expires, made, state)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, kind = excluded.kind, title = excluded.title, status = excluded.status,
  pinned = excluded.pinned, guarded = excluded.guarded, scope = excluded.scope, at = excluded.at, hlc = excluded.hlc, key = excluded.key,
  expires = excluded.expires, made = excluded.made, state = excluded.state

-- name: kept
SELECT CAST(id AS BLOB), CAST(tail AS BLOB), revision, CAST(kind AS BLOB), CAST(title AS BLOB), CAST(status AS BLOB), pinned, guarded,
  CAST(scope AS BLOB), CAST(at AS BLOB), hlc, CAST(key AS BLOB), CAST(expires AS BLOB), made, CAST(state AS BLOB) FROM memory

-- name: kept_documents
SELECT CAST(memory AS BLOB), length, CAST(title AS BLOB), CAST(body AS BLOB), CAST(place AS BLOB), row, revision, CAST(status AS BLOB),
  shelf, CAST(kind AS BLOB), CAST(scope AS BLOB), CAST(at AS BLOB), CAST(session AS BLOB), authority, feedback FROM document

-- name: counted_documents
SELECT (SELECT count(*) FROM document WHERE shelf = 1), value FROM meta WHERE name = 'documents'

-- name: counted_scopes
SELECT 'there', CAST(scope AS BLOB), count(*) FROM document GROUP BY 2
UNION ALL SELECT 'counted', CAST(scope AS BLOB), documents FROM scope

-- name: drop_memory
DELETE FROM memory WHERE id = ?

-- name: add_document
INSERT INTO document (row, memory, revision, status, shelf, settled, kind, scope, at, session, authority, feedback, length, title, body, place)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: documents_of
SELECT row, revision, shelf, scope, length, title, body, place FROM document WHERE memory = ?

-- name: drop_document
DELETE FROM document WHERE row = ?

-- name: add_current_terms
INSERT INTO current_terms (rowid, title, body, place) VALUES (?, ?, ?, ?)

-- name: add_aside_terms
INSERT INTO aside_terms (rowid, title, body, place) VALUES (?, ?, ?, ?)

-- name: drop_current_terms
INSERT INTO current_terms (current_terms, rowid, title, body, place) VALUES ('delete', ?, ?, ?, ?)

-- name: drop_aside_terms
INSERT INTO aside_terms (aside_terms, rowid, title, body, place) VALUES ('delete', ?, ?, ?, ?)

-- name: add_place
INSERT OR IGNORE INTO place (path, document) VALUES (?, ?)

-- name: drop_places
DELETE FROM place WHERE document = ?

-- name: add_tag
INSERT OR IGNORE INTO tag (tag, document) VALUES (?, ?)

-- name: drop_tags
DELETE FROM tag WHERE document = ?

-- name: add_address
INSERT OR IGNORE INTO address (address, authority, document) VALUES (?, ?, ?)

-- name: drop_addresses
DELETE FROM address WHERE document = ?

-- name: unaddressed
SELECT row, memory, authority FROM document WHERE row < ? AND status = 'active' ORDER BY row DESC LIMIT ?

-- name: count_unaddressed
SELECT count(*) FROM document WHERE row < ? AND status = 'active'

-- name: add_link
INSERT OR IGNORE INTO link (memory, kind, target) VALUES (?, ?, ?)

-- name: drop_links
DELETE FROM link WHERE memory = ?

-- name: count_scope
INSERT INTO scope (scope, documents) VALUES (?, ?)
ON CONFLICT (scope) DO UPDATE SET documents = documents + excluded.documents

-- name: drop_empty_scopes
DELETE FROM scope WHERE documents <= 0

-- name: add_to_meta
UPDATE meta SET value = CAST(CAST(value AS INTEGER) + ? AS TEXT) WHERE name = ?

-- name: find_chunk
SELECT row FROM vector WHERE model = ? AND chunk = ?

-- name: add_chunk
INSERT INTO vector (model, chunk, data) VALUES (?, ?, zeroblob(?))

-- name: vector_chunks
SELECT row FROM vector WHERE chunk = ?

-- name: all_chunks
SELECT row, chunk FROM vector

-- name: most_chunks
SELECT model FROM vector GROUP BY model ORDER BY count(*) DESC, model LIMIT 1

-- name: has_others
SELECT EXISTS (SELECT 1 FROM vector WHERE model <> ?)

-- name: drop_model
DELETE FROM vector WHERE model = ?

-- name: drop_others
DELETE FROM vector WHERE model <> ?

-- name: drop_all_vectors
DELETE FROM vector;
DELETE FROM meta WHERE name IN ('model', 'filled')

-- name: get_meta
SELECT value FROM meta WHERE name = ?

-- name: put_meta
INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value

-- name: drop_meta
DELETE FROM meta WHERE name = ?

-- name: wait
INSERT OR IGNORE INTO waiting (document) VALUES (?)

-- name: stop_waiting
DELETE FROM waiting WHERE document = ?

-- name: stop_all_waiting
DELETE FROM waiting

-- name: sweep_waiting
DELETE FROM waiting WHERE document NOT IN (SELECT row FROM document)

-- name: any_waiting
SELECT EXISTS (SELECT 1 FROM waiting)

-- name: rows_between
SELECT row FROM document WHERE row >= ? AND row < ?

-- name: unmarked
SELECT count(*) FROM document
WHERE row NOT IN (SELECT document FROM waiting)

-- name: unfilled
SELECT row, memory, title, body, place FROM document WHERE row > ? ORDER BY row LIMIT ?

-- name: marked
SELECT d.row, d.memory, d.title, d.body, d.place FROM waiting w CROSS JOIN document d ON d.row = w.document LIMIT ?

-- name: missing
SELECT count(DISTINCT memory) FROM document
WHERE row > ? OR row IN (SELECT document FROM waiting)

-- name: is_same
SELECT EXISTS (SELECT 1 FROM document WHERE row = ? AND title = ? AND body = ? AND place = ?)

-- name: is_there
SELECT EXISTS (SELECT 1 FROM document WHERE row = ?)

-- name: clear
-- The text index is made anew, as in schema/partition.sql: after FTS5's 'delete-all' with secure-delete, a deletion by another process
-- that has the file open corrupts it.
DELETE FROM memory;
DELETE FROM document;
DELETE FROM place;
DELETE FROM tag;
DELETE FROM address;
DELETE FROM meta WHERE name = 'unaddressed';
DELETE FROM link;
DELETE FROM scope;
DROP TABLE current_terms;
DROP TABLE aside_terms;
CREATE VIRTUAL TABLE current_terms USING fts5 (title, body, place, content = '', tokenize = "unicode61 remove_diacritics 0 tokenchars '_'");
CREATE VIRTUAL TABLE aside_terms USING fts5 (title, body, place, content = '', tokenize = "unicode61 remove_diacritics 0 tokenchars '_'");
INSERT INTO current_terms (current_terms, rank) VALUES ('secure-delete', 1);
INSERT INTO aside_terms (aside_terms, rank) VALUES ('secure-delete', 1);
UPDATE meta SET value = '0' WHERE name IN ('documents', 'length')
