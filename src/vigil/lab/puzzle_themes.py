"""Themes of puzzles, computed from the position and from the declarations of the cards that the answer is about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from vigil.bots import question_kinds
from vigil.bots.verbs import effect_features, everything_in, verb_of
from vigil.engine.conditions import AnyOf, Condition, Energized
from vigil.engine.effects.combine import If, Instead, PlayOrHavePlayed
from vigil.engine.effects.gain import Gain
from vigil.engine.light import light_of
from vigil.engine.terms import ACQUIRE, DECLINE, DEFEAT, END_TURN, EVENT_ZONE, NOTHING, PLAY, ROW_ZONE, TEAM, USE
from vigil.puzzles.model import LATE

from .puzzle_judges import does_the_same

if TYPE_CHECKING:
    from vigil.engine.effect import Effect
    from vigil.engine.options import Decision, Option
    from vigil.engine.state import GameState

POINTS: Final = 3
"""A card with so much honor counts as points."""


class Asked(NamedTuple):
    """A step of a puzzle: the game, its open decision, and the options that solve it, the best first."""

    game: GameState
    decision: Decision
    right: Sequence[Option]


def themes_of(asked: Sequence[Asked], phase: str) -> tuple[str, ...]:
    """What the puzzle is about, in alphabetical order."""
    game = asked[0].game
    found = {theme for step in asked for theme in _themes(step, phase)}
    if game.ending:
        found.add("last-round")
    if len(asked) > 1:
        found.add("two-steps")
    if game.setup.variant == TEAM:
        found.add("team")
    return tuple(sorted(found))


def _themes(step: Asked, phase: str) -> Iterator[str]:
    game, decision, right = step
    best = right[0]
    wrong = [option for option in decision.options if option not in right]
    question = question_kinds.OTHER if decision.is_turn else verb_of(decision.frame.effect).question
    effects = list(everything_in(_effects(game, best)))
    if best.verb == ACQUIRE:
        yield "acquire"
    if best.verb == DEFEAT or (question == question_kinds.DEFEAT and best.card is not None):
        yield "defeat"
    if question == question_kinds.BANISH and best.card is not None:
        yield "deny" if best.zone == ROW_ZONE else "banish"
    if best.card is not None and best.card.is_construct:
        yield "constructs"
    if best.verb in (END_TURN, DECLINE):
        yield "less-is-more"
    if best.verb == USE and best.zone == EVENT_ZONE:
        yield "event"
    if _is_order(best, wrong) or question == question_kinds.ORDER:
        yield "order-of-play"
    if question == question_kinds.PAY or any(does_the_same(option, best) for option in wrong):
        yield "payment"
    yield from {_WORDS[name] for each in effects for name, amount in effect_features(each) if amount and name in _WORDS}
    conditions = list(_conditions(effects))
    if any(isinstance(each, Energized) for each in conditions) or any(
        isinstance(each, Gain) and each.energy for each in effects
    ):
        yield "energy"
    if any(each.light for each in conditions) or _changes_light(game, best):
        yield "day-and-night"
    if any(isinstance(each, PlayOrHavePlayed) for each in effects):
        yield "unite"
    if _takes_treasure(game, best):
        yield "treasure"
    if phase == LATE and best.verb == ACQUIRE and _is_points(best, wrong):
        yield "points"


_WORDS: Final = {"draws": "draw", "harms": "attack", "destroys": "attack"}


def _effects(game: GameState, option: Option) -> Sequence[Effect]:
    """What happens at once if the option is chosen."""
    card = option.card
    if card is None:
        return ()
    if option.verb == PLAY:
        return (*card.play, *(each for ability in card.triggers for each in ability.effects))
    if option.verb == USE:
        return option.ability.effects
    return card.reward if option.verb == DEFEAT else ()


def _conditions(effects: Iterable[Effect]) -> Iterator[Condition]:
    for effect in effects:
        if isinstance(effect, If | Instead):
            yield from _parts_of(effect.condition)


def _parts_of(condition: Condition) -> Iterator[Condition]:
    if isinstance(condition, AnyOf):
        yield from _parts_of(condition.first)
        yield from _parts_of(condition.second)
    else:
        yield condition


def _is_order(best: Option, wrong: Sequence[Option]) -> bool:
    """Whether a card or an ability comes first although others could be played, too."""
    return best.verb in (PLAY, USE) and any(option.verb == PLAY for option in wrong)


def _changes_light(game: GameState, best: Option) -> bool:
    """Whether the choice takes a card from the row without which it is no longer day, or night."""
    if best.verb not in (ACQUIRE, DEFEAT) or best.zone != ROW_ZONE:
        return False
    left = tuple(card for slot, card in enumerate(game.row) if slot != best.slot)
    return light_of(game.cards, left) != light_of(game.cards, game.row)


def _takes_treasure(game: GameState, best: Option) -> bool:
    if best.card is not None and best.card.is_treasure and best.zone == ROW_ZONE:
        return True
    takes = best.verb in (ACQUIRE, DEFEAT) and best.zone == ROW_ZONE and best.slot != NOTHING
    return takes and bool(game.under[best.slot])


def _is_points(best: Option, wrong: Sequence[Option]) -> bool:
    """Whether the best card has more honor than all others that could be acquired."""
    assert best.card is not None
    others = [each.card.honor for each in wrong if each.verb == ACQUIRE and each.card is not None]
    return best.card.honor >= POINTS and best.card.honor > max(others, default=0)
