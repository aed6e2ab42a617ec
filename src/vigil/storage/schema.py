"""The tables of the database: the same in SQLite and in PostgreSQL.

`entries` is the truth about a game. The columns of `tables` are a summary of it, written in the same transaction, so
that lists need not read journals. Seeds are kept apart: whoever reads entries learns nothing of what is to come.
Tokens are kept as hashes only. Times are seconds since 1970, as the clocks have them.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    false,
)

from .metadata import metadata as metadata
from .solo_schema import daily_attempts as daily_attempts
from .solo_schema import daily_deals as daily_deals
from .solo_schema import daily_references as daily_references
from .solo_schema import puzzle_ratings as puzzle_ratings
from .solo_schema import puzzle_tries as puzzle_tries

SUMMARY: Final[dict[str, Any]] = {"summary": True}
"""Marks the columns of `tables` that are written again with every entry."""

people = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    # Equal for names that look alike in small letters; guests have none, and two guests may have the same name.
    Column("name_key", String(80), unique=True),
    # The same for capitals.
    Column("capital_key", String(80), unique=True),
    Column("password", Text),
    Column("webhook", Text),
    Column("created", Double, nullable=False),
    Column("seen", Double, nullable=False),
    # "operator", "moderator" or nothing.
    Column("role", String(16), nullable=False, server_default=""),
    # Until when: a summary of `sanctions`, read with every request.
    Column("banned_until", Double),
    Column("muted_until", Double),
    Column("private_profile", Boolean, nullable=False, default=False, server_default=false()),
)

sessions = Table(
    "sessions",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", Double, nullable=False),
    Column("expires", Double, nullable=False, index=True),
    # The browser and the system as people call them; empty where they are not known.
    Column("device", String(80), nullable=False, server_default=""),
    Column("used", Double),
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("label", String(80), nullable=False),
    Column("created", Double, nullable=False),
    Column("used", Double),
)

recovery_codes = Table(
    "recovery_codes",
    metadata,
    # A code is removed when it is used.
    Column("hash", String(64), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", Double, nullable=False),
)

merged_guests = Table(
    "merged_guests",
    metadata,
    # Journals still know the guest's id: what it did before is the account's.
    Column("id", String(32), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("merged", Double, nullable=False),
)

mutes = Table(
    "mutes",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("muted", String(32), nullable=False),
    PrimaryKeyConstraint("person", "muted"),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("owner", String(32), nullable=False, info=SUMMARY),
    Column("phase", String(16), nullable=False, info=SUMMARY),
    Column("public", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("settings", Text, nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("number", Integer, nullable=False, info=SUMMARY),
    Column("open_seats", Integer, nullable=False, info=SUMMARY),
    # Who has to decide: a person, or a bot of this level. Both are empty outside a game, and where no person plays.
    Column("deciding", String(32), nullable=False, info=SUMMARY),
    Column("deciding_bot", String(32), nullable=False, info=SUMMARY),
    Column("deadline", Double, info=SUMMARY),
    Column("created", Double, nullable=False),
    Column("changed", Double, nullable=False, info=SUMMARY),
    Index(None, "phase", "public", "changed"),
    Index(None, "deadline"),
    Index(None, "deciding"),
    Index(None, "deciding_bot"),
    Index(None, "owner", "phase"),
)

seeds = Table(
    "seeds",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seed", Text, nullable=False),
    Column("salt", String(64), nullable=False),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Column("by", String(32), nullable=False),
    Column("key", String(64), nullable=False),
    Column("action", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "number"),
    Index(None, "by"),
)

seatings = Table(
    "seatings",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("person", String(32), nullable=False),
    Column("bot", String(32), nullable=False),
    # Whether the table is over: the tables where somebody still plays are found without reading all the others.
    Column("over", Boolean, nullable=False, default=False, server_default=false()),
    PrimaryKeyConstraint("table_id", "seat"),
    Index(None, "person", "over"),
)

# --- games that are over

results = Table(
    "results",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("ended", Double, nullable=False),
    Column("ending", String(16), nullable=False),
    # The names of the sets between commas, with one at either end.
    Column("sets", Text, nullable=False),
    Column("variant", String(16), nullable=False),
    Column("players", Integer, nullable=False),
    Column("turns", Integer, nullable=False),
    Column("live", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("practice", Boolean, nullable=False),
)

result_seats = Table(
    "result_seats",
    metadata,
    Column("table_id", ForeignKey("results.table_id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("person", String(32), nullable=False),
    Column("bot", String(32), nullable=False),
    Column("score", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("outcome", String(8), nullable=False),
    PrimaryKeyConstraint("table_id", "seat"),
)

participations = Table(
    "participations",
    metadata,
    # One row for each person and game, whatever the number of their seats. `ended` and `practice` are those of the
    # result: an index over them leads through somebody's history.
    Column("person", String(32), nullable=False),
    Column("table_id", ForeignKey("results.table_id", ondelete="CASCADE"), nullable=False),
    Column("ended", Double, nullable=False),
    Column("practice", Boolean, nullable=False),
    Column("outcome", String(8), nullable=False),
    Column("place", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    PrimaryKeyConstraint("person", "table_id"),
    Index(None, "person", "ended", "table_id"),
)

acquired_cards = Table(
    "acquired_cards",
    metadata,
    # How often somebody has acquired a card, in all games together, and in how many games.
    Column("person", String(32), nullable=False),
    Column("card", Text, nullable=False),
    Column("copies", Integer, nullable=False),
    Column("games", Integer, nullable=False),
    PrimaryKeyConstraint("person", "card"),
)

unrecorded_games = Table(
    "unrecorded_games",
    metadata,
    # Games that ended before results were stored: the server computes them from their journals, a few at a time.
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
)

hidden_tables = Table(
    "hidden_tables",
    metadata,
    # Unfinished games that somebody does not want to see in lists.
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    PrimaryKeyConstraint("person", "table_id"),
)

# --- between people

challenges = Table(
    "challenges",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("challenger", String(32), nullable=False),
    Column("settings", Text, nullable=False),
    # Who is to sit where, as JSON.
    Column("seats", Text, nullable=False),
    Column("rematch_of", String(32), nullable=False),
    Column("state", String(16), nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("created", Double, nullable=False),
    Column("expires", Double, nullable=False, index=True),
    Column("changed", Double, nullable=False),
    Index(None, "state"),
)

challenge_answers = Table(
    "challenge_answers",
    metadata,
    # Everybody who is to play, the challenger too.
    Column("challenge_id", ForeignKey("challenges.id", ondelete="CASCADE"), nullable=False),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("accepted", Boolean, nullable=False),
    PrimaryKeyConstraint("challenge_id", "person"),
)

blocks = Table(
    "blocks",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("blocked", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", Double, nullable=False),
    PrimaryKeyConstraint("person", "blocked"),
)

keys = Table(
    "keys",
    metadata,
    # What the server itself keeps secret: all workers of a database share it.
    Column("name", String(32), primary_key=True),
    Column("value", String(64), nullable=False),
)

invitations = Table(
    "invitations",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("created", Double, nullable=False),
    Column("used_by", String(32), nullable=False),
)

ratings = Table(
    "ratings",
    metadata,
    # Of people with an account. Those of deleted accounts stay, without a name: their opponents' follow from them.
    Column("person", String(32), nullable=False),
    Column("pool", String(16), nullable=False),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("games", Integer, nullable=False),
    # When the last game ended.
    Column("updated", Double, nullable=False),
    PrimaryKeyConstraint("person", "pool"),
    Index(None, "pool", "rating"),
)

rating_changes = Table(
    "rating_changes",
    metadata,
    # What a game made of the rating of the person on a seat. They belong to the game, like its journal: opponents of
    # somebody who was deleted keep theirs.
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    # Games are rated one after the other; this is the order.
    Column("number", Integer, nullable=False, index=True),
    Column("person", String(32), nullable=False),
    Column("pool", String(16), nullable=False),
    Column("ended", Double, nullable=False),
    # Before the game, with the deviation that had grown until then.
    Column("rating_before", Double, nullable=False),
    Column("deviation_before", Double, nullable=False),
    Column("volatility_before", Double, nullable=False),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("games", Integer, nullable=False),
    PrimaryKeyConstraint("table_id", "seat"),
    Index(None, "person", "pool", "number"),
)

reviews = Table(
    "reviews",
    metadata,
    # The review of a finished game, and before that its place in the queue.
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    # "quick" or "full".
    Column("depth", String(8), nullable=False),
    # "queued", "running", "done" or "failed".
    Column("state", String(8), nullable=False),
    # From 0 to 1.
    Column("progress", Double, nullable=False),
    Column("requested_by", String(32), nullable=False),
    Column("requested", Double, nullable=False),
    # Which worker computes it, and until when: after that another worker may take over.
    Column("lease", String(32), nullable=False),
    Column("lease_until", Double, nullable=False),
    Column("attempts", Integer, nullable=False),
    # The review as JSON, compressed and in base 64; empty until it is done.
    Column("content", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "depth"),
    Index(None, "state", "requested"),
)

# --- administration

sanctions = Table(
    "sanctions",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    # "ban" or "mute".
    Column("kind", String(8), nullable=False),
    Column("reason", Text, nullable=False),
    Column("by", String(32), nullable=False),
    Column("created", Double, nullable=False),
    Column("until", Double, nullable=False),
    # Set when it was lifted, or replaced by another one, before its end.
    Column("lifted", Double),
)

reports = Table(
    "reports",
    metadata,
    # For moderators. Whoever reported or was reported may have been deleted since.
    Column("id", String(32), primary_key=True),
    Column("reporter", String(32), nullable=False),
    Column("person", String(32), nullable=False, index=True),
    Column("table_id", String(32), nullable=False),
    Column("text", Text, nullable=False),
    Column("created", Double, nullable=False, index=True),
    Column("resolved", Double),
    Column("resolved_by", String(32)),
    Column("resolution", Text),
)

registration_invitations = Table(
    "registration_invitations",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("hash", String(64), nullable=False, unique=True),
    Column("label", String(80), nullable=False),
    Column("by", String(32), nullable=False),
    Column("created", Double, nullable=False),
    Column("expires", Double, nullable=False),
    # The person who registers with it, or has tried to: nobody else can use it.
    Column("used_by", String(32), nullable=False, server_default=""),
)

audit = Table(
    "audit",
    metadata,
    # In the order of the commits. Triggers of the database refuse to change or delete a row.
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    # A person, or "cli" for whoever has access to the database.
    Column("by", String(32), nullable=False),
    Column("action", String(32), nullable=False),
    # The id of a person, table, report or invitation; empty where there is none.
    Column("target", String(32), nullable=False, index=True),
    Column("reason", Text, nullable=False),
    # Anything else, as a JSON object.
    Column("detail", Text, nullable=False),
)

ENTRY_COLUMNS: Final = tuple(column.name for column in entries.columns)
SUMMARY_COLUMNS: Final = tuple(column.name for column in tables.columns if column.info == SUMMARY)
