"""The tables of what everybody plays alone and is compared in: puzzles and the daily deal. A part of the schema."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Double, ForeignKey, Index, Integer, PrimaryKeyConstraint, String, Table, Text

from .metadata import metadata

# --- puzzles

puzzle_tries = Table(
    "puzzle_tries",
    metadata,
    # The first try of a person at a puzzle: no other one counts.
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("puzzle", String(64), nullable=False),
    # Counts the puzzles that this person has tried.
    Column("number", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Column("solved", Boolean, nullable=False),
    # What was chosen, as JSON, and the key of the request: sent again, it gets the same answer.
    Column("choices", Text, nullable=False),
    Column("key", String(64), nullable=False),
    # The puzzle's before the try: the person's rating follows from these and from nothing else.
    Column("puzzle_rating", Double, nullable=False),
    Column("puzzle_deviation", Double, nullable=False),
    # The person's before the try, with the deviation that had grown until then, and after it.
    Column("rating_before", Double, nullable=False),
    Column("deviation_before", Double, nullable=False),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    # So many puzzles in a row were solved.
    Column("streak", Integer, nullable=False),
    PrimaryKeyConstraint("person", "puzzle"),
    Index(None, "person", "number", unique=True),
)

puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    # Of puzzles that somebody has tried. The tries of people who were deleted still count.
    Column("puzzle", String(64), primary_key=True),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
)

# --- the daily deal

daily_deals = Table(
    "daily_deals",
    metadata,
    # A day like "2026-11-18", and "solitaire" or "duel". The seed and the salt are secret until the day is over.
    Column("date", String(10), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("seed", Text, nullable=False),
    Column("salt", String(64), nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("created", Double, nullable=False),
    # Which worker plays the reference games, and until when: after that another worker may take over.
    Column("lease", String(32), nullable=False),
    Column("lease_until", Double, nullable=False),
    Column("referenced", Boolean, nullable=False),
    PrimaryKeyConstraint("date", "kind"),
)

daily_attempts = Table(
    "daily_attempts",
    metadata,
    # The one attempt of a person that is scored. Those of deleted people stay, without a name.
    Column("person", String(32), nullable=False),
    Column("date", String(10), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("table_id", String(32), nullable=False, unique=True),
    Column("started", Double, nullable=False),
    # Nothing while it runs, and where it was not ended before the day was over.
    Column("ended", Double),
    Column("own", Integer, nullable=False),
    Column("other", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("given_up", Boolean, nullable=False),
    PrimaryKeyConstraint("person", "date", "kind"),
    Index(None, "date", "kind"),
)

daily_references = Table(
    "daily_references",
    metadata,
    # What bots made of a deal.
    Column("date", String(10), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("level", String(32), nullable=False),
    Column("number", Integer, nullable=False),
    Column("own", Integer, nullable=False),
    Column("other", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    PrimaryKeyConstraint("date", "kind", "level", "number"),
)
