"""The rules text of a card, line by line, as phrases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..text import phrases as p
from ..text.phrases import Words
from .abilities import Ability, When
from .effect import Effect, phrases
from .effects.select import EMPOWER

if TYPE_CHECKING:
    from .card import Card

_EMPOWER: Final = p.Reminder(
    p.Keyword("Empower"), p.Whenever(p.Fact(p.YOU, "acquire", p.THIS), EMPOWER.phrase(), p.WHEN)
)
_INFEST: Final = p.Reminder(
    p.Keyword("Infest"),
    p.Whenever(p.Fact(p.YOU, "defeat", p.THIS), p.May(p.Do("put", p.THIS, "into any player's discard pile")), p.WHEN),
)


def rules_phrases(card: Card) -> list[Words]:
    lines: list[Words] = []
    if card.empower:
        lines.append(_EMPOWER)
    if card.pays_either:
        lines.append(p.May(p.Do("pay", "any part of this card's cost in power")))
    if card.free_if is not None:
        take = p.Take("defeat" if card.is_monster else "acquire", (p.THIS,))
        lines.append(p.If(card.free_if.phrase(), p.May(take)))
    if card.cheaper is not None:
        condition, amount = card.cheaper
        less = p.Less(p.Amount(amount, "power"))
        lines.append(condition.introduce(p.Fact(p.THIS, "cost", less, p.Short("to defeat", ""))))
    if card.arrives is not None:
        lines.append(card.arrives.phrase())
    lines += _paragraphs(card.fate, p.Keyword("Fate"))
    itself = card.printed_kind
    lines += [each.phrase_on(itself) if isinstance(each, When) else each.phrase() for each in card.abilities]
    if card.play and card.is_construct:
        lines.insert(0, p.Whenever(p.Fact(p.THIS, "enter", "play"), phrases(card.play), p.WHEN))
    elif card.play and card.is_monster:
        lines.append(p.Whenever(p.Fact(p.YOU, "play", p.THIS), phrases(card.play), p.WHEN))
    else:
        lines += _paragraphs(card.play)
    lines += _paragraphs(card.reward, p.REWARD)
    if card.infest:
        lines.append(_INFEST)
    lines += map(_trophy, card.trophy)
    if card.banished:
        gone = p.Fact(p.THIS, "be", "banished", p.Short("from anywhere during your turn", ""))
        lines.append(p.Whenever(gone, phrases(card.banished), p.WHEN))
    if not card.copyable:
        lines.append("this effect cannot be copied")
    return lines


def _paragraphs(effects: tuple[Effect, ...], label: Words = "") -> list[Words]:
    """The effects as sentences. A plain effect after a keyword starts a new line: the keyword does not apply to it."""
    found: list[list[Words]] = []
    after_keyword = False
    for effect in effects:
        phrase = effect.phrase()
        keyword = bool(getattr(phrase, "keyword", ""))
        if not found or (after_keyword and not keyword):
            found.append([])
        found[-1].append(phrase)
        after_keyword = keyword
    lines = [p.Sentences(tuple(each)) for each in found]
    return [p.Labelled((label,), line) for line in lines] if label else list(lines)


def _trophy(ability: Ability) -> Words:
    """`Trophy: You may banish this to gain 1 energy.` The keyword of a condition is added to the label."""
    trophy = p.Keyword("Trophy")
    label = p.words("Ongoing", trophy) if isinstance(ability, When) else trophy
    phrase = ability.phrase()
    if isinstance(phrase, p.If) and phrase.keyword:
        return p.Labelled((label, phrase.keyword), phrase.clause)
    return p.Labelled((label,), phrase)
