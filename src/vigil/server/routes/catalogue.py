"""What can be played, with a description of each choice; and every card, made from the declarations."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from typing import Any, Final

import msgspec
from litestar import Request, Response, get
from msgspec import Struct

from vigil._version import __version__
from vigil.bots import BOTS, make_bot
from vigil.cards import LIBRARY
from vigil.custom_sets import loaded_versions
from vigil.engine import terms
from vigil.engine.card import Card
from vigil.engine.setup import MOST_PLAYERS, MOST_PLAYERS_OF_ONE_SET
from vigil.engine.terms import NOTHING, SOLITAIRE, STANDARD, TEAM
from vigil.set_names import short_name
from vigil.table.actions import PHRASES
from vigil.table.clocks import Clock, DaysPerTurn, PerGame, PerTurn, Untimed
from vigil.table.settings import Leaving, TableSettings

from ..page_cards import page_cards

Asked = Request[Any, Any, Any]

_ORIGINS: Final = {
    terms.FROM_CENTER: "center",
    terms.FROM_START: "start",
    terms.FROM_SUPPLY: "supply",
    terms.FROM_EVENT: "event",
}


class SetFacts(Struct, frozen=True):
    """`version` changes with the file of a custom set; it is empty for the printed sets."""

    name: str
    short: str
    title: str
    cards: int
    center_deck: int
    description: str
    version: str


class BotFacts(Struct, frozen=True):
    """A level: from gentle to merciless. `notice` is there where it lacks something here, and plays weaker for it."""

    name: str
    description: str
    notice: str


class Named(Struct, frozen=True):
    """Something to choose, by the name that is sent."""

    name: str
    description: str


class Preset(Struct, frozen=True):
    """A clock that is ready to be chosen."""

    name: str
    description: str
    clock: Clock


class Catalogue(Struct, frozen=True):
    """Everything that the new-game form needs. `options` are the other fields of the settings, by their names.

    `cards_version` changes whenever any card or set does.
    """

    version: str
    cards_version: str
    sets: list[SetFacts]
    most_players: int
    most_players_of_one_set: int
    variants: list[Named]
    bots: list[BotFacts]
    clocks: list[Preset]
    leaving: list[Named]
    options: list[Named]
    defaults: TableSettings
    phrases: dict[str, str]


class CardFacts(Struct, frozen=True):
    """A card. `lines` is its text, a line for each thing that is said; `other_side` what it transforms into or from."""

    name: str
    shown_name: str
    set: str
    origin: str
    kind: str
    faction: str
    runes: int
    power: int
    pays_either: bool
    honor: int
    copies: int
    orb: str
    type_line: str
    cost: str
    keywords: list[str]
    lines: list[str]
    rulings: list[str]
    other_side: str | None


class Cards(Struct, frozen=True):
    cards: list[CardFacts]


class PageSet(Struct, frozen=True):
    name: str
    title: str
    version: str


class PageCards(Struct, frozen=True):
    """`version` is that of the catalogue's `cards_version`."""

    version: str
    sets: list[PageSet]
    cards: list[dict[str, Any]]


ABOUT: Final = {
    "chronicle-of-the-godslayer": "The first set, and the one to begin with: heroes, constructs, monsters.",
    "rise-of-vigil": "Treasure under the row, energy, fate and trophies.",
    "war-of-shadows": "Day and night, costs in runes and power, cards that unite.",
    "gift-of-the-elements": "Cards that empower or infest, and events that transform.",
}
"""What each set brings to the table."""


def catalogue() -> Catalogue:
    versions = loaded_versions()
    return Catalogue(
        version=__version__,
        cards_version=page_cards()["version"],
        sets=[
            SetFacts(
                box.name,
                short_name(box.name),
                box.title,
                len(box.cards),
                sum(card.copies for card in box.cards),
                f"{ABOUT.get(box.name, '')} {len(box.cards)} different cards.".strip(),
                versions.get(box.name, ""),
            )
            for box in LIBRARY.sets.values()
        ],
        most_players=MOST_PLAYERS,
        most_players_of_one_set=MOST_PLAYERS_OF_ONE_SET,
        variants=[
            Named(
                STANDARD,
                f"Everybody plays alone: two to four players with one set, up to {MOST_PLAYERS} with two or more.",
            ),
            Named(TEAM, "Pairs who sit opposite each other count their honor together: four or six players."),
            Named(SOLITAIRE, "Alone against the cult, which takes a card of the row after each of your turns."),
        ],
        bots=[BotFacts(name, kind.about, make_bot(name).notice) for name, kind in BOTS.items()],
        clocks=[
            Preset("none", "Nobody is in a hurry.", Untimed()),
            Preset("quick", "A minute for each turn.", PerTurn(60)),
            Preset("calm", "Three minutes for each turn.", PerTurn(180)),
            Preset("game", "A quarter of an hour for the whole game, and ten seconds more after each turn.", PerGame()),
            Preset("days", "Three days for each turn: a game over weeks.", DaysPerTurn()),
        ],
        leaving=[
            Named(
                Leaving.BOT, "A bot plays for whoever leaves or runs out of time. When nobody is left, the game waits."
            ),
            Named(Leaving.END, "The game ends when somebody leaves or runs out of time."),
        ],
        options=[
            Named("honor_pool", "Honor in the pool; when it is empty, the last round is played. Usually 30 a player."),
            Named("shards", "Energy shards in the center deck, where there are any."),
            Named("row_length", "Cards in the center row."),
            Named("first", "The seat that begins, from 0; usually any."),
            Named("public", "The table is listed for everybody; otherwise it is found by its link alone."),
            Named("rated", "The result changes ratings: accounts only, a clock, as printed, one seat each, no hints."),
            Named("stand_in", "The bot that keeps the seats of those who left."),
        ],
        defaults=TableSettings(),
        phrases=dict(PHRASES),
    )


def card_facts(card: Card) -> CardFacts:
    return CardFacts(
        name=card.name,
        shown_name=card.shown_name,
        set=card.set_name,
        origin=_ORIGINS[card.origin],
        kind=card.kind,
        faction=card.faction,
        runes=card.runes,
        power=card.power,
        pays_either=card.pays_either,
        honor=card.honor,
        copies=card.copies,
        orb=card.orb,
        type_line=card.type_line,
        cost=card.cost_text,
        keywords=list(card.keywords),
        lines=card.lines(),
        rulings=card.rulings,
        other_side=None if card.other_side == NOTHING else LIBRARY.cards[card.other_side].name,
    )


_CONTENTS: Final[dict[str, Callable[[], Any]]] = {
    "catalogue": catalogue,
    "cards": lambda: Cards([card_facts(card) for card in LIBRARY]),
    "page": page_cards,
}


@cache
def _encoded(what: str) -> tuple[bytes, str]:
    """The content and its ETag. Made once: it is the same until the server is started again."""
    content = msgspec.json.encode(_CONTENTS[what]())
    return content, f'"{blake2b(content, digest_size=8).hexdigest()}"'


async def _kept(what: str, request: Asked) -> Response[bytes]:
    """Browsers keep the answer and ask whether it has changed: a server that is started again may have other sets."""
    content, etag = await asyncio.to_thread(_encoded, what)
    headers = {"cache-control": "public, no-cache", "etag": etag}
    if etag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers)
    return Response(content, media_type="application/json", headers=headers)


@get("/api/catalogue", summary="List what can be played", tags=["cards"])
async def show_catalogue(request: Asked) -> Response[Catalogue]:
    return await _kept("catalogue", request)  # type: ignore[return-value]


@get("/api/cards", summary="List every card with its text and rulings", tags=["cards"])
async def show_cards(request: Asked) -> Response[Cards]:
    return await _kept("cards", request)  # type: ignore[return-value]


@get("/api/page/cards", summary="List every card as the page draws it", tags=["cards"])
async def show_page_cards(request: Asked) -> Response[PageCards]:
    """A piece is a text, or an icon with the words that it stands for and perhaps a figure beside it."""
    return await _kept("page", request)  # type: ignore[return-value]


HANDLERS = [show_catalogue, show_cards, show_page_cards]
