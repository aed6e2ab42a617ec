"""The procedures of the rules: turns, playing, taking, placing and banishing cards, rewards, the center row."""
