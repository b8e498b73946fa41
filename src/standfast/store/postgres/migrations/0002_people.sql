-- People and their tokens, what was done with them, and deliveries that must not come twice. Of the whole store, not of a
-- partition: who may see which project is decided before any partition is opened.

CREATE TABLE token (
    id         words PRIMARY KEY,
    digest     words NOT NULL,      -- of the secret, which is nowhere; empty for a grant that somebody logs in with
    person     words NOT NULL,
    agent      words NOT NULL,      -- whose token it is when it is an agent's; empty for the person's own
    profile    words NOT NULL,
    projects   words NOT NULL,      -- ids between blanks, or *
    created_at words NOT NULL,
    created_by words NOT NULL,
    expires_at words NOT NULL,
    revoked_at words NOT NULL DEFAULT ''
);
CREATE INDEX token_person ON token (person);

CREATE TABLE access (               -- every call: who, as which agent, did what where, and how it ended
    row     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at      words NOT NULL,
    token   words NOT NULL,
    person  words NOT NULL,
    agent   words NOT NULL,
    act     words NOT NULL,
    project words NOT NULL,
    status  integer NOT NULL
);
CREATE INDEX access_at ON access (at);
CREATE INDEX access_person ON access (person, at);

CREATE TABLE delivery (             -- what came once and is refused when it comes again
    id words PRIMARY KEY,
    at words NOT NULL
);

CREATE TABLE judged (               -- what a checkout said last: a server has none
    partition words NOT NULL,
    memory    words NOT NULL,
    standing  words NOT NULL,
    detail    words NOT NULL,
    commit    words NOT NULL,
    at        words NOT NULL,
    PRIMARY KEY (partition, memory)
);

ALTER TABLE judged ENABLE ROW LEVEL SECURITY;
ALTER TABLE judged FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON judged USING (partition = current_setting('standfast.partition', true));
