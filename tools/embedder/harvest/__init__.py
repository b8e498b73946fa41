"""Readers that turn public sources into pairs of texts that belong together, one module for each form of source."""
