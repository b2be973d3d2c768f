"""The use cases: what a game master can ask for, each a function of a desk."""
