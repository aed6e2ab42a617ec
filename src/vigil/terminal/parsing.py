"""Finds the option that typed text means: a number, the notation, or beginnings of its words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from re import fullmatch
from typing import TYPE_CHECKING, Final

from vigil.engine.errors import VigilError, did_you_mean
from vigil.engine.library import fold
from vigil.engine.notation import forms, matching
from vigil.engine.reasons import begins, why_not_chosen
from vigil.engine.terms import ACCEPT, DECLINE, NOTHING, PLAY
from vigil.messages import message, reason_text

if TYPE_CHECKING:
    from vigil.engine.card import Card
    from vigil.engine.options import Decision, Option
    from vigil.engine.view import SeatView


class NotUnderstood(VigilError):
    """What was typed means no option, or more than one."""


YES_WORDS: Final = ("y", "yes", "ok")
NO_WORDS: Final = ("n", "no", "none", "skip", "pass")
_MOST_NAMED: Final = 6


def understand(view: SeatView, decision: Decision, text: str) -> Option:
    """The one option that is meant. Exact words win over mere beginnings."""
    typed = fold(text)
    number = whole_number(typed)
    if number is not None:
        return _numbered(decision, number)
    answer = _yes_or_no(decision, typed)
    if answer is not None:
        return answer
    exact = matching(decision, typed)
    if len(exact) == 1:
        return exact[0]
    words = typed.split()
    for reading in (begins, _begins_without_verb, contains_in_order):
        found = [each for each in decision.options if _means(each, words, reading)]
        if len(found) == 1:
            return found[0]
        if found:
            raise NotUnderstood(_ambiguous(decision, text, found))
    raise NotUnderstood(_why_not(view, decision, text))


def whole_number(text: str) -> int | None:
    """The typed number; None if it is not a number, or far too large."""
    return int(text) if fullmatch(r"-?[0-9]{1,6}", text) else None


def _numbered(decision: Decision, number: int) -> Option:
    count = len(decision.options)
    if not 1 <= number <= count:
        raise NotUnderstood(f"There is no option {number}: the numbers go from 1 to {count}.")
    return decision.options[number - 1]


def _yes_or_no(decision: Decision, typed: str) -> Option | None:
    verb = ACCEPT if typed in YES_WORDS else DECLINE if typed in NO_WORDS else NOTHING
    return next((each for each in decision.options if each.verb == verb), None)


# --- ways of reading: may these typed words stand for those words of an option?

Reading = Callable[[list[str], list[str]], bool]


def _means(option: Option, typed: list[str], reading: Reading) -> bool:
    return any(reading(typed, form.split()) for form in forms(option))


def _begins_without_verb(typed: list[str], words: list[str]) -> bool:
    """`mys` for `acquire Mystic`."""
    return begins(typed, words[1:])


def contains_in_order(typed: list[str], words: list[str]) -> bool:
    """`acq watch` for `acquire Shade of the Black Watch`."""
    left = iter(words)
    return all(any(word.startswith(start) for word in left) for start in typed)


# --- what to say when it is none


def _quoted(texts: Iterable[str]) -> str:
    return " or ".join(f'"{text}"' for text in texts)


def _ambiguous(decision: Decision, text: str, found: list[Option]) -> str:
    named = [decision.text(each) for each in found[:_MOST_NAMED]]
    more = "" if len(found) <= _MOST_NAMED else f" or {len(found) - _MOST_NAMED} others"
    return f'"{text}" could be {_quoted(named)}{more}: type a little more, or the number.'


def _why_not(view: SeatView, decision: Decision, text: str) -> str:
    reason = why_not_chosen(view.sample(0), text) if decision.is_turn else None
    if reason is not None:
        return reason_text(reason)
    hint = did_you_mean(text, decision.texts())
    return f"{message('not-possible', choice=text)}{hint} Type a number, the words of an option, or ? for help."


# --- cards that ask nothing


def plays_without_questions(decision: Decision) -> list[Option]:
    """The cards in hand that can be played without a decision, in a good order."""
    plays = [
        each for each in decision.options if each.verb == PLAY and each.card is not None and asks_nothing(each.card)
    ]
    return sorted(plays, key=lambda each: _order(each.card) if each.card is not None else 0)


def asks_nothing(card: Card) -> bool:
    return all(effect.instant for effect in card.play)


def _order(card: Card) -> int:
    """Energy and constructs first, then what draws, then the rest; conditions and copies of others last."""
    text = card.text.lower()
    if card.is_construct or "gain 1 energy" in text:
        return 0
    if any(word in text for word in ("energize", "unite", "if you", "for each", "day:", "night:")):
        return 3
    return 1 if "draw" in text else 2
