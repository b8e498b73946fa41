"""Learning: what history, documents, manifests and sessions teach becomes memories. Deterministic, but for `model`."""
