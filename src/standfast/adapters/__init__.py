"""Adapters: Standfast behind interfaces that programs already use, one file each. Nothing here is imported by default.

Each calls the facade and nothing below it; what its interface cannot express (receipts, revisions, undo) stays there
for whoever looks with the command line.
"""
