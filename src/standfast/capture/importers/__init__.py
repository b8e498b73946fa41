"""Readers of what a repository already says: instruction files, decision records, post-mortems, context folders.

Each turns the text of one file into findings, word for word; nothing is stored here and nothing is made up.
"""
