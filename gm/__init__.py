"""Under Orders: a game master's desk for play-by-mail race games."""

__version__ = "0.1.0"
