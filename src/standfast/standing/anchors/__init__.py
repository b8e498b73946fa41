"""One anchor: which a text names, what is there when it is learned, and how it stands later.

Where to look:

    suggest, likely             which anchors a text names, or is probably about
    anchoring, fingerprint      taking what is there, as hashes; by sort: passage, setting, command, dependency, commit
    judge, follow, judgement    how it stands later, where it went, and the answer as a value
    batch                       many at once, doing only what a change calls for
    nowhere                     what was never there
"""
