"""The shared engine: PostgreSQL 15 or later with pgvector."""
