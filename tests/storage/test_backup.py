"""Backups outlive the schema: a file of an older version is restored by every later one.

`backups/unmarked.backup` was written before files named their revision. The others hold the same game, and something in
every table that their revision has. A change of the schema adds a file: `python -m tools.make_backup_fixture`.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Column, MetaData, String, text

from tools.make_backup_fixture import missing
from vigil.storage import backup, database
from vigil.storage.backup import BadBackup, restore_backup, write_backup
from vigil.storage.database import BadDatabase, Database
from vigil.storage.schema import metadata
from vigil.storage.store import Store
from vigil.table.table import Table

BACKUPS = Path(__file__).parent / "backups"
TABLE = "MghI0j5UwtbW9HuN"
LATER = """
import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{head}"


def upgrade():
    for table in ("people", "tables"):
        with op.batch_alter_table(table) as batch:
            batch.add_column(sa.Column("added", sa.String(8), nullable=False, server_default="new"))
            batch.alter_column("id", type_=sa.String(64))
"""


@pytest.fixture
def newer_schema(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Vigil as it will be one day: its last migration makes SQLite rebuild the tables that others refer to."""
    folder = tmp_path / "migrations"
    shutil.copytree(database.MIGRATIONS, folder)
    head = max(path.name[1:5] for path in (folder / "versions").glob("v*.py"))
    (folder / "versions" / "v9999_later.py").write_text(LATER.format(head=head))
    monkeypatch.setattr(database, "MIGRATIONS", folder)
    newer = MetaData()
    for table in metadata.sorted_tables:
        table.to_metadata(newer)
    for name in ("people", "tables"):
        newer.tables[name].append_column(Column("added", String(8), nullable=False))
    monkeypatch.setattr(backup, "metadata", newer)
    return "9999"


def rows_in(file: Path) -> Counter[str]:
    with gzip.open(file, "rt") as lines:
        return Counter(json.loads(line)[0] for line in list(lines)[1:])


def asked(url: str, query: str) -> list[Any]:
    async def story() -> list[Any]:
        store = Store(Database(url))
        async with store.database.reading() as connection:
            found = [tuple(row) for row in await connection.execute(text(query))]
        await store.close()
        return found

    return asyncio.run(story())


def game_in(url: str) -> Table:
    async def story() -> Table:
        store = await Store.open(url)
        found = await store.load(TABLE)
        await store.close()
        assert found is not None
        return Table.rebuilt(TABLE, *found)

    return asyncio.run(story())


def test_there_is_a_file_of_every_revision() -> None:
    assert missing() == [], "Run python -m tools.make_backup_fixture."


@pytest.mark.parametrize("name", [path.name for path in sorted(BACKUPS.iterdir())])
def test_an_older_file_is_restored(bare_database: str, name: str, tmp_path: Path) -> None:
    before = rows_in(BACKUPS / name)
    assert restore_backup(bare_database, BACKUPS / name) == before.total()
    assert game_in(bare_database).version == 8
    write_backup(bare_database, tmp_path / "again")
    assert rows_in(tmp_path / "again") == before


@pytest.mark.parametrize("name", [path.name for path in sorted(BACKUPS.iterdir())])
def test_a_file_is_restored_into_a_newer_schema(
    bare_database: str, name: str, tmp_path: Path, newer_schema: str
) -> None:
    restore_backup(bare_database, BACKUPS / name)
    assert asked(bare_database, "SELECT version_num FROM alembic_version") == [(newer_schema,)]
    assert asked(bare_database, "SELECT name, added FROM people ORDER BY name") == [("Ada", "new"), ("Ben", "new")]
    # Nothing that refers to a table that was rebuilt is gone with it.
    write_backup(bare_database, tmp_path / "again")
    assert rows_in(tmp_path / "again") == rows_in(BACKUPS / name)


def test_a_migration_deletes_nothing(bare_database: str, tmp_path: Path, newer_schema: str) -> None:
    with pytest.MonkeyPatch.context() as before:
        before.setattr(database, "MIGRATIONS", Path(database.__file__).parent / "migrations")
        before.setattr(backup, "metadata", metadata)
        restore_backup(bare_database, BACKUPS / "unmarked.backup")
    assert game_in(bare_database).version == 8
    assert asked(bare_database, "SELECT count(*) FROM sessions") == [(2,)]


def test_a_file_or_database_of_a_newer_version_is_left_alone(
    bare_database: str, tmp_path: Path, newer_schema: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer = tmp_path / "newer"
    restore_backup(bare_database, BACKUPS / "unmarked.backup")
    write_backup(bare_database, newer)
    monkeypatch.undo()
    with pytest.raises(BadBackup, match="newer version of Vigil"):
        restore_backup(f"sqlite:///{tmp_path / 'other.sqlite'}", newer)
    with pytest.raises(BadDatabase, match="newer version of Vigil"):
        write_backup(bare_database, tmp_path / "again")


def test_a_damaged_file_changes_nothing(bare_database: str, tmp_path: Path) -> None:
    """Somebody's session, and nobody whose it is."""
    with gzip.open(BACKUPS / "unmarked.backup", "rt") as lines:
        left = [line for line in lines if not line.startswith('["people"')]
    file = tmp_path / "damaged"
    file.write_bytes(gzip.compress("".join(left).encode()))
    with pytest.raises(BadBackup, match="rows do not fit together"):
        restore_backup(bare_database, file)
    restore_backup(bare_database, BACKUPS / "unmarked.backup")


@pytest.mark.parametrize(
    "name", [["Ada"], {"Ada": 1}, None, "\ud800"], ids=["a list", "an object", "nothing", "no character"]
)
def test_a_row_that_no_database_takes_changes_nothing(bare_database: str, tmp_path: Path, name: Any) -> None:
    head, *rows = gzip.decompress((BACKUPS / "unmarked.backup").read_bytes()).splitlines()
    spoilt = [json.loads(row) for row in rows]
    next(columns for table, columns in spoilt if table == "people")["name"] = name
    file = tmp_path / "damaged"
    file.write_bytes(gzip.compress(b"\n".join([head, *(json.dumps(row).encode() for row in spoilt)])))
    with pytest.raises(BadBackup, match="rows do not fit together"):
        restore_backup(bare_database, file)
    restore_backup(bare_database, BACKUPS / "unmarked.backup")


def half_of(content: bytes) -> bytes:
    return content[: len(content) // 2]


@pytest.mark.parametrize(
    "spoil",
    [
        half_of,
        lambda content: content[:-4],
        lambda content: gzip.compress(half_of(gzip.decompress(content))),
        lambda content: gzip.compress(gzip.decompress(content).replace(b'["people",', b'["people",1,', 1)),
        lambda content: gzip.compress(gzip.decompress(content).replace(b"vigil backup", b"other backup")),
        lambda content: gzip.compress(gzip.decompress(content).replace(b'"0001"', b'"9999"')),
        lambda content: gzip.compress(gzip.decompress(content) + b"[" * 100_000),
        gzip.decompress,
    ],
    ids=[
        "half-written",
        "without its end",
        "half packed",
        "foreign rows",
        "foreign head",
        "newer",
        "deep",
        "not packed",
    ],
)
def test_what_is_half_written_or_foreign_is_refused_before_anything_changes(
    tmp_path: Path, spoil: Callable[[bytes], bytes]
) -> None:
    file = tmp_path / "spoilt"
    file.write_bytes(spoil((BACKUPS / "0001.backup").read_bytes()))
    with pytest.raises(BadBackup):
        restore_backup(f"sqlite:///{tmp_path / 'new.sqlite'}", file)
    assert list(tmp_path.iterdir()) == [file]
