-- Turns of sessions that were given stood among the memories, as revision 0 of `session<TAB>turn`.
CREATE TABLE given_turn (
    receipt INTEGER NOT NULL,
    rank    INTEGER NOT NULL,
    session TEXT NOT NULL,
    turn    TEXT NOT NULL,
    score   REAL NOT NULL,
    tokens  INTEGER NOT NULL,
    PRIMARY KEY (receipt, rank)
) WITHOUT ROWID;
CREATE INDEX given_turn_session ON given_turn (session, turn);
INSERT INTO given_turn (receipt, rank, session, turn, score, tokens)
SELECT receipt, rank, substr(memory, 1, instr(memory, char(9)) - 1), substr(memory, instr(memory, char(9)) + 1), score, tokens
FROM given WHERE revision = 0 AND instr(memory, char(9)) > 0;
DELETE FROM given WHERE revision = 0;
