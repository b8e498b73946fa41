"""Learning from sessions: signs in the journal become words said, claims learned, orders to remember.

Deterministic and without a model; nothing here writes, `verbs.learn` stores. Where to look:

    turns, commands, ending     one session as learning reads it: what was asked, run and answered, and how it ended
    words/                      what a person typed
    signs/                      one per sign: `told`, `corrected`, `decided`, `asked_again` read words; `retried`,
                                `green`, `undone`, `routine` read deeds; `failure` knows the same break again
    read, finding               all signs over one session; what one of them found
    episode, agreed             the session in a few lines, and what it settled
    belief/                     from said to learned, and what a brief may tell of it
    past                        searching what past sessions said
    waiting, alone              which sessions are still to be learned from, one process at a time
    markers/                    the words by which a language shows a sign
"""

from __future__ import annotations

SIGNS = ("told", "corrected", "retried", "green", "undone", "decided", "asked_again", "routine")
"""The signs by name, as `status` lists them and the configuration switches them off."""
