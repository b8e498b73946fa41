"""Operations between stores, local first: what leaves, what comes in, and the rounds in which it moves.

Above `purge`, because a colleague's purge has to reach every place of this machine too. Receipts and journals stay.

    ranges      which operations of a chain one side has and the other lacks
    batch       operations on the wire: whole, bounded, compressed
    leaving     what may leave, default deny
    arriving    what may come in, and what a purge from elsewhere does here
    remote      the other side: a server, a database, or the folder of another store
    rounds      push, pull and status
    apart       copies of one rule that have grown apart
"""
