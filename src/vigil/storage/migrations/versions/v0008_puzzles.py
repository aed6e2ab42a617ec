"""Tries at puzzles, and the ratings of puzzles."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "puzzle_tries",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("puzzle", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("solved", sa.Boolean(), nullable=False),
        sa.Column("choices", sa.Text(), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("puzzle_rating", sa.Double(), nullable=False),
        sa.Column("puzzle_deviation", sa.Double(), nullable=False),
        sa.Column("rating_before", sa.Double(), nullable=False),
        sa.Column("deviation_before", sa.Double(), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("person", "puzzle", name="pk_puzzle_tries"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_puzzle_tries_person", ondelete="CASCADE"),
    )
    op.create_index("ix_puzzle_tries_person_number", "puzzle_tries", ["person", "number"], unique=True)
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle", sa.String(64), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("puzzle", name="pk_puzzle_ratings"),
    )
