"""One file per verb: the order of its steps, and nothing else. `declared` holds the parameters of all."""
