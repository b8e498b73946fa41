"""Every number that ranking uses, in one place. Which experiment set each: docs/explanation/ranking.md."""

# Lexical: BM25 over terms, with title and place as weighted fields.
K1 = 1.2
B = 0.5
TITLE = 2.0
PLACE = 0.5
ALTERNATIVE = 0.6  # a term that may stand for what was asked: an abbreviation, a correction

# Evidence: how much each side adds to a lexical score between 0 and 1.
DENSE = 0.6
ANCHOR = 0.8
LINK = 0.15
CONTEXT = 0.25

# Then factors.
RECENCY = 0.5  # the share of a score that fades with age
AUTHORITY = 0.03  # per step above or below one agent's note
FEEDBACK = 0.08  # per vote, up to five

# What the code says of an anchored memory: what drifted may still be the answer, but not before what holds.
STANDING = {"holds": 1.0, "unanchored": 1.0, "moved": 1.0, "touched": 0.95, "drifted": 0.8, "broken": 0.65}

# How many candidates each side may bring.
TELLING = 8
LEXICAL_LIMIT = 100
DENSE_LIMIT = 60
PLACED_LIMIT = 40
