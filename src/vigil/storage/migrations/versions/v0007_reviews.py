"""Reviews of finished games, and the queue of those that are still to be computed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("depth", sa.String(8), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("progress", sa.Double(), nullable=False),
        sa.Column("requested_by", sa.String(32), nullable=False),
        sa.Column("requested", sa.Double(), nullable=False),
        sa.Column("lease", sa.String(32), nullable=False),
        sa.Column("lease_until", sa.Double(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "depth", name="pk_reviews"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_reviews_table_id", ondelete="CASCADE"),
    )
    op.create_index("ix_reviews_state_requested", "reviews", ["state", "requested"])
