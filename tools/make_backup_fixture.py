"""Makes a backup of a revision of the schema, for the tests that restore old backups.

    python -m tools.make_backup_fixture            of every revision that has none
    python -m tools.make_backup_fixture 0004       of this one

The newest older file in tests/storage/backups is restored and migrated to the revision, and every table that is still
empty gets a row. A file is never written again: it stands for what a released version wrote.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from sqlalchemy import Boolean, Column, Connection, Float, Integer, MetaData, Table, insert, select

from vigil.storage.backup import FORMAT, VERSION, _batches, _lines, _rows, _tables_at
from vigil.storage.database import Database, known_revisions, upgrade

FOLDER: Final = Path(__file__).parent.parent / "tests" / "storage" / "backups"


def fixture(revision: str) -> Path:
    return FOLDER / f"{revision}.backup"


def missing() -> list[str]:
    return [revision for revision in known_revisions() if not fixture(revision).exists()]


def make(revision: str) -> Path:
    path = fixture(revision)
    if path.exists():
        raise SystemExit(f"{path} exists: what was released does not change.")
    older = [each for each in known_revisions() if each < revision and fixture(each).exists()]
    with TemporaryDirectory() as folder:
        lines = asyncio.run(_made(f"sqlite:///{folder}/fixture.sqlite", fixture(older[-1]), older[-1], revision))
    path.write_bytes(gzip.compress("".join(lines).encode(), mtime=0))
    return path


async def _made(url: str, source: Path, before: str, revision: str) -> list[str]:
    database = Database(url)
    try:
        await database.migrate()
        async with database.changing_schema() as connection:
            tables = await connection.run_sync(_tables_at, before)
            lines = _lines(source)
            next(lines)
            for name, rows in _batches(_rows(source, lines, tables)):
                await connection.execute(insert(tables[name]), rows)
            return await connection.run_sync(_migrated_and_filled, revision)
    finally:
        await database.close()


def _migrated_and_filled(connection: Connection, revision: str) -> list[str]:
    upgrade(connection, revision)
    found = MetaData()
    found.reflect(connection)
    head = {"format": FORMAT, "version": VERSION, "revision": revision}
    lines = [json.dumps(head) + "\n"]
    for table in found.sorted_tables:
        if table.name == "alembic_version":
            continue
        if connection.execute(select(table)).first() is None:
            connection.execute(insert(table), _sample_row(connection, table))
        rows = connection.execute(select(table)).mappings()
        lines += [json.dumps([table.name, dict(row)], separators=(",", ":")) + "\n" for row in rows]
    return lines


def _sample_row(connection: Connection, table: Table) -> dict[str, Any]:
    return {column.name: _sample(connection, column) for column in table.columns}


def _sample(connection: Connection, column: Column[Any]) -> Any:
    for key in column.foreign_keys:
        return connection.scalar(select(key.column))
    if column.nullable:
        return None
    if isinstance(column.type, Boolean):
        return False
    if isinstance(column.type, Integer):
        return 1
    if isinstance(column.type, Float):
        return 1.0
    # A column may hold JSON: this is both a text and a document.
    return "{}"


def main() -> None:
    for revision in sys.argv[1:] or missing():
        print(f"wrote {make(revision)}")


if __name__ == "__main__":
    main()
