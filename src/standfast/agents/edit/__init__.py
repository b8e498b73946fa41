"""Editing other programs' configuration files: change our entries, keep every other byte, and take them back out.

Each kind of file has a module with two pure functions: `insert` (text, edit → text and a record of what was done) and
`remove` (text, record → text). `kinds` holds what can be asked for; `document` the bytes around the text.
"""
