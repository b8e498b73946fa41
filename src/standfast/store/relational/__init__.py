"""What every relational engine does alike: the same steps, each over the statements of its own SQL files."""
