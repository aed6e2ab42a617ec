"""The verbs of cards: what effects do when a card is played, defeated or used."""
