"""What goes out: candidates, one ranking, a floor under which nothing answers, packed to a budget, on record."""
