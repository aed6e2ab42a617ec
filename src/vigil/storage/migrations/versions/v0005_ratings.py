"""Ratings, and what each rated game made of them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("pool", sa.String(16), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("updated", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("person", "pool", name="pk_ratings"),
    )
    op.create_index("ix_ratings_pool_rating", "ratings", ["pool", "rating"])
    op.create_table(
        "rating_changes",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("pool", sa.String(16), nullable=False),
        sa.Column("ended", sa.Double(), nullable=False),
        sa.Column("rating_before", sa.Double(), nullable=False),
        sa.Column("deviation_before", sa.Double(), nullable=False),
        sa.Column("volatility_before", sa.Double(), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_rating_changes"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_rating_changes_table_id", ondelete="CASCADE"),
    )
    op.create_index("ix_rating_changes_number", "rating_changes", ["number"])
    op.create_index("ix_rating_changes_person_pool_number", "rating_changes", ["person", "pool", "number"])
