"""How things are done here: set up, test, build, lint, run and release, read from manifests and CI files.

One file per source: each returns the ways it defines, nothing is run and nothing is guessed beyond what a tool does by
its own convention. Neighbours: `way` (what a way is), `learn.documents` (keeps them in step with their files).
"""
