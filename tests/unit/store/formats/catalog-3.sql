-- As the first release writes it. Never change this: migrations lead from here to the schema of today.
-- What is known across partitions. Small; read at every start.
CREATE TABLE project (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL,
    created_at TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE evidence (            -- what finds a project again on any machine: root commits, remotes, names
    kind    TEXT NOT NULL,
    value   TEXT NOT NULL,
    project TEXT NOT NULL,
    PRIMARY KEY (kind, value, project)
) WITHOUT ROWID;

CREATE TABLE membership (
    project    TEXT NOT NULL,
    group_name TEXT NOT NULL,
    PRIMARY KEY (project, group_name)
) WITHOUT ROWID;

CREATE TABLE copy (                -- backups Standfast wrote, so that a purge reaches them
    path TEXT PRIMARY KEY,
    at   TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE partition (           -- partitions that have a file: one that is empty or gone later was lost
    key     TEXT PRIMARY KEY,
    lost_at TEXT NOT NULL DEFAULT ''  -- when a repair began it anew because its file was gone
) WITHOUT ROWID;

CREATE TABLE purged (              -- keyed hashes of what was purged in any partition
    content TEXT PRIMARY KEY,
    kind    TEXT NOT NULL DEFAULT 'content'  -- what is hashed: a content, a run of words, or a session's id
) WITHOUT ROWID;

CREATE TABLE accepted (            -- losses that a person knows of and no longer wants to be warned about
    loss   TEXT PRIMARY KEY,
    at     TEXT NOT NULL,
    source TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE bookmark (            -- how far something was read, per project
    project TEXT NOT NULL,
    name    TEXT NOT NULL,
    value   TEXT NOT NULL,
    PRIMARY KEY (project, name, value)
) WITHOUT ROWID;
