"""Gone for good: what a purge takes, every place where we keep words, and the proof.

It is above all packages that keep words, because it has to reach each of them.

    places      every place where words are kept, and what may be done about each
    others      files of agents that may say it too: named, never changed
    choose      which memories go: those named, and what was made of them
    forget      taking them out of every place, in an order that survives being stopped
    proof       searching all of it, without an excuse
    carriers    what in Git still carries it
"""
