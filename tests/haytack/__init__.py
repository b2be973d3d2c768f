"""Tests of Haytack's Grand National alone."""
