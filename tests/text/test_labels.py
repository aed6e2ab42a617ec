"""The answers of a `Choose` stand in records: those of earlier versions must still be understood."""

from __future__ import annotations

from vigil.cards import LIBRARY
from vigil.engine.effects.combine import Choose
from vigil.engine.frames import NO_CONTEXT, Frame
from vigil.engine.notation import parse
from vigil.engine.options import Decision

EARLIER = {
    "Mechana Initiate": ["gain 1 rune", "gain 1 power"],
    "Forgemother Reysa": ["draw a card", "you may acquire any number of constructs in the center row without paying"],
}


def test_labels_of_earlier_records_are_understood() -> None:
    choosing = {card.name: effect for card in LIBRARY for effect in card.play if isinstance(effect, Choose)}
    assert set(choosing) == set(EARLIER)
    for name, effect in choosing.items():
        decision = Decision(0, effect.labels, Frame(effect, NO_CONTEXT))
        earlier = [parse(decision, f"choose {label}") for label in EARLIER[name]]
        assert earlier == effect.labels == [parse(decision, each.text) for each in effect.labels]
