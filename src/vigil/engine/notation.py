"""The notation of choices, used by records, scenario files, the terminal and the API. It round-trips."""

from __future__ import annotations

from typing import Final

from .errors import BadNotation, did_you_mean
from .library import fold
from .options import Decision, Option, describe
from .terms import CHOOSE, USE, seat_name

_EARLIER_LABELS: Final = {
    "acquire any number of Constructs from the center row without paying their costs": (
        "you may acquire any number of constructs in the center row without paying"
    )
}
"""Labels whose wording has changed, with the wording found in older records."""


def forms(choice: Option) -> set[str]:
    """Every text that this option can be written as, from the shortest to the most explicit."""
    texts = {describe(choice, with_zone, with_slot) for with_zone in (False, True) for with_slot in (False, True)}
    if choice.label in _EARLIER_LABELS:
        texts.add(f"choose {_EARLIER_LABELS[choice.label]}")
    if choice.verb == USE and choice.slot == 0:
        texts |= {f"{text} #1" for text in texts}
    return set(map(fold, texts))


def _without_owner(choice: Option) -> str:
    """The text with the zone but without the owner: `choose Pillar of Resolve from constructs`."""
    return fold(describe(choice, with_zone=True, with_slot=False).removesuffix(f" of {seat_name(choice.seat)}"))


def matching(decision: Decision, text: str) -> list[Option]:
    """The options that the text can mean. An option with a label also matches any single word of it."""
    wanted = fold(text)
    found = [each for each in decision.options if wanted in forms(each)]
    if not found:
        found = [each for each in decision.options if each.card is not None and wanted == _without_owner(each)]
    if not found and wanted.startswith("choose "):
        word = wanted.removeprefix("choose ")
        found = [each for each in decision.options if each.verb == CHOOSE and word in label_words(each)]
    return found


def label_words(choice: Option) -> set[str]:
    """The words that match an option which is neither a card nor a player, in singular and plural."""
    if choice.card is not None or not choice.label:
        return set()
    words = fold(choice.label).split()
    return {*words, *(word.rstrip("s") for word in words), *(word + "s" for word in words)}


def parse(decision: Decision, text: str) -> Option:
    """The one option that the text means."""
    return the_one(decision, text, matching(decision, text))


def the_one(decision: Decision, text: str, found: list[Option]) -> Option:
    """The only option that was found for the text. Raises an error that suggests others unless there is exactly one."""
    if len(found) == 1:
        return found[0]
    if found:
        raise BadNotation(
            f'"{text}" is ambiguous. Did you mean ' + " or ".join(f'"{decision.text(each)}"' for each in found) + "?"
        )
    raise decision.illegal(text, did_you_mean(text, decision.texts()))
