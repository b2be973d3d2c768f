"""Tests of seasons: tables, draws, and who goes on."""
