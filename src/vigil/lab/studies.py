"""Studies: the games of a match as Parquet files, for `vigil report` and for every tool that reads tables.

A study is a folder. Seats count from 0, as everywhere in the library; `game` is the game's number in the match.
The files depend on the match alone, to the byte: not on the number of processes, and not on the time they took.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from vigil._version import __version__
from vigil.cards import LIBRARY
from vigil.engine.errors import VigilError
from vigil.engine.terms import ZONE_WORDS
from vigil.extras import needed

from .matches import Match, Played

GAMES: Final = "games"
TURNS: Final = "turns"
CARDS: Final = "cards"
OFFERS: Final = "offers"

TABLES: Final[dict[str, dict[str, str]]] = {
    GAMES: {
        "game": "int32",
        "deal": "int32",
        "sets": "list<string>",
        "players": "int8",
        "variant": "string",
        "seed": "int64",
        "honor_pool": "int16",
        "lineup": "list<string>",
        "bots": "list<string>",
        "first": "int8",
        "winners": "list<int8>",
        "scores": "list<int16>",
        "cult": "int16",
        "turns": "int32",
        "decisions": "int32",
        "stalled": "bool",
    },
    TURNS: {
        "game": "int32",
        "turn": "int32",
        "round": "int32",
        "seat": "int8",
        "bot": "string",
        "won": "bool",
        "honor": "int16",
        "score": "int16",
        "pool": "int16",
        "cards": "int16",
    },
    CARDS: {
        "game": "int32",
        "turn": "int32",
        "seat": "int8",
        "bot": "string",
        "card": "string",
        "set": "string",
        "faction": "string",
        "kind": "string",
        "taking": "string",
        "source": "string",
        "won": "bool",
        "score": "int16",
        "score_share": "float",
    },
    OFFERS: {
        "game": "int32",
        "card": "string",
        "set": "string",
        "faction": "string",
        "kind": "string",
        "times": "int32",
    },
}
"""The files of a study, and their columns."""

ROWS_AT_ONCE: Final = 50_000
"""So many rows wait in memory before they are written."""


class BadStudy(VigilError):
    """A folder cannot take a study, or what lies in it is none."""


def _file(folder: Path, table: str) -> Path:
    return folder / f"{table}.parquet"


def _schema(arrow: Any, table: str) -> Any:
    fields = [
        (name, arrow.list_(arrow.type_for_alias(item)) if item else arrow.type_for_alias(word))
        for name, word in TABLES[table].items()
        for item in [word.removeprefix("list<").rstrip(">") if word.startswith("list<") else ""]
    ]
    return arrow.schema(fields, metadata={"vigil": __version__})


# --- writing


class StudyWriter:
    """Writes games as they come in. Whatever ends the `with` block, the files hold every game that was added."""

    def __init__(self, folder: Path, match: Match) -> None:
        if not -(2**63) <= match.seed < 2**63:
            raise BadStudy(f"The seed {match.seed} does not fit into a study: choose one of at most 18 digits.")
        self.match = match
        self.folder = folder
        self._arrow = needed("pyarrow", "lab", "A study")
        self._parquet = needed("pyarrow.parquet", "lab", "A study")
        self._rows: dict[str, list[tuple[Any, ...]]] = {table: [] for table in TABLES}
        self._schemas = {table: _schema(self._arrow, table) for table in TABLES}
        self._files: dict[str, Any] = {}
        self._prepare_folder()

    def _prepare_folder(self) -> None:
        if any(_file(self.folder, table).exists() for table in TABLES):
            raise BadStudy(f"{self.folder} holds a study already: choose another folder, or remove the old study.")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            for table in TABLES:
                self._files[table] = self._parquet.ParquetWriter(_file(self.folder, table), self._schemas[table])
        except OSError as error:
            raise BadStudy(f"A study cannot be written to {self.folder}: {error.strerror or error}.") from error

    def __enter__(self) -> StudyWriter:
        return self

    def __exit__(self, *_: object) -> None:
        for table in TABLES:
            self._flush(table)
            self._files[table].close()

    def add(self, played: Played) -> None:
        data = played.data
        if data is None:
            raise BadStudy("A study needs recorded games: set `recorded` in the match.")
        names = self.match.names()
        bots = [names[who] for who in played.lineup]
        shares = score_shares(played)
        self._rows[GAMES].append(self._game_row(played, bots))
        for turn in data.turns:
            who = (turn.seat, bots[turn.seat], turn.seat in played.winners)
            standing = (turn.honor, turn.score, turn.pool, turn.cards)
            self._rows[TURNS].append((played.number, turn.turn, turn.round, *who, *standing))
        for taken in data.cards:
            seat = taken.seat
            how = (taken.taking, ZONE_WORDS[taken.zone])
            result = (seat in played.winners, played.scores[seat], shares[seat])
            self._rows[CARDS].append((played.number, taken.turn, seat, bots[seat], *_facts(taken.card), *how, *result))
        self._rows[OFFERS] += [
            (played.number, *_facts(card), times)
            for card, times in sorted(data.offers.items())
            if not LIBRARY.cards[card].is_treasure  # it slips under a card, and is no offer of its own
        ]
        for table, rows in self._rows.items():
            if len(rows) >= ROWS_AT_ONCE:
                self._flush(table)

    def _game_row(self, played: Played, bots: list[str]) -> tuple[Any, ...]:
        match = self.match
        labels = match.entrants()
        return (
            played.number,
            match.deal(played.number),
            list(match.setup.sets),
            match.setup.players,
            match.setup.variant,
            match.seed,
            match.setup.pool(),
            [labels[who] for who in played.lineup],
            bots,
            played.first,
            list(played.winners),
            list(played.scores),
            played.cult,
            played.turns,
            played.decisions,
            played.stalled,
        )

    def _flush(self, table: str) -> None:
        rows = self._rows[table]
        if rows:
            schema = self._schemas[table]
            columns = [
                self._arrow.array(column, type=each.type)
                for column, each in zip(zip(*rows, strict=True), schema, strict=True)
            ]
            self._files[table].write_table(self._arrow.Table.from_arrays(columns, schema=schema))
            self._rows[table] = []


def _facts(number: int) -> tuple[str, str, str, str]:
    card = LIBRARY.cards[number]
    return card.name, card.set_name, card.faction, card.kind


def score_shares(played: Played) -> list[float]:
    """Each seat's part of all the honor at the table, the Cult's included."""
    points = [max(0, score) for score in played.scores]
    whole = sum(points) + max(0, played.cult or 0)
    return [each / whole if whole else 0.0 for each in points]


# --- reading


class Study:
    """A study that was written before; a table is read when it is asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._parquet = needed("pyarrow.parquet", "lab", "A report")
        self._left_out: list[int] = []
        missing = [f"{table}.parquet" for table in TABLES if not _file(folder, table).is_file()]
        if missing:
            raise BadStudy(
                f"{folder} holds no study ({', '.join(missing)} missing). Make one: vigil simulate --out {folder}"
            )

    def leave_out(self, games: list[int]) -> None:
        """From now on the tables say nothing of these games."""
        self._left_out = games

    def table(self, table: str, columns: Iterable[str] | None = None) -> Any:
        wanted = list(TABLES[table] if columns is None else columns)
        path = _file(self.folder, table)
        try:
            without = [("game", "not in", self._left_out)] if self._left_out else None
            return self._parquet.read_table(path, columns=wanted, filters=without)
        except (OSError, ValueError, KeyError) as error:  # pyarrow's own exceptions are kinds of these
            raise BadStudy(
                f"{path} cannot be read: it is still being written, damaged, or not from vigil simulate."
            ) from error
