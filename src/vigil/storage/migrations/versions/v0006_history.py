"""Results of games, hidden games, challenges and blocks."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("people", sa.Column("private_profile", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("seatings", sa.Column("over", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.drop_index("ix_seatings_person", "seatings")
    op.create_index("ix_seatings_person_over", "seatings", ["person", "over"])
    op.create_index("ix_tables_deciding", "tables", ["deciding"])
    op.create_index("ix_tables_owner_phase", "tables", ["owner", "phase"])
    _create_results()
    _create_relations()
    ended = "SELECT id FROM tables WHERE phase IN ('finished', 'ended')"
    op.execute(f"INSERT INTO unrecorded_games (table_id) {ended}")
    op.execute(f'UPDATE seatings SET "over" = {_true()} WHERE table_id IN ({ended})')


def _true() -> str:
    return "true" if op.get_bind().dialect.name == "postgresql" else "1"


def _create_results() -> None:
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("ended", sa.Double(), nullable=False),
        sa.Column("ending", sa.String(16), nullable=False),
        sa.Column("sets", sa.Text(), nullable=False),
        sa.Column("variant", sa.String(16), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("practice", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_results"),
        _reference("results", "table_id", "tables.id"),
    )
    op.create_table(
        "result_seats",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("bot", sa.String(32), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.String(8), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_result_seats"),
        _reference("result_seats", "table_id", "results.table_id"),
    )
    op.create_table(
        "participations",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("ended", sa.Double(), nullable=False),
        sa.Column("practice", sa.Boolean(), nullable=False),
        sa.Column("outcome", sa.String(8), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("person", "table_id", name="pk_participations"),
        _reference("participations", "table_id", "results.table_id"),
    )
    op.create_index("ix_participations_person_ended_table_id", "participations", ["person", "ended", "table_id"])
    op.create_table(
        "acquired_cards",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("card", sa.Text(), nullable=False),
        sa.Column("copies", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("person", "card", name="pk_acquired_cards"),
    )
    op.create_table(
        "unrecorded_games",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_unrecorded_games"),
        _reference("unrecorded_games", "table_id", "tables.id"),
    )
    op.create_table(
        "hidden_tables",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("person", "table_id", name="pk_hidden_tables"),
        _reference("hidden_tables", "person", "people.id"),
        _reference("hidden_tables", "table_id", "tables.id"),
    )


def _create_relations() -> None:
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("challenger", sa.String(32), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("seats", sa.Text(), nullable=False),
        sa.Column("rematch_of", sa.String(32), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("expires", sa.Double(), nullable=False),
        sa.Column("changed", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_challenges"),
    )
    op.create_index("ix_challenges_expires", "challenges", ["expires"])
    op.create_index("ix_challenges_state", "challenges", ["state"])
    op.create_table(
        "challenge_answers",
        sa.Column("challenge_id", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("accepted", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("challenge_id", "person", name="pk_challenge_answers"),
        _reference("challenge_answers", "challenge_id", "challenges.id"),
        _reference("challenge_answers", "person", "people.id"),
    )
    op.create_index("ix_challenge_answers_person", "challenge_answers", ["person"])
    op.create_table(
        "blocks",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("blocked", sa.String(32), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("person", "blocked", name="pk_blocks"),
        _reference("blocks", "person", "people.id"),
        _reference("blocks", "blocked", "people.id"),
    )
    op.create_index("ix_blocks_blocked", "blocks", ["blocked"])


def _reference(table: str, column: str, target: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [target], name=f"fk_{table}_{column}", ondelete="CASCADE")
