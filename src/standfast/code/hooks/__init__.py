"""Git's hooks: `file` is one hook file, `gate` the one before a commit, `events` those after Git's own events."""
