"""Learning from sessions: signs in the journal become words said, claims learned, orders to remember.

One small module per sign (`told`, `corrected`, `decided`, `asked_again` in words; `retried`, `green`, `undone`,
`routine` in deeds), deterministic and without a model. What they read comes from `turns`; what they find is stored by
`verbs.learn`; what a brief may say of it stands in `said`. Nothing here writes.
"""

from __future__ import annotations

SIGNS = ("told", "corrected", "retried", "green", "undone", "decided", "asked_again", "routine")
"""The signs by name, as `status` lists them and the configuration switches them off."""
