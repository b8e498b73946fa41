"""The live repository: who it is, what memories are anchored to in it, and what of that still holds.

Where to look, in the order data walks:

    locate, git                 find a checkout; read it from files, or ask the git program (the only place that does)
    identity                    which project a repository is
    view, source, scene         one state of it: files on disk or of a commit, parsed once; and git's answers about it
    languages, symbols,         what a source file defines, and its tokens without formatting
    tokens, literals
    hashing, digest, outline,   hashes of those: of a symbol, of the parts of a file or class, of some lines
    passage
    fingerprint                 what is at an anchor now, as hashes
    judge, follow, verdict      how it stands later, and where it went
    setting, command,           the same for configuration keys, commands, dependencies and commits
    dependency, landmark
    standing, kept              many anchors at once, doing only what a change calls for; judgements kept between runs
    culprit                     which commit made the difference; the lines before and after
    branch, landing             what is only true on a branch, and whether it has landed
    suggest, proposal           anchors that a text names; what the structure of a change is worth remembering for
    hooks, gatebook, events     Git's hooks: the gate before a commit, and what wakes Standfast after Git's events

Nothing is imported here: hooks import `locate`, `scene` and `standing`, and must not pay for the rest.
"""
