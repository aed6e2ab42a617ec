"""Roles, sanctions, invitations to register, and the audit log, which can only grow."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_REFUSE = "The audit log can only grow."


def upgrade() -> None:
    with op.batch_alter_table("people") as batch:
        batch.add_column(sa.Column("role", sa.String(16), nullable=False, server_default=""))
        batch.add_column(sa.Column("banned_until", sa.Double()))
        batch.add_column(sa.Column("muted_until", sa.Double()))
    op.create_table(
        "sanctions",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("by", sa.String(32), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.Column("lifted", sa.Double()),
        sa.PrimaryKeyConstraint("id", name="pk_sanctions"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_sanctions_person", ondelete="CASCADE"),
    )
    op.create_index("ix_sanctions_person", "sanctions", ["person"])
    op.create_table(
        "reports",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("reporter", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("resolved", sa.Double()),
        sa.Column("resolved_by", sa.String(32)),
        sa.Column("resolution", sa.Text()),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
    )
    op.create_index("ix_reports_person", "reports", ["person"])
    op.create_index("ix_reports_created", "reports", ["created"])
    op.create_table(
        "registration_invitations",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("label", sa.String(80), nullable=False),
        sa.Column("by", sa.String(32), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("expires", sa.Double(), nullable=False),
        sa.Column("used_by", sa.String(32), nullable=False, server_default=""),
        sa.PrimaryKeyConstraint("id", name="pk_registration_invitations"),
        sa.UniqueConstraint("hash", name="uq_registration_invitations_hash"),
    )
    op.create_table(
        "audit",
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("by", sa.String(32), nullable=False),
        sa.Column("action", sa.String(32), nullable=False),
        sa.Column("target", sa.String(32), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_audit"),
    )
    op.create_index("ix_audit_target", "audit", ["target"])
    _let_audit_only_grow()


def _let_audit_only_grow() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for event in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER audit_refuses_{event.lower()} BEFORE {event} ON audit "
                f"BEGIN SELECT RAISE(ABORT, '{_REFUSE}'); END"
            )
    else:
        op.execute(
            "CREATE OR REPLACE FUNCTION audit_refuses() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN RAISE EXCEPTION '{_REFUSE}'; END $$"
        )
        op.execute(
            "CREATE TRIGGER audit_refuses BEFORE UPDATE OR DELETE OR TRUNCATE ON audit "
            "FOR EACH STATEMENT EXECUTE FUNCTION audit_refuses()"
        )
