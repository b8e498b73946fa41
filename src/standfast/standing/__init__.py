"""What the repository says now about a memory. No model, no guess.

Where to look:

    anchors/        one anchor: taken, judged, followed
    claims/         what a claim states, held against the code at its anchors
    documents/      stale lines of instruction files and pages
    branches/       what is only true on a branch
    memories        the answer for one memory, just before it is shown; `judged` is its form
    survey          everything anchored in a project, doing only what a change calls for
    culprit         which commit made the difference; the lines before and after
    origin          what the document or commit says that a memory was read from; `survival` counts lines of commits
    support         which of two memories the code supports; `links` reads how memories are linked; `breach` names rules
                    that the code breaks
    late_anchors    what was said of a place before anything was there
    catch_up        what time and Git have decided meanwhile goes on record before a verb reads
    proposal        what the structure of a change is worth remembering for
"""
