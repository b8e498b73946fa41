"""What sessions said, believed step by step: said, learned, given, and held against what came after.

Where to look:

    known, repeated             what is on record already; what an earlier session said too
    asking, confirmed           the question to the agent at hand, and what its answer may rest on
    grouping, promotion         which words say the same, and what becomes a memory in force
    for_brief, outdated         what a brief may tell of a person's words, and which of them a later answer replaced
    outcome                     what came after a memory was given
"""
