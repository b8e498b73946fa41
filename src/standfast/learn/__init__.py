"""Learning: history becomes recallable episodes and a few proposals. Deterministic."""
