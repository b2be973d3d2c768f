"""How fast the house is, beside the bare work: `make bench` prints one table, and table.py says how a line is added."""
