"""The Grand National board game: the rulings, a second adjudicator, and the two compared."""
