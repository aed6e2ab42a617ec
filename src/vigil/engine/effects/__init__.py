"""The effects of cards: what happens when a card is played, defeated or used."""
