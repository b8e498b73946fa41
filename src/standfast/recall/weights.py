"""Every number that ranking uses, in one place. Which experiment set each: docs/explanation/ranking.md."""

# Lexical: BM25 over terms, with title and place as weighted fields.
K1 = 1.6
B = 0.9
LENGTH = 20  # added to every length: between a turn of five words and one of eight there is no difference
TITLE = 3.0
PLACE = 0.5
PRIOR = 200  # documents of anybody's text that are counted in: what is rare among thirty notes may be a common word
ALTERNATIVE = 0.7  # a term that may stand for what was asked: an abbreviation, a correction
RELATED = 0.4  # a term near in meaning, times its cosine
FRAME = 0.3  # a word that names the kind of answer

# Words that stand together: within how many terms, and how often a term is looked at.
STRETCH = 8
MOST_SPOTS = 12

# Evidence: how much each side adds to a lexical score between 0 and 1.
DENSE = 0.6
TOGETHER = 0.4
CONTEXT = 0.4  # of the turn before
AFTER = 0.75  # of that, for the turn after
FARTHER = 0.5  # of that, for the next but one
ANCHOR = 0.8
LINK = 0.2
COVERED = 0.6  # of an anchor: a folder that the file is in
SAME_NAME = 0.3  # a file of that name elsewhere
SAME_FOLDER = 0.1

# How much being recent adds: to anything, to what was done to the files at hand, to what is said to hold now.
FRESH = 0.05
FRESH_ANCHORED = 1.0
FRESH_NOW = 0.5
COMPARABLE = 0.76  # of the best evidence: candidates that answer a question about now as well as each other
VERSIONS = 6  # how many such candidates are put newest first

AUTHORITY = 0.03  # per step above or below one agent's note
HAPPENED = 0.3  # off what merely happened: what was learned from it comes first, however many commits speak of it
FEEDBACK = 0.08  # per vote, up to five

# What the code says of an anchored memory: what drifted may still be the answer, but not before what holds.
STANDING = {"holds": 1.0, "unanchored": 1.0, "moved": 1.0, "touched": 0.95, "drifted": 0.8, "broken": 0.65}

# How many candidates each side may bring.
TELLING = 10  # terms a question is looked up by
POSTINGS = 1000  # that are read for them, one by one; commoner terms are looked up where they meet
LEXICAL_LIMIT = 40  # where up to WIDE answers are wanted; in proportion where more are
DENSE_LIMIT = 30
WIDE = 25
PLACED_LIMIT = 40
SPOKEN = 15  # of the best, whose neighbours are looked at: of what tells what happened
NOTED = 5  # and of what was written to stand on its own
LINKED_FROM = 8
LINKED_LIMIT = 4
LIKENESS = 0.2  # cosine from which meaning alone is an answer, where no candidate has a word or place in common
HIDDEN_LIMIT = 20  # of what is not current, to tell how much of it would have answered
ABOUT = 0.6  # of the words of a question: what has so many of them is said to have answered
