"""The issue on screen and on paper, and the feed."""
