-- What is known across partitions. Small; read at every start.
CREATE TABLE meta (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE project (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL,
    created_at TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE evidence (            -- what finds a project again: root commits, remotes, folders, names
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
