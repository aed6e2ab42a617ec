"""The viewer's own part of the board: resources, the hand, and what constructs and trophies can still do."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from vigil.engine.modifiers import CONSTRUCT_DISCOUNT, EXTRA_MECHANA, MIXED_PAYMENT, TREASURE_DISCOUNT, VOID_DEFEATS
from vigil.engine.terms import CONSTRUCTS_ZONE, TROPHIES_ZONE, seat_name
from vigil.messages import counted_names

from . import signs as paint
from .layout import CONSTRUCT_TEXTS, HAND_TEXTS, LABELS_WIDTH, Look, counted_card, fitted, flow, label, labelled_grid

if TYPE_CHECKING:
    from vigil.engine.card import Card
    from vigil.engine.view import SeatView

    from .choices import Numbers
    from .signs import Signs


def my_cards(view: SeatView, look: Look, numbers: Numbers) -> RenderableType:
    signs = look.signs
    grid = labelled_grid()
    grid.add_row("", strip(view))
    for each in waiting(view, signs):
        grid.add_row(Text("waiting", style=paint.QUIET), fitted(Text(each), look))
    hand = hand_table if look.has(HAND_TEXTS) else hand_line
    grid.add_row(label("hand"), hand(view, look, numbers))
    if view.turn.seat == view.seat and view.me.played:
        names = counted_names([view.cards[card].shown_name for card in view.me.played], signs.times)
        grid.add_row(label("played"), Text(", ".join(names), style=paint.QUIET))
    lines = on_my_table(view, look, numbers)
    if lines:
        between = "\n" if look.has(HAND_TEXTS) else "; " if look.has(CONSTRUCT_TEXTS) else ", "
        grid.add_row(label("in play"), Text(between).join(lines))
    return grid


def strip(view: SeatView) -> Text:
    """The runes, power and energy of the active player."""
    turn = view.turn
    whose = "" if turn.seat == view.seat else f"{seat_name(turn.seat)} has "
    text = Text(whose)
    text.append(f" RUNES {turn.runes} ", style=f"bold reverse {paint.RUNES_STYLE}")
    if turn.mechana_runes:
        text.append(f" +{turn.mechana_runes} for Mechana Constructs", style=paint.RUNES_STYLE)
    text.append("  ")
    text.append(f" POWER {turn.power} ", style=f"bold reverse {paint.POWER_STYLE}")
    if turn.energy or any(box.treasure for box in view.setup.card_sets()):
        text.append("  ")
        text.append(f" ENERGY {turn.energy} ", style=f"bold reverse {paint.ENERGY_STYLE}")
    if view.extra_turns:
        text.append("  another turn follows", style="bold")
    return text


def waiting(view: SeatView, signs: Signs) -> list[str]:
    """What still applies for the rest of the turn."""
    turn = view.turn
    found = [
        f"{signs.brief.text(each.ability.phrase_this_turn(each.once))} ({view.cards[each.context.card].shown_name})"
        for each in turn.pending
    ]
    if turn.modifiers[CONSTRUCT_DISCOUNT]:
        found.append(f"The next Construct costs {turn.modifiers[CONSTRUCT_DISCOUNT]}R less")
    if turn.modifiers[TREASURE_DISCOUNT]:
        found.append(f"The next Monster with Treasure under it costs {turn.modifiers[TREASURE_DISCOUNT]}P less")
    if turn.modifiers[MIXED_PAYMENT]:
        found.append("Runes can be spent as power, and power as runes")
    if turn.modifiers[VOID_DEFEATS]:
        found.append("A Monster in the void can be defeated")
    if turn.modifiers[EXTRA_MECHANA]:
        found.append(f"{turn.modifiers[EXTRA_MECHANA]} more Mechana Constructs count as controlled")
    return found


# --- the hand


def hand_line(view: SeatView, look: Look, numbers: Numbers) -> RenderableType:
    items = []
    for card, count in _hand(view):
        number = numbers.of_hand(card)
        name = counted_card(card, card.name, count, look.signs)
        items.append(Text.assemble(numbers.mark(number), " " if number else "", name))
    return flow(items, look.width - LABELS_WIDTH) if items else Text("empty", style=paint.QUIET)


def hand_table(view: SeatView, look: Look, numbers: Numbers) -> RenderableType:
    cards = _hand(view)
    if not cards:
        return hand_line(view, look, numbers)
    grid = Table.grid(padding=(0, 1))
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column(ratio=1)
    for card, count in cards:
        name = counted_card(card, card.name, count, look.signs)
        grid.add_row(numbers.mark(numbers.of_hand(card)), name, Text(look.signs.brief.lines(card.phrases())))
    return grid


def _hand(view: SeatView) -> list[tuple[Card, int]]:
    hand = view.me.hand or ()
    return [(view.cards[number], hand.count(number)) for number in dict.fromkeys(hand)]


# --- constructs, trophies


def on_my_table(view: SeatView, look: Look, numbers: Numbers) -> list[Text]:
    """A line for each construct and trophy, with what it can still do this turn."""
    me = view.me
    lines: list[Text] = []
    constructs = Counter((number, uses, CONSTRUCTS_ZONE) for number, uses in zip(me.constructs, me.uses, strict=True))
    trophies = Counter((number, 0, TROPHIES_ZONE) for number in me.trophies)
    for (number, uses, zone), count in (constructs + trophies).items():
        card = view.cards[number]
        line = counted_card(card, card.shown_name, count, look.signs)
        line.append(" (trophy)" if zone == TROPHIES_ZONE else "", style=paint.QUIET)
        lines.append(line.append_text(_abilities(card, uses, zone, look, numbers)))
    return lines


def _abilities(card: Card, used: int, zone: int, look: Look, numbers: Numbers) -> Text:
    """Each ability: the number that uses it, `used`, or only its text if it cannot be used now."""
    parts: list[Text] = []
    is_captive = card.is_monster and zone == CONSTRUCTS_ZONE
    for ability in () if is_captive else card.abilities + card.trophy:
        place = card.uses.index(ability) if ability in card.uses else -1
        number = numbers.of_use(card, zone, place) if place >= 0 else 0
        text = look.signs.brief.ability(ability.phrase()) if look.has(CONSTRUCT_TEXTS) else ""
        words = Text("used" if used & ability.bit else text)
        if number:
            parts.append(Text.assemble(numbers.mark(number), " " if words else "", words))
        elif words:
            words.stylize(paint.QUIET)
            parts.append(words)
    question = numbers.of_construct(card)
    if question:
        parts.append(numbers.mark(question))
    return Text.assemble(": " if look.has(CONSTRUCT_TEXTS) else " ", Text(" / ").join(parts)) if parts else Text()
