"""The foundation of the other packages: one reader of repositories. It knows the model and nothing above it.

Where to look, in the order data walks:

    locate, git                 find a checkout; read it from files, or ask the git program (the only place that does)
    default_branch, history     which branch others start from; commits in bulk
    identity                    which project a repository is
    tree, source, snapshot      one state of it: files on disk or of a commit, parsed once; and git's answers about it
    filetypes                   which language a file is written in
    languages, symbols,         what a source file defines, and its tokens without formatting
    tokens, literals, layout,
    local_names
    hashing, digest, outline    hashes of those: of a symbol, of the parts of a file or class
    manifests, versions, globs  packages and their versions; ranges; which paths a glob means
    recipes                     what `make NAME`, `just NAME` and `npm run NAME` run
    cache                       small notes in the git folder of a checkout, for speed alone
    hooks                       Git's hooks: the gate before a commit, and what wakes Standfast after Git's events

Nothing is imported here: hooks import `locate` and `snapshot`, and must not pay for the rest.
"""
