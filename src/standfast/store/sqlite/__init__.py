"""The embedded engine: a folder with a catalogue and one SQLite file per partition."""
