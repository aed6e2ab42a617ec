"""Studies of the game: matches between bots."""
