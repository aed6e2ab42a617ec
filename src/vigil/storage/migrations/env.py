"""Runs migrations on the connection that `Database.migrate` gives."""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection

from vigil.storage.schema import metadata


def run() -> None:
    connection: Connection = context.config.attributes["connection"]
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


run()
