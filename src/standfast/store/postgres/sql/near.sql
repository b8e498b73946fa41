-- name: count_vectors
SELECT count(*), coalesce(max(public.vector_dims(data)), 0) FROM vector WHERE partition = :p AND model = ?

-- name: find_near
SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = current_schema()
WHERE c.relname = ?

-- name: note_near
INSERT INTO meta (partition, name, value) VALUES (:p, 'near:' || ?, '1') ON CONFLICT DO NOTHING

-- name: forget_near
DELETE FROM meta WHERE partition = :p AND name = 'near:' || ?
