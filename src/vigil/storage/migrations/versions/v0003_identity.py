"""Recovery codes, guests who were merged into accounts, what sessions are shown with, and keys for capital letters."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    with op.batch_alter_table("people") as people:
        people.add_column(sa.Column("capital_key", sa.String(80)))
        people.create_unique_constraint("uq_people_capital_key", ["capital_key"])
    op.add_column("sessions", sa.Column("device", sa.String(80), nullable=False, server_default=""))
    op.add_column("sessions", sa.Column("used", sa.Double()))
    op.create_table(
        "recovery_codes",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_recovery_codes"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_recovery_codes_person", ondelete="CASCADE"),
    )
    op.create_index("ix_recovery_codes_person", "recovery_codes", ["person"])
    op.create_table(
        "merged_guests",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("merged", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_merged_guests"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_merged_guests_person", ondelete="CASCADE"),
    )
    op.create_index("ix_merged_guests_person", "merged_guests", ["person"])
