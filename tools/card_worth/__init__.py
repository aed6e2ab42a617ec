"""What cards are worth: `python -m tools.card_worth run FOLDER`, `... write FOLDER`."""
