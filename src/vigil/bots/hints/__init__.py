"""Why a choice is good, in one sentence for a player."""

from .sentences import advice, explain

__all__ = ["advice", "explain"]
