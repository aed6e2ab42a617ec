"""Daily deals, the scored attempts at them, and what bots made of them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "daily_deals",
        sa.Column("date", sa.String(10), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("salt", sa.String(64), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("lease", sa.String(32), nullable=False),
        sa.Column("lease_until", sa.Double(), nullable=False),
        sa.Column("referenced", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("date", "kind", name="pk_daily_deals"),
    )
    op.create_table(
        "daily_attempts",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("date", sa.String(10), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("started", sa.Double(), nullable=False),
        sa.Column("ended", sa.Double()),
        sa.Column("own", sa.Integer(), nullable=False),
        sa.Column("other", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("given_up", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("person", "date", "kind", name="pk_daily_attempts"),
        sa.UniqueConstraint("table_id", name="uq_daily_attempts_table_id"),
    )
    op.create_index("ix_daily_attempts_date_kind", "daily_attempts", ["date", "kind"])
    op.create_table(
        "daily_references",
        sa.Column("date", sa.String(10), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("level", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("own", sa.Integer(), nullable=False),
        sa.Column("other", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("date", "kind", "level", "number", name="pk_daily_references"),
    )
