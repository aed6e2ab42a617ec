"""The options of the open decision: one number for each, the same beside the card on the board and in the list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.console import Group, RenderableType
from rich.text import Text

from vigil.engine import terms
from vigil.engine.effect import phrases
from vigil.engine.terms import NOTHING

from . import signs as paint
from .layout import LABELS_WIDTH, Look, counted_card, flow, label, labelled_grid

if TYPE_CHECKING:
    from collections.abc import Callable

    from vigil.engine.abilities import Use
    from vigil.engine.card import Card
    from vigil.engine.options import Decision, Option
    from vigil.engine.view import SeatView

    from .signs import Signs

_NUMBER_STYLE: Final = "bold bright_white"


class Numbers:
    """The numbers of the options of the viewer's decision; 0 means that there is none."""

    def __init__(self, view: SeatView) -> None:
        self.view = view
        self.options: list[Option] = [] if view.decision is None else view.decision.options

    def _first(self, fits: Callable[[Option], bool]) -> int:
        return next((number for number, option in enumerate(self.options, 1) if fits(option)), 0)

    def of_row(self, slot: int) -> int:
        """Equal cards with equal treasure are one option: both have the same number."""
        card, under = self.view.row[slot], self.view.under
        return self._first(
            lambda option: (
                option.zone == terms.ROW_ZONE
                and option.card is not None
                and option.card.number == card
                and (option.slot == slot or under[option.slot] == under[slot])
            )
        )

    def of_supply(self, card: Card) -> int:
        return self._first(lambda option: option.card is card and option.zone == terms.SUPPLY_ZONE)

    def of_hand(self, card: Card) -> int:
        return self._first(
            lambda option: option.card is card and (option.verb == terms.PLAY or self._asks(option, terms.HAND_ZONE))
        )

    def of_use(self, card: Card, zone: int, place: int) -> int:
        wanted = (card, terms.USE, zone, place)
        return self._first(lambda option: (option.card, option.verb, option.zone, option.slot) == wanted)

    def of_construct(self, card: Card) -> int:
        """Where a question asks for one of the viewer's own constructs."""
        return self._first(lambda option: option.card is card and self._asks(option, terms.CONSTRUCTS_ZONE))

    def _asks(self, option: Option, zone: int) -> bool:
        """Whether the option answers a question with one of the viewer's own cards in this zone."""
        return option.verb == terms.CHOOSE and option.zone == zone and option.seat in (NOTHING, self.view.seat)

    @staticmethod
    def mark(number: int) -> Text:
        return Text(f"[{number}]" if number else "", style=_NUMBER_STYLE)


def choices(view: SeatView, look: Look) -> RenderableType:
    """The options grouped by verb; or the question, the card that asks it, and the answers."""
    decision = view.decision
    assert decision is not None
    if decision.is_turn:
        return turn_choices(view, decision, look)
    return answers(view, decision, look)


def turn_choices(view: SeatView, decision: Decision, look: Look) -> RenderableType:
    grid = labelled_grid()
    groups: dict[int, list[Text]] = {}
    for number, option in enumerate(decision.options, 1):
        groups.setdefault(option.verb, []).append(_item(number, _turn_words(view, decision, option, look.signs)))
    for verb, items in sorted(groups.items()):
        if verb == terms.END_TURN:
            continue
        grid.add_row(label(terms.VERB_WORDS[verb]), flow(items, look.width - LABELS_WIDTH))
    end = len(decision.options)
    grid.add_row(label("end"), _item(end, Text("end turn")))
    return grid


def _turn_words(view: SeatView, decision: Decision, option: Option, signs: Signs) -> Text:
    """The words of an option without the verb, which stands in front of the group."""
    words = decision.text(option).removeprefix(terms.VERB_WORDS[option.verb]).strip()
    card = option.card
    if card is None:
        return Text(words)
    text = counted_card(card, words, (view.me.hand or ()).count(card.number) if option.verb == terms.PLAY else 1, signs)
    if option.verb == terms.USE:
        text.append(f" ({_use_words(option.ability, signs)})", style=paint.QUIET)
    return text


def _use_words(ability: Use, signs: Signs) -> str:
    """What an ability takes and gives; not its condition, which is met when it is on offer."""
    gives = signs.brief.clause(phrases(ability.effects))
    cost = ability.cost()
    return gives if cost is None else f"{signs.brief.clause(cost)}: {gives}"


def answers(view: SeatView, decision: Decision, look: Look) -> RenderableType:
    asking = view.cards[decision.card].shown_name if decision.card != NOTHING else "The game"
    question = Text.assemble((f"{asking}: ", "bold"), question_words(decision))
    items = [_item(number, answer_words(decision, option)) for number, option in enumerate(decision.options, 1)]
    grid = labelled_grid()
    grid.add_row("", flow(items, look.width - LABELS_WIDTH))
    return Group(question, grid)


def question_words(decision: Decision) -> str:
    """The question, and how far the answer has come where several cards are chosen one after the other."""
    names = ", ".join(card.shown_name for card in decision.chosen)
    return f"{decision.prompt} (chosen so far: {names})" if names else decision.prompt


def answer_words(decision: Decision, option: Option) -> Text:
    if option.verb == terms.ACCEPT:
        return Text("yes (accept)")
    if option.verb == terms.DECLINE:
        return Text("no, or no more (decline)" if decision.chosen else "no (decline)")
    words = decision.text(option).removeprefix(terms.VERB_WORDS[terms.CHOOSE]).strip()
    return Text(words, style=paint.card_style(option.card) if option.card is not None else "")


def _item(number: int, words: Text) -> Text:
    return Text.assemble((f"{number}", _NUMBER_STYLE), " ", words)


# --- what is left to do when a turn is about to end


def left_over(decision: Decision) -> str:
    """What could still be done: `play Militia; acquire Mystic, Heavy Infantry`. Empty when nothing is left."""
    found: dict[int, dict[str, None]] = {}
    for option in decision.options:
        if option.card is not None and not _may_wait(option):
            found.setdefault(option.verb, {})[option.card.name] = None
    return "; ".join(f"{terms.VERB_WORDS[verb]} {', '.join(names)}" for verb, names in found.items())


def _may_wait(option: Option) -> bool:
    """Whether a player may well want to keep it: a trophy, an event, or a card that would be given up."""
    return option.verb == terms.USE and (
        option.zone in (terms.TROPHIES_ZONE, terms.EVENT_ZONE) or option.ability.is_sacrifice
    )
