"""Every choice has a short text that parses back: scenario files, logs, the terminal and the API all speak it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .errors import BadNotation, IllegalChoice, did_you_mean
from .library import fold
from .options import describe
from .terms import CHOOSE, USE, seat_name

if TYPE_CHECKING:
    from .options import Decision, Option


_EARLIER_LABELS: Final = {
    "acquire any number of Constructs from the center row without paying their costs": (
        "you may acquire any number of constructs in the center row without paying"
    )
}
"""How answers in words read in records of earlier versions, where the card's text has changed since."""


def forms(choice: Option) -> set[str]:
    """Every text that can mean this option, from the shortest to the whole."""
    texts = {describe(choice, with_zone, with_slot) for with_zone in (False, True) for with_slot in (False, True)}
    if choice.label in _EARLIER_LABELS:
        texts.add(f"choose {_EARLIER_LABELS[choice.label]}")
    if choice.verb == USE and choice.slot == 0:
        texts |= {f"{text} #1" for text in texts}
    return set(map(fold, texts))


def _without_owner(choice: Option) -> str:
    """`choose Pillar of Resolve from constructs`, whoever controls it."""
    return fold(describe(choice, with_zone=True, with_slot=False).removesuffix(f" of {seat_name(choice.seat)}"))


def matching(decision: Decision, text: str) -> list[Option]:
    """The options that the text can mean. An answer in words may be any word of its label."""
    wanted = fold(text)
    found = [each for each in decision.options if wanted in forms(each)]
    if not found:
        found = [each for each in decision.options if each.card is not None and wanted == _without_owner(each)]
    if not found and wanted.startswith("choose "):
        word = wanted.removeprefix("choose ")
        found = [each for each in decision.options if each.verb == CHOOSE and word in label_words(each)]
    return found


def label_words(choice: Option) -> set[str]:
    """The words by which an answer that is neither a card nor a player may be chosen, in singular and plural."""
    if choice.card is not None or not choice.label:
        return set()
    words = fold(choice.label).split()
    return {*words, *(word.rstrip("s") for word in words), *(word + "s" for word in words)}


def parse(decision: Decision, text: str) -> Option:
    """The one option that the text means."""
    found = matching(decision, text)
    if len(found) == 1:
        return found[0]
    offered = decision.texts()
    if found:
        raise BadNotation(
            f'"{text}" could be ' + " or ".join(f'"{decision.text(each)}"' for each in found) + ": say which."
        )
    hint = did_you_mean(text, offered)
    raise IllegalChoice(
        f'"{text}" is not possible now.{hint} {seat_name(decision.seat)} may: ' + "; ".join(offered) + "."
    )
