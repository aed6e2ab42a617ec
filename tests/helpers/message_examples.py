"""Messages as the server sends them, with the text that belongs to them: tests/helpers/message_examples.json.

The tests of Python and those of the page (web/tests/messages.test.ts) fill in the templates and compare with this file.

    python -m tests.helpers.message_examples      writes it anew; read what has changed
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from tests.helpers.journals import ADA, Played, started
from vigil.cards import LIBRARY
from vigil.engine import happenings, terms
from vigil.engine.happenings import Happening
from vigil.engine.reasons import Reason
from vigil.engine.terms import NOTHING
from vigil.engine.view import SPECTATOR
from vigil.table.messages import WhyNot
from vigil.table.projection import view_of
from vigil.table.table import Move

FILE = Path(__file__).with_name("message_examples.json")


def happened(kind: str, seat: int = 0, card: str = "", amount: int = 1, **given: Any) -> Happening:
    """A happening with zones by their words."""
    number = LIBRARY.card(card).number if card else NOTHING
    zones = {key: terms.ZONE_WORDS.index(given.pop(key)) for key in ("source", "target") if key in given}
    return Happening(kind, seat, number, amount, **zones, **given)


def like(*cards: str, kind: str, **given: Any) -> list[Happening]:
    return [happened(kind, card=card, **given) for card in cards]


# Every message of the log at least once; each is read by the first player, by the second, and by somebody who watches.
CRAFTED = [
    [happened(happenings.TURN_BEGINS, amount=3)],
    like("Apprentice", kind=happenings.PLAYS),
    like("Apprentice", "Militia", "Apprentice", kind=happenings.PLAYS),
    like("Apprentice", "Dhartha, Eternal Seer", "Mystic", kind=happenings.PLAYS),
    like("Muramasa", kind=happenings.USES),
    like("Mystic", "Mystic", kind=happenings.ACQUIRES, source="supply", other=0),
    like("Mystic", kind=happenings.ACQUIRES, source="supply", other=1),
    like("Mystic", "Demon Slayer", kind=happenings.ACQUIRES, seat=NOTHING, source="row", target="cult"),
    like("Mephit", "Cultist", kind=happenings.DEFEATS, source="row"),
    like("Mephit", kind=happenings.DEFEATS, seat=NOTHING, amount=2, source="row", target="void"),
    *(
        like("Mystic", kind=happenings.BANISHES, source=zone, other=0)
        for zone in ("hand", "discard", "deck", "played", "constructs", "trophies", "row", "void")
    ),
    like("Militia", kind=happenings.BANISHES, source="hand", other=1),
    like("Militia", kind=happenings.BANISHES, source="event", other=0),
    like("Militia", "Mystic", kind=happenings.DISCARDS, source="hand", target="discard"),
    like("Muramasa", kind=happenings.DESTROYS, source="constructs", target="discard"),
    like("Muramasa", "Voidfeeder", kind=happenings.DESTROYS, source="constructs", target="discard"),
    like("Mystic", kind=happenings.DRAWS, audience=0),
    like("Mystic", "Mystic", kind=happenings.DRAWS, audience=0),
    like("Mystic", kind=happenings.REVEALS, source="deck", target="hand"),
    like("Mystic", "Militia", kind=happenings.REVEALS, source="hand", target="hand"),
    like("Mystic", kind=happenings.TAKES, source="hand", target="hand", other=1),
    like("Mystic", kind=happenings.TAKES, source="discard", target="hand", other=2),
    *(
        like("Mystic", kind=happenings.MOVES, source="row", target=zone)
        for zone in ("hand", "discard", "deck", "constructs", "void", "center deck")
    ),
    like("Mephit", kind=happenings.MOVES, source="on its way", target="discard", other=1),
    like("Mephit", kind=happenings.ENTERS_ROW, seat=NOTHING, source="center deck", target="row", other=3),
    like("Energy Shard", "Mephit", "Mystic", kind=happenings.ENTERS_ROW, seat=NOTHING, other=3),
    like("Cetra's Trial", kind=happenings.EVENT_BEGINS, seat=NOTHING),
    [happened(happenings.GAINS, amount=1, detail="honor"), happened(happenings.GAINS, amount=2, detail="honor")],
    [happened(happenings.LOSES_HONOR, seat=1, amount=5, other=0)],
    [happened(happenings.POOL_GROWS, NOTHING, amount=10)],
    [happened(happenings.ROW_GROWS, NOTHING, amount=7), happened(happenings.ROW_GROWS, NOTHING, amount=8)],
    [happened(happenings.SHUFFLES, source="discard", target="deck")],
    [happened(happenings.SHUFFLES, source="void", target="center deck")],
    [happened(happenings.EXTRA_TURN)],
    [happened(happenings.LAST_ROUND)],
    [happened(happenings.GAME_OVER)],
    # One sentence for each player, and pairs that repeat.
    [*like("Militia", kind=happenings.PLAYS), happened(happenings.GAINS, amount=1, detail="honor")],
    [
        *like("Apprentice", "Militia", kind=happenings.PLAYS),
        *like("Mystic", kind=happenings.ACQUIRES, source="supply", other=0),
        *like("Cultist", kind=happenings.DEFEATS, source="supply"),
        happened(happenings.GAINS, amount=1, detail="honor"),
        *like("Militia", kind=happenings.DISCARDS, seat=1),
    ],
    [*like("Cultist", kind=happenings.DEFEATS), happened(happenings.GAINS, amount=1, detail="honor")] * 3,
]  # fmt: skip

WHY = {"card": "Mystic", "who": 1, "choice": "acquire Mystic", "seat": 1, "most": 1000}
COSTS = {"runes": 4, "power": 1, "cost": 5, "have": 3, "have_runes": 2, "have_power": 0}


def table_with_crafted() -> Played:
    played = started(players=3)
    for place, group in enumerate(CRAFTED):
        raw = [tuple(each) for each in group]
        played.table.moves.append(Move(1000 + place, 0, ADA, "", 0, raw))  # type: ignore[arg-type]
    return played


def table_at_random(choices: int) -> Played:
    played, random = started(sets=("all",), players=3), Random(14)
    for _ in range(choices):
        seat = played.table.deciding
        played.choose(played.table.seats[seat].person, random.choice(played.may()))
    return played


def log() -> Iterator[dict[str, Any]]:
    for played in (table_with_crafted(), table_at_random(60)):
        for seat in (0, 1, SPECTATOR):
            shown = view_of(played.table, seat, 0)
            for news in shown.news:
                yield {"you": shown.seat, **msgspec.to_builtins(news)}


def reasons() -> Iterator[dict[str, Any]]:
    from vigil.messages import REASONS

    for code in REASONS:
        for costs in (COSTS, {**COSTS, "runes": 1}):
            why = {key: value for key, value in {**WHY, **costs}.items() if f"{{{key}" in REASONS[code].lower()}
            yield msgspec.to_builtins(WhyNot.of(Reason(code, why)))


def text() -> str:
    found = {"log": log(), "reasons": reasons()}
    lines = [
        f'"{name}":[\n' + ",\n".join(json.dumps(each, ensure_ascii=False) for each in each_kind) + "\n]"
        for name, each_kind in found.items()
    ]
    return "{" + ",\n".join(lines) + "}\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
