"""A season: games that count together. Pure, as a game is: no files, no clock, no database; the desk asks it."""
