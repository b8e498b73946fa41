"""Every number that ranking uses, in one place. Which experiment set each: docs/explanation/ranking.md."""

# Lexical: BM25 over terms, with title and place as weighted fields.
K1 = 1.6
B = 0.8
LENGTH = 20  # added to every length: between a note of five words and one of eight there is no difference
TURN = 40  # terms: up to here all turns of a conversation count as equally long
SPREAD = 2.0  # of a longer turn: the power of its length, so that an answer of a page does not drown what it answers
TITLE = 3.0
PLACE = 0.5
PRIOR = 200  # documents of anybody's text that are counted in: what is rare among thirty notes may be a common word
ALTERNATIVE = 0.7  # a term that may stand for what was asked: an abbreviation, a correction
FIRST_LINE = 1.8  # of a question of several lines: it is the title of the rest
GUESSED = 0.5  # of a word that nobody here knows and that was taken for another: it may mean what it says
FILLER = 0.1  # a word that only holds a place: something, anyone
FRAME = 0.3  # a word that names the kind of answer, or its time

# Words that stand together: within how many terms, and how often a term is looked at.
STRETCH = 8
MOST_SPOTS = 12

# Evidence: how much each side adds. A side that speaks clearly counts for more than its share: powers above one.
LEXICAL_POWER = 1.6  # of a lexical score between 0 and 1
CLEAR = 0.6  # of the question's weight: where the best match has less of it, words count for less
DENSE = 1.0
DENSE_POWER = 1.5  # of a cosine
TOGETHER = 0.4
NAMED = 1.5  # of that, more, for what is asked for by its very title
LEAD = 0.01  # by which the way that a question asks for by its name is before all else
WAY = 1.3  # times that, for how something is done: a chapter about a part of it says the same words more often
CONTEXT = 0.4  # of the turn before
AFTER = 0.75  # of that, for the turn after
FARTHER = 0.5  # of that, for the next but one
ASKED = 1.0  # more of the turn before, where that is a bare question: what follows answers it
ASKING = 0.3  # off a bare question itself
ORDER = 0.5  # more for a turn that says how something is always to be done
SESSION = 0.15  # of how far a turn is behind the best turn of its session
SPAN = 0.7  # for what was said at the time a question names
VERBATIM = 0.85  # for what begins in the very words of a question, where turns of conversations are compared
BEGINNING = 60  # words of a question, or of what may answer it, that are compared so
READ_AGAIN = 16  # of the best, that are looked at so
OUTSIDE = 0.4  # of the score of a commit outside of that time, where one inside is about the subject
INSIDE = 0.6  # of what the best holds of a question: what holds so much is about the subject
DATED = 0.3  # of what must be brought for an answer: it is what happened at the time that is asked about
AFTERWARDS = 14.0  # days over which something is still told after it happened
ANCHOR = 0.8
LINK = 0.2
IDENTIFIED = 2.0  # for what has an identifier that is asked for and that hardly anything here has
RARE = 3  # documents that have it, at most
NAMES = 0.3  # of a question's weight: an identifier that is so much of it is its subject; less counts by its square
SUCCESSOR = 7.0  # of that, more, for what replaced a memory with the words asked for: as much as the words themselves
COVERED = 0.6  # of an anchor: a folder that the file is in
SAME_FOLDER = 0.2

# How much being recent adds: to anything, with files at hand, to what is said to hold now.
FRESH = 0.05
FRESH_AT_WORK = 0.6
FRESH_ANCHOR = 1.0  # to the anchor itself
LATEST = 0.5  # to the anchor of the latest at a file; a half of it after LATER_ONES others
LATER_ONES = 10
FRESH_NOW = 0.5
COMPARABLE = 0.64  # of the best evidence: candidates that answer a question about now as well as each other
VERSIONS = 12  # how many such candidates are put newest first

AUTHORITY = 0.03  # per step above or below one agent's note
HAPPENED = 0.3  # off what merely happened: what was learned from it comes first, however many commits speak of it
FEEDBACK = 0.08  # per vote, up to five

# What the code says of an anchored memory: what drifted may still be the answer, but not before what holds.
STANDING = {"holds": 1.0, "unanchored": 1.0, "moved": 1.0, "touched": 1.0, "drifted": 0.8, "broken": 0.65}

# How many candidates each side may bring.
TELLING = 10  # terms a question is looked up by
POSTINGS = 1000  # that are read for them, one by one; commoner terms are looked up where they meet
LEXICAL_LIMIT = 40  # where up to WIDE answers are wanted; in proportion where more are
DATED_LIMIT = 600  # of what shares words, where a time is named: most of it is of another
DENSE_LIMIT = 30
WIDE = 25
PLACED_LIMIT = 40
SPOKEN = 15  # of the best, whose neighbours are looked at, where they are turns
LINKED_FROM = 8
LINKED_LIMIT = 4
LIKENESS = 0.2  # cosine from which meaning alone is an answer, where no candidate has a word or place in common
HIDDEN_LIMIT = 20  # of what is not current, to tell how much of it would have answered
ABOUT = 0.6  # of the words of a question: what has so many of them is said to have answered

# The floor: what words (the share of a question that is held) and meaning must bring, among many memories.
FLOOR = 0.98  # among some thousands
MIDDLE, MOST = 3.5, 4.5  # powers of ten: how many these are, and from how many on it rises no more
RISE = 0.3  # more, for each power of ten: the best of those that only share words with a question is better
SOONER = 1.5  # times as early as the light one, as memories grow in number
FLOOR_LIGHT = 0.36  # without a dense side
FEW = 2.0  # power of ten: up to so many memories there is no floor but the small one
SMALL, SMALLER = 0.6, 0.45  # the floor among a hundred memories that somebody wrote down; less, a power of ten below
MANY = 2.9  # and from so many on all of it
MANY_SPOKEN = 4.0  # of turns of conversations
WORDY = 12  # words: of a longer question nothing holds as much
LIKE = 1.3  # of a cosine
BESIDE = 0.7  # of what the neighbours of a turn say
WRITTEN = 300  # memories of a large repository that are not commits
HEAD = 5  # of the best that are looked at
BEHIND = 0.3  # of the best score: what is farther behind is left out, among many
