"""The database, one SQLite file; only this room knows SQL."""
