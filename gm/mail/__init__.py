"""The post: letters in, letters out, and how they travel."""
