-- Beside: 7
-- Turns of sessions that were given stood among the memories, as revision 0 of `session<TAB>turn`.
CREATE TABLE given_turn (
    partition words NOT NULL,
    receipt   bigint NOT NULL,
    rank      bigint NOT NULL,
    session   words NOT NULL,
    turn      words NOT NULL,
    score     double precision NOT NULL,
    tokens    bigint NOT NULL,
    PRIMARY KEY (partition, receipt, rank)
);
CREATE INDEX given_turn_session ON given_turn (partition, session, turn);

ALTER TABLE given NO FORCE ROW LEVEL SECURITY;
INSERT INTO given_turn (partition, receipt, rank, session, turn, score, tokens)
SELECT partition, receipt, rank, split_part(memory, chr(9), 1), substr(memory, strpos(memory, chr(9)) + 1), score, tokens
FROM given WHERE revision = 0 AND strpos(memory, chr(9)) > 0;
DELETE FROM given WHERE revision = 0;
ALTER TABLE given FORCE ROW LEVEL SECURITY;

ALTER TABLE given_turn ENABLE ROW LEVEL SECURITY;
ALTER TABLE given_turn FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON given_turn USING (partition = current_setting('standfast.partition', true));

-- Migration 6 did the same, but saw no row unless a superuser ran it.
ALTER TABLE tombstone NO FORCE ROW LEVEL SECURITY;
UPDATE tombstone SET kind = 'run', content = substr(content, 5) WHERE content LIKE 'run:%';
ALTER TABLE tombstone FORCE ROW LEVEL SECURITY;
