"""What is known at a file: `about` composes it, `history` brings its commits, `worth` says what deserves a line.

`lately` names the files that changed most of late.
"""
