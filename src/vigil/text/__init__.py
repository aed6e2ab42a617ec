"""Text: the phrases that declarations make, and what renders them for readers, small cards, the page and listeners."""
