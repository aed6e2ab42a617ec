"""The terminal table: a full game at the keyboard, alone, against bots, or several people at one screen."""
