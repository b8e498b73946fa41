"""Documents of the repository: what their lines name, who wrote them when, and which of it is no longer there.

Where to look:

    names, lookup, gone         what a line names; whether it is there; what took it away
    authors                     the commit that last wrote a line
    instructions, faulty        the lines that are stale, and the book that remembers them
"""
