"""The starting cards and the always-available cards, which are the same in every set."""

from __future__ import annotations

from vigil.engine import terms
from vigil.engine.vocabulary import Card, Draw, Gain, Hero, Monster, Power, Runes, Treasure


def _from(origin: int, card: Card) -> Card:
    card.origin = origin
    return card


SHARD = "Energy Shard"

BASICS = [
    _from(terms.FROM_START, Hero("Apprentice", play=[Gain(runes=1)])),
    _from(terms.FROM_START, Hero("Militia", play=[Gain(power=1)])),
    _from(terms.FROM_START, Treasure(f"{SHARD} (starting)", shown_name=SHARD, play=[Gain(energy=1), Draw(1)])),
    _from(terms.FROM_SUPPLY, Hero("Mystic", cost=Runes(3), honor=1, play=[Gain(runes=2)])),
    _from(terms.FROM_SUPPLY, Hero("Heavy Infantry", cost=Runes(2), honor=1, play=[Gain(power=2)])),
    _from(terms.FROM_SUPPLY, Monster("Cultist", cost=Power(2), reward=[Gain(honor=1)])),
    Treasure(SHARD, play=[Gain(energy=1), Draw(1)]),
]
