"""Studies: the games of a match as Parquet files, for `vigil report` and for every tool that reads tables.

A study is a folder. Seats count from 0, as everywhere in the library; `game` is the game's number in the match.
The files depend only on the match, to the byte: not on the number of processes or the time they took.
"""

from __future__ import annotations

from collections.abc import Iterable
from json import dumps, loads
from pathlib import Path
from typing import Any, Final

from vigil._version import __version__
from vigil.cards import LIBRARY
from vigil.engine.errors import VigilError
from vigil.engine.records import Record
from vigil.engine.terms import ZONE_WORDS
from vigil.extras import needed

from .matches import Match, Played
from .tallies import game_key

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
        "repeats": "int32",
        "record": "string",
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
"""The files of every study, and their columns."""

DECISIONS: Final = "decisions"
WORTH: Final = "worth"
COLUMNS: Final[dict[str, dict[str, str]]] = {
    **TABLES,
    DECISIONS: {
        "game": "int32",
        "turn": "int32",
        "seat": "int8",
        "bot": "string",
        "observation": "list<int16>",
        "legal": "list<int32>",
        "action": "int32",
        "option": "string",
        "values": "list<float>",
        "won": "bool",
    },
    WORTH: {
        "game": "int32",
        "turn": "int32",
        "seat": "int8",
        "bot": "string",
        "card": "string",
        "set": "string",
        "phase": "string",
        "how": "string",
        "value": "float",
        "honor": "float",
    },
}
"""The same with the files that a study has on request: every decision, as `vigil.learn` encodes it; what cards are
worth, by forced and by judged decisions."""

ROWS_AT_ONCE: Final = 50_000
"""The number of rows that are kept in memory before they are written."""


class BadStudy(VigilError):
    """The folder cannot hold a study, or does not contain one."""


def _file(folder: Path, table: str) -> Path:
    return folder / f"{table}.parquet"


def _draft(folder: Path, table: str) -> Path:
    """The file's name until it is complete."""
    return folder / f"{table}.parquet.part"


def game_key_of(game: dict[str, Any]) -> tuple[object, ...]:
    """Identifies the deal and the course of a game, given as a row of the table of games."""
    how = game_key(game["bots"], game["turns"], game["decisions"], game["scores"], game["winners"])
    return (game["deal"], *how)


def _schema(arrow: Any, table: str) -> Any:
    fields = [
        (name, arrow.list_(arrow.type_for_alias(item)) if item else arrow.type_for_alias(word))
        for name, word in COLUMNS[table].items()
        for item in [word.removeprefix("list<").rstrip(">") if word.startswith("list<") else ""]
    ]
    return arrow.schema(fields, metadata={"vigil": __version__})


# --- writing


class StudyWriter:
    """Writes games as they come in. However the `with` block ends, the files contain every game that was added.

    A folder with the first games of the same match is continued: `first` is the number of the next game.
    """

    def __init__(self, folder: Path, match: Match) -> None:
        if not -(2**63) <= match.seed < 2**63:
            raise BadStudy(f"The seed {match.seed} is too large for a study. Choose one of at most 18 digits.")
        self.match = match
        self.folder = folder
        self._arrow = needed("pyarrow", "lab", "A study")
        self._parquet = needed("pyarrow.parquet", "lab", "A study")
        self._on_request = {DECISIONS: match.decisions, WORTH: match.worth}
        self._tables = [*TABLES, *(table for table, is_asked in self._on_request.items() if is_asked)]
        self._rows: dict[str, list[dict[str, Any]]] = {table: [] for table in self._tables}
        self._schemas = {table: _schema(self._arrow, table) for table in self._tables}
        self._files: dict[str, Any] = {}
        self._games: dict[tuple[object, ...], int] = {}
        self.first = 0
        self._prepare_folder()

    def _prepare_folder(self) -> None:
        earlier = self._earlier_tables()
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            for table in self._tables:
                self._files[table] = self._parquet.ParquetWriter(_draft(self.folder, table), self._schemas[table])
                if earlier:
                    self._files[table].write_table(earlier[table])
        except OSError as error:
            raise BadStudy(f"A study cannot be written to {self.folder}: {error.strerror or error}.") from error

    def _earlier_tables(self) -> dict[str, Any]:
        """The tables of a study of this match that was stopped; empty if the folder contains no study."""
        if not any(_file(self.folder, table).exists() for table in TABLES):
            return {}
        study = Study(self.folder)
        games = study.table(GAMES).to_pylist()
        if [self._identity(each) for each in games] != [self._own_identity(number) for number in range(len(games))]:
            raise BadStudy(
                f"{self.folder} contains a study of another match. Choose another folder, or remove that study."
            )
        for table, is_asked in self._on_request.items():
            if is_asked != _file(self.folder, table).exists():
                raise BadStudy(
                    f"{self.folder} contains a study with other tables. Use --{table} for all of its games or for none."
                )
        if len(games) >= self.match.games:
            raise BadStudy(
                f"{self.folder} already contains a study with {len(games)} games of this match. Ask for more games, "
                "choose another folder, or remove the old study."
            )
        for game in games:
            self._first_such_game(game["game"], game_key_of(game))
        self.first = len(games)
        return {table: study.table(table) for table in self._tables}

    def _identity(self, game: dict[str, Any]) -> tuple[object, ...]:
        setup = loads(game["record"])["setup"] if game["record"] else None
        return game["game"], game["seed"], game["lineup"], setup

    def _own_identity(self, number: int) -> tuple[object, ...]:
        labels, lineups = self.match.entrants(), self.match.lineups()
        lineup = [labels[who] for who in lineups[number % len(lineups)]]
        return number, self.match.seed, lineup, loads(dumps(self.match.setup.to_dict()))

    def _first_such_game(self, number: int, key: tuple[object, ...]) -> int | None:
        """The number of an earlier game that went exactly as this one; None if there is none."""
        first = self._games.setdefault(key, number)
        return None if first == number else first

    def __enter__(self) -> StudyWriter:
        return self

    def __exit__(self, *_: object) -> None:
        for table in self._tables:
            self._flush(table)
            self._files[table].close()
        for table in self._tables:
            _draft(self.folder, table).replace(_file(self.folder, table))

    def add(self, played: Played) -> None:
        data, setup = played.data, self.match.setup
        if data is None:
            raise BadStudy("A study needs recorded games: set `recorded` in the match.")
        names, labels = self.match.names(), self.match.entrants()
        bots = [names[who] for who in played.lineup]
        shares = score_shares(played)
        game = {"game": played.number}
        row = {
            **setup.to_dict(),
            **vars(played),
            **game,
            "deal": self.match.deal(played.number),
            "seed": self.match.seed,
            "honor_pool": setup.pool(),
            "lineup": [labels[who] for who in played.lineup],
            "bots": bots,
            "record": data.record,
        }
        self._rows[GAMES].append({**row, "repeats": self._first_such_game(played.number, game_key_of(row))})
        for turn in data.turns:
            who = {"bot": bots[turn.seat], "won": turn.seat in played.winners}
            self._rows[TURNS].append({**vars(turn), **game, **who})
        for taken in data.cards:
            seat = taken.seat
            who = {"bot": bots[seat], "won": seat in played.winners}
            result = {"score": played.scores[seat], "score_share": shares[seat], "source": ZONE_WORDS[taken.zone]}
            self._rows[CARDS].append({**vars(taken), **game, **_facts(taken.card), **who, **result})
        self._rows[OFFERS] += [
            {**game, **_facts(card), "times": times}
            for card, times in sorted(data.offers.items())
            if not LIBRARY.cards[card].is_treasure  # it goes under a card, and is not offered on its own
        ]
        for decision in data.decisions:
            who = {"bot": bots[decision.seat], "won": decision.seat in played.winners}
            self._rows[DECISIONS].append({**vars(decision), **game, **who})
        for found in data.worth:
            card = LIBRARY.cards[found.card]
            which = {"bot": bots[found.seat], "card": card.name, "set": card.set_name}
            self._rows[WORTH].append({**found._asdict(), **game, **which})
        for table, rows in self._rows.items():
            if len(rows) >= ROWS_AT_ONCE:
                self._flush(table)

    def _flush(self, table: str) -> None:
        if self._rows[table]:
            self._files[table].write_table(self._arrow.Table.from_pylist(self._rows[table], self._schemas[table]))
            self._rows[table] = []


def _facts(number: int) -> dict[str, str]:
    card = LIBRARY.cards[number]
    return {"card": card.name, "set": card.set_name, "faction": card.faction, "kind": card.kind}


def score_shares(played: Played) -> list[float]:
    """Each seat's share of all the honor at the table, the Cult's included."""
    points = [max(0, score) for score in played.scores]
    whole = sum(points) + max(0, played.cult or 0)
    return [each / whole if whole else 0.0 for each in points]


# --- reading


class Study:
    """A study on disk. Its tables are read on demand."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._parquet = needed("pyarrow.parquet", "lab", "A report")
        self._left_out: list[int] = []
        missing = [f"{table}.parquet" for table in TABLES if not _file(folder, table).is_file()]
        if missing:
            raise BadStudy(
                f"{folder} contains no study ({', '.join(missing)} missing). Make one: vigil simulate --out {folder}"
            )

    def record(self, number: int) -> Record:
        """The record of the game with this number."""
        games = self.table(GAMES, ("game", "record")).to_pylist()
        found = {game["game"]: game["record"] for game in games}
        if not found.get(number):
            raise BadStudy(f"{self.folder} has no game {number}: choose 0 to {max(found, default=0)}.")
        return Record.from_json(found[number])

    def has(self, table: str) -> bool:
        """Whether the study has a table that is written on request."""
        return _file(self.folder, table).is_file()

    def leave_out(self, games: list[int]) -> None:
        """Leaves these games out of all tables that are read from now on."""
        self._left_out = games

    def table(self, table: str, columns: Iterable[str] | None = None) -> Any:
        wanted = list(COLUMNS[table] if columns is None else columns)
        path = _file(self.folder, table)
        try:
            without = [("game", "not in", self._left_out)] if self._left_out else None
            return self._parquet.read_table(path, columns=wanted, filters=without)
        except (OSError, ValueError, KeyError) as error:  # pyarrow's own exceptions are kinds of these
            raise BadStudy(
                f"{path} cannot be read: it is still being written, damaged, or not from vigil simulate."
            ) from error
