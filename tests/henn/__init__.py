"""Tests of Henn's Derby alone."""
