"""One module per sign, by its name: what it finds in the turns of one session. `unsure` is what a sign only may be."""
