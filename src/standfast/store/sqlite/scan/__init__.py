"""An exact scan over all vectors of a partition: `scanner` chooses between `lanes` (no import) and `matrix` (numpy)."""
