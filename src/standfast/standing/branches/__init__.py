"""What is only true on a branch, and what becomes of it when the branch lands or goes away.

Where to look:

    content, beginning          whether a state of the repository has what was anchored; which branch of a name it is
    landed, land                whether a branch has landed; the operations that follow
    host_events                 the same where only a Git host tells of it
    threads, work               what is still open, who works on it, and its end
"""
