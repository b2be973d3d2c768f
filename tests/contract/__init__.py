"""What every game signs: the same tests for each of them, and for the game of the handbook."""
