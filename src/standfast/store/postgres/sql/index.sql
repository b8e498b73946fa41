-- name: counted
SELECT 'all', name, value::bigint FROM meta WHERE partition = :p AND (name IN ('documents', 'length') OR name LIKE 'near:%')
UNION ALL SELECT 'word', term, documents FROM word WHERE partition = :p AND term = ANY(?::text[]) AND documents > 0

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
-- How the words of a question fall on each document that has one of the rarest: which of the groups are met, and what the
-- words weigh there. Of a crowd, those with the most weight are looked up, and of equal ones the newest: one by one (OFFSET keeps them apart),
-- because of a partition that has just grown the planner knows nothing and would read all of it for each.
 FROM (SELECT * FROM (
     SELECT p.document, array_agg(a.weight) AS weights, array_agg(p.times) AS times,
       sum(a.weight * p.times * 2.2 / (p.times::float8 + 1.2)) AS most{met}
     FROM unnest(?::text[], ?::float8[]) AS a (term, weight)
     CROSS JOIN LATERAL (SELECT document, times FROM posting WHERE partition = :p AND term = a.term OFFSET 0) p
     WHERE p.document IN (SELECT document FROM posting WHERE partition = :p AND term = ANY(?::text[]))
     GROUP BY p.document) f WHERE {matched} ORDER BY f.most DESC, f.document DESC LIMIT ?) f
 CROSS JOIN LATERAL (SELECT * FROM document WHERE partition = :p AND row = f.document OFFSET 0) d
 CROSS JOIN LATERAL (SELECT sum(w.weight * w.times * 2.2 / (w.times::float8 + 0.3 + 0.9 * d.length::float8 / ?::float8))
   AS score FROM unnest(f.weights, f.times) AS w (weight, times)) s WHERE d.shelf = ANY(?::smallint[])

-- name: met
bool_or(a.term = ANY(?::text[]))

-- name: placed
 FROM unnest(?::text[]) WITH ORDINALITY AS a (path, number) CROSS JOIN LATERAL (
   SELECT d.* FROM place p CROSS JOIN LATERAL (
     SELECT * FROM document WHERE partition = :p AND row = p.document OFFSET 0) d
   WHERE p.partition = :p AND p.path = a.path{view} ORDER BY d.row DESC LIMIT ?) d ORDER BY a.number, d.row DESC

-- name: linked
, l.memory FROM (SELECT memory, array_agg(other) AS others FROM (
   SELECT memory, target AS other FROM link WHERE partition = :p AND memory = ANY(?::text[])
   UNION SELECT target, memory FROM link WHERE partition = :p AND target = ANY(?::text[])) e GROUP BY memory) l
 CROSS JOIN LATERAL (SELECT * FROM document d WHERE d.partition = :p AND d.memory = ANY(l.others){view}
   ORDER BY d.row LIMIT ?) d ORDER BY l.memory, d.row

-- name: relations
SELECT memory, kind, target FROM link WHERE partition = :p AND memory = ANY(?::text[])
UNION SELECT target, kind, memory FROM link WHERE partition = :p AND target = ANY(?::text[])

-- name: addressed
SELECT d.memory, d.revision, d.authority, d.row, asked.number FROM unnest(?::bigint[]) WITH ORDINALITY AS asked (address, number)
CROSS JOIN LATERAL (SELECT authority, document FROM address WHERE partition = :p AND address = asked.address
  ORDER BY authority DESC, document DESC LIMIT ?) a
JOIN document d ON d.partition = :p AND d.row = a.document ORDER BY asked.number, a.authority DESC, a.document DESC

-- name: neighbours
, a.row FROM unnest(?::bigint[], ?::text[]) AS a (row, session) CROSS JOIN LATERAL (
  (SELECT * FROM document d WHERE d.partition = :p AND d.session = a.session AND d.session <> '' AND d.row < a.row{view}
   ORDER BY d.row DESC LIMIT 2)
  UNION ALL
  (SELECT * FROM document d WHERE d.partition = :p AND d.session = a.session AND d.session <> '' AND d.row > a.row{view}
   ORDER BY d.row LIMIT 2)) d

-- name: nearest
 FROM (SELECT document, distance FROM
   (SELECT document, data OPERATOR(public.<#>) ?::public.vector AS distance FROM vector WHERE partition = :p AND model = ?) c
   WHERE distance < 0 ORDER BY distance, document LIMIT ?) v
 CROSS JOIN LATERAL (SELECT * FROM document WHERE partition = :p AND row = v.document OFFSET 0) d WHERE true

-- name: has_near
SELECT count(*) FROM meta WHERE partition = :p AND name = 'near:' || ?

-- name: near
-- The approximate index is of this partition and model alone, so both stand in the query as they stand in the index.
 FROM (SELECT document, data OPERATOR(public.<#>) ?::public.vector AS distance FROM
   (SELECT document, data FROM vector WHERE partition = :p AND model = ?
    ORDER BY (data::public.halfvec({size})) OPERATOR(public.<#>) ?::public.halfvec({size}) LIMIT ?) AS around) v
 CROSS JOIN LATERAL (SELECT * FROM document WHERE partition = :p AND row = v.document OFFSET 0) d WHERE v.distance < 0

-- name: cosines
SELECT document, data OPERATOR(public.<#>) ?::public.vector FROM vector
WHERE partition = :p AND model = ? AND document = ANY(?::bigint[])

-- name: models
-- From one model to the next, however many vectors each has; they are counted where there is more than one.
WITH RECURSIVE known (model) AS (
  SELECT min(model) FROM vector WHERE partition = :p
  UNION ALL SELECT (SELECT min(v.model) FROM vector v WHERE v.partition = :p AND v.model > known.model) FROM known
  WHERE known.model IS NOT NULL)
SELECT model FROM known WHERE model IS NOT NULL
ORDER BY (model IS NOT DISTINCT FROM (SELECT value FROM meta WHERE partition = :p AND name = 'model'))
  = EXISTS (SELECT 1 FROM meta WHERE partition = :p AND name = 'filled'),
  CASE WHEN (SELECT count(*) FROM known) > 2 THEN (SELECT count(*) FROM vector v WHERE v.partition = :p AND v.model = known.model) END
  DESC, model

-- name: terms_of
SELECT title, body, place FROM document WHERE partition = :p AND memory = ?

-- name: over_d
d.memory IN (SELECT e.id FROM memory e
  WHERE e.partition = :p AND e.expires IS NOT NULL AND e.status = 'active' AND e.expires <= ?)

-- name: over_m
(m.expires IS NOT NULL AND m.expires <= ?)

-- name: tagged
EXISTS (SELECT 1 FROM tag t WHERE t.partition = :p AND t.tag = ? AND t.document = d.row)
