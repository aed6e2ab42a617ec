"""The daily deal: which deals a day has, how results compare, and what bots make of them. See docs/daily.md."""
