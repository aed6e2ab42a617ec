"""How strong the opponents are, measured in the arena and told on one page: `make ladder`."""
