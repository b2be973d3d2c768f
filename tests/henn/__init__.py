"""Tests of Dirk Henn's Derby alone."""
