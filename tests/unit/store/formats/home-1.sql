-- As the first release writes it. Never change this: migrations lead from here to the schema of today.
-- What belongs to this home and to no store: the device, and which folder here is which project.
CREATE TABLE device (
    id TEXT PRIMARY KEY
) WITHOUT ROWID;

CREATE TABLE folder (              -- the Git folders seen here, each with the project it is a clone of
    name    TEXT NOT NULL,
    project TEXT NOT NULL,
    PRIMARY KEY (name, project)
) WITHOUT ROWID;
CREATE INDEX folder_project ON folder (project);
