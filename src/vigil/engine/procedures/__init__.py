"""What the rules do: a turn, playing, taking, placing and banishing cards, rewards, the center row."""
