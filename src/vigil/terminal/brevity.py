"""Rules text in short, for a line of the board. The whole text is one look-up away, so brevity wins over grammar."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from vigil.engine.effect import clauses

if TYPE_CHECKING:
    from vigil.engine.abilities import Ability, Use
    from vigil.engine.card import Card

    from .signs import Signs

_NUMBERS: Final = {"a": "1", "an": "1", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5"}

# In order: what comes first must not be spoiled by what comes later.
_RULES: Final = [
    (r"Reward: ", ""),
    (r"(Empower|Infest) \([^)]*\)", r"\1"),
    (r"(?i)gain (\d+) runes? and (\d+) power", r"+\1R +\2P"),
    (r"(?i)gain (\d+) runes? and (\d+) honor", r"+\1R +\2{honor}"),
    (r"(?i)gain (\d+) runes? that can be spent only on ", r"+\1R for "),
    (r"(?i)gain (\d+) runes?", r"+\1R"),
    (r"(?i)gain (\d+) power", r"+\1P"),
    (r"(?i)gain (\d+) honor", r"+\1{honor}"),
    (r"(?i)gain (\d+) energy", r"+\1 energy"),
    (r"(?i)gain honor", r"+{honor}"),
    (r"(?i)pay (\d+) runes?", r"pay \1R"),
    (r"(?i)pay (\d+) power", r"pay \1P"),
    (r"(\d+) runes? less", r"-\1R"),
    (r"(\d+) power less", r"-\1P"),
    (r" to (acquire|defeat) \(but", " (but"),
    (r"(?i)once per turn, ", "1/turn: "),
    (r"(?i)the first time (.+?) each turn, ", r"1st each turn \1, "),
    (r"(?i)\byou may ", "may "),
    (r" instead of into (your|the) discard pile", ""),
    (r" from anywhere during your turn", ""),
    (r" in your hand or discard pile", " (hand/discard)"),
    (r" in their hand or discard pile", " (hand/discard)"),
    (r" in your hand\b", " in hand"),
    (r" in your discard pile", " in discard"),
    (r" (in|from) the center row", " in row"),
    (r" without paying( its cost)?", " free"),
    (r" that costs? (\d+) or less", r" ({at_most}\1)"),
    (r" and put it (on top of|onto) your deck", " onto your deck"),
    (r" and put it into your hand", " into hand"),
    (r"into your hand", "into hand"),
    (r" the center row", " the row"),
    (r"you have gained this turn", "gained"),
    (r"you have played this turn", "played this turn"),
    (r" you have played ", " you played "),
    (r" you play or have played ", " you play/played "),
    (r"take an additional turn after this one", "take an extra turn"),
    (r"for the rest of the game", "for good"),
    (r"(?i)each opponent", "each foe"),
    (r"an opponent of your choice", "a foe"),
    (r" of your choice", ""),
    (r"an opponent's", "a foe's"),
    (r"opponent", "foe"),
    (r"different faction among constructs you control", "faction of your constructs"),
    (r" constructs you control", " constructs of yours"),
    (r" construct you control", " construct of yours"),
    (r"(?i)mystic or heavy infantry", "Mystic/H. Infantry"),
    (r"hero or construct", "hero/construct"),
    (r"acquire or defeat", "acquire/defeat"),
]
_COMPILED: Final = [(re.compile(pattern), new) for pattern, new in _RULES]
_DRAW: Final = re.compile(r"(?i)\b(draws?) (a|one|two|three|four|five) cards?")
_SENTENCE_START: Final = re.compile(r"(^|[.:] )([a-z])")


def shortened(text: str, signs: Signs) -> str:
    for pattern, new in _COMPILED:
        text = pattern.sub(new.format(honor=signs.honor, at_most=signs.at_most), text)
    text = _DRAW.sub(lambda found: f"{found[1]} {_NUMBERS[found[2].lower()]}", text)
    return _SENTENCE_START.sub(lambda found: found[1] + found[2].upper(), text).removesuffix(".")


def short_text(card: Card, signs: Signs) -> str:
    return shortened(card.text, signs)


def short_ability(ability: Ability, signs: Signs) -> str:
    """What an ability does, without saying that it can be done once a turn or what kind it is."""
    text = shortened(ability.text(), signs)
    return re.sub(r"^(1/turn|Trophy): ", "", text)


def short_use(ability: Use, signs: Signs) -> str:
    """What an ability gives, and what it takes; not its condition, which is met when it is on offer."""
    gives = shortened(clauses(ability.effects), signs)
    if ability.runes or ability.power:
        return f"pay {ability.runes}R: {gives}" if ability.runes else f"pay {ability.power}P: {gives}"
    if ability.banish_this or ability.destroy_this:
        return f"{'banish' if ability.banish_this else 'destroy'} this: {gives}"
    return gives
