"""Text: the phrases that declarations make, and their renderers: full, short, with icons, and spoken."""
