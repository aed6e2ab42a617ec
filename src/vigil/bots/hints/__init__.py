"""Why a choice is good, in one sentence for a player."""

from .sentences import advice, explain, reason_in_pieces

__all__ = ["advice", "explain", "reason_in_pieces"]
