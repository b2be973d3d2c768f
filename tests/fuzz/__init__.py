"""Readers given what nobody would write: whatever it is, they answer in words, within a second, and in little room.

A bounded part of it is in `tests/test_fuzz.py`; `make fuzz` goes on for as long as it is told.
"""
