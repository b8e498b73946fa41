-- name: meta
SELECT name, value::bigint FROM meta WHERE partition = :p AND name IN ('documents', 'length', 'vectors')

-- name: frequency
SELECT term, documents FROM word WHERE partition = :p AND term = ANY(?::text[]) AND documents > 0

-- name: meta_then
SELECT count(*), COALESCE(sum(length), 0)::bigint FROM document WHERE partition = :p AND at <= ?

-- name: frequency_then
SELECT p.term, count(*) FROM posting p JOIN document d ON d.partition = :p AND d.row = p.document
WHERE p.partition = :p AND p.term = ANY(?::text[]) AND d.at <= ? GROUP BY p.term

-- name: vocabulary
SELECT term, documents FROM word WHERE partition = :p AND term >= ?1 AND term < ?2 AND documents > 0 ORDER BY term LIMIT ?3

-- name: columns
SELECT d.row, d.memory, d.revision, d.status, d.kind, d.scope, d.at, d.session, d.authority, d.feedback, d.length, d.title, d.body, d.place, d.settled

-- name: hits
-- How the words of a question fall on each document: what they weigh there, and which of the groups are met.
 FROM (SELECT p.document, sum(a.weight * p.times * 2.2 / (p.times + 1.2 * (0.25 + 0.75 * l.length / ?))) AS score{met}
   FROM unnest(?::text[], ?::float8[]) AS a (term, weight)
   JOIN posting p ON p.partition = :p AND p.term = a.term
   JOIN document l ON l.partition = :p AND l.row = p.document
   GROUP BY p.document) f
 JOIN document d ON d.partition = :p AND d.row = f.document WHERE {matched}

-- name: met
bool_or(a.term = ANY(?::text[]))

-- name: placed
 FROM (SELECT * FROM place WHERE partition = :p) p JOIN document d ON d.partition = :p AND d.row = p.document

-- name: addressed
SELECT d.memory, d.revision, d.authority, d.row FROM address a JOIN document d ON d.partition = :p AND d.row = a.document
WHERE a.partition = :p AND a.address = ? ORDER BY a.authority DESC, a.document DESC LIMIT ?

-- name: links
SELECT memory, target FROM link WHERE partition = :p AND memory = ANY(?1::text[])
UNION SELECT target, memory FROM link WHERE partition = :p AND target = ANY(?1::text[])

-- name: of_memories
 FROM document d WHERE d.partition = :p AND d.memory = ANY(?::text[])

-- name: rows
 FROM document d WHERE d.partition = :p AND d.row = ANY(?::bigint[])

-- name: before
SELECT d.row FROM document d WHERE d.partition = :p AND d.session = ? AND d.session <> '' AND d.row < ?{view} ORDER BY d.row DESC LIMIT 2

-- name: after
SELECT d.row FROM document d WHERE d.partition = :p AND d.session = ? AND d.session <> '' AND d.row > ?{view} ORDER BY d.row LIMIT 2

-- name: nearest
 FROM (SELECT document, data OPERATOR(public.<#>) ?::public.vector AS distance FROM vector WHERE partition = :p AND model = ?) v
 JOIN document d ON d.partition = :p AND d.row = v.document WHERE v.distance < 0

-- name: has_near
SELECT count(*) FROM meta WHERE partition = :p AND name = 'near:' || ?

-- name: look_around
SELECT set_config('hnsw.ef_search', ?::text, false)

-- name: near
-- The approximate index is of this partition and model alone, so both stand in the query as they stand in the index.
 FROM (SELECT document, data OPERATOR(public.<#>) ?::public.vector AS distance FROM
   (SELECT document, data FROM vector WHERE partition = :p AND model = ?
    ORDER BY (data::public.halfvec({size})) OPERATOR(public.<#>) ?::public.halfvec({size}) LIMIT ?) AS around) v
 JOIN document d ON d.partition = :p AND d.row = v.document WHERE v.distance < 0

-- name: cosines
SELECT document, data OPERATOR(public.<#>) ?::public.vector FROM vector
WHERE partition = :p AND model = ? AND document = ANY(?::bigint[])

-- name: models
SELECT model FROM vector WHERE partition = :p GROUP BY model
ORDER BY (model IS NOT DISTINCT FROM (SELECT value FROM meta WHERE partition = :p AND name = 'model'))
  = EXISTS (SELECT 1 FROM meta WHERE partition = :p AND name = 'filled'), count(*) DESC, model

-- name: terms_of
SELECT title, body, place FROM document WHERE partition = :p AND memory = ?

-- name: over_d
EXISTS (SELECT 1 FROM memory e WHERE e.partition = :p AND e.id = d.memory AND e.expires <= ?)

-- name: over_m
(m.expires IS NOT NULL AND m.expires <= ?)

-- name: tagged
EXISTS (SELECT 1 FROM tag t WHERE t.partition = :p AND t.tag = ? AND t.document = d.row)
