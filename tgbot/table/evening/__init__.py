"""The end of a game and of a night."""
