"""When something is said unasked: the moments of a session, and in which words."""
