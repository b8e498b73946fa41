-- name: current_words
CREATE VIRTUAL TABLE IF NOT EXISTS temp.current_words USING fts5vocab (main, current_terms, row)

-- name: aside_words
CREATE VIRTUAL TABLE IF NOT EXISTS temp.aside_words USING fts5vocab (main, aside_terms, row)

-- name: current_pages
SELECT term FROM current_terms_idx

-- name: aside_pages
SELECT term FROM aside_terms_idx

-- name: current_has
SELECT EXISTS (SELECT 1 FROM temp.current_words WHERE term >= ? AND term < ?)

-- name: aside_has
SELECT EXISTS (SELECT 1 FROM temp.aside_words WHERE term >= ? AND term < ?)

-- name: write_anew
-- The tables are made as in schema/partition.sql; why they are not emptied instead is said in projection.sql.
DROP TABLE current_terms;
DROP TABLE aside_terms;
CREATE VIRTUAL TABLE current_terms USING fts5 (title, body, place, content = '', tokenize = "unicode61 remove_diacritics 0 tokenchars '_'");
CREATE VIRTUAL TABLE aside_terms USING fts5 (title, body, place, content = '', tokenize = "unicode61 remove_diacritics 0 tokenchars '_'");
INSERT INTO current_terms (current_terms, rank) VALUES ('secure-delete', 1);
INSERT INTO aside_terms (aside_terms, rank) VALUES ('secure-delete', 1);
INSERT INTO current_terms (rowid, title, body, place) SELECT row, title, body, place FROM document WHERE shelf = 1;
INSERT INTO aside_terms (rowid, title, body, place) SELECT row, title, body, place FROM document WHERE shelf = 0
