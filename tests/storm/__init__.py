"""Storms: commands that are killed, run out of disk, lose it, or meet each other, at every call that matters.

What must hold whatever happens is in `model`; what is tried, in `commands`; `make storm` tries all of it.
"""
