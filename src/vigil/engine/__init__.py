"""The rules, pure: no input or output, no clock, no global randomness, and no card's name."""
