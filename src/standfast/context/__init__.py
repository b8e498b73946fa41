"""Who asks, where they stand, which store answers, and what they may see: what every call carries."""
