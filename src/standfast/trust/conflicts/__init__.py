"""Memories that cannot both be right: what two texts claim, taken apart and held against each other. Never by likeness.

Where to look:

    conflict                    which memories are compared, and what follows
    address                     numbers under which claims are looked up, so that no write searches all texts
    clauses, reading, claim     a text cut into clauses; a clause read; what it is
    slots                       the closed types: what has room for one answer only
    clash                       where two claims say different things; with `difference`, `ban`, `preference`,
                                `habit` and `lesson`
"""
