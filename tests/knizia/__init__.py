"""Tests of Knizia's Grand National Derby alone."""
