"""What the repository says now about a memory. No model, no guess.

Where to look, in the order data walks:

    suggest, anchor             which anchors a text names; taking their fingerprints when something is learned
    fingerprint, passage,       what is at an anchor now, as hashes
    setting, command,
    dependency, commit
    judge, follow, verdict      how it stands later, and where it went
    batch, survey, memories     many anchors at once, doing only what a change calls for; all of a project; one answer
    culprit                     which commit made the difference; the lines before and after
    branch, landing, land       what is only true on a branch, and what becomes of it when the branch lands
    proposal                    what the structure of a change is worth remembering for
"""
