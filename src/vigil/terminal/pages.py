"""What can be looked up during a game: help, cards, rules, the deck, the void, the log; and the scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from vigil.cards import LIBRARY
from vigil.engine.errors import UnknownName
from vigil.engine.library import fold
from vigil.engine.terms import NOTHING, seat_name
from vigil.messages import counted_names
from vigil.rules import Topic, find_topics, topics, turn

from . import signs as paint
from .log import turns
from .parsing import contains_in_order
from .signs import ASCII, Signs

if TYPE_CHECKING:
    from vigil.engine.card import Card
    from vigil.engine.view import PlayerView, SeatView
    from vigil.messages import Reader
    from vigil.table.table import Table as GameTable

_COMMANDS: Final = (
    ("7", "take option 7; the same number stands beside its card on the board"),
    ("acquire Mystic", "the words of an option; unique beginnings are enough: acq mys"),
    ("y, n", "accept or decline what a card offers"),
    ("a", "play all cards of the hand that ask nothing"),
    ("hint, h", "what a strong player would do at a glance, and why"),
    ("card NAME, c NAME", "a card's full text; c 7 looks up the card of option 7"),
    ("rules, rules WORD", "how a turn goes; what a word means: rules dual cost"),
    ("log, log 9, log all", "the last turns in sentences"),
    ("deck", "your cards, and what is left to draw"),
    ("void", "the cards in the void"),
    ("undo, undo all", "take choices back, until something new was seen or another player acted"),
    ("save FILE", "write the game to a file of yours"),
    ("quit", "save and leave; Ctrl-D and Ctrl-C do the same"),
    ("Enter", "draw the board again"),
)


def help_page(signs: Signs) -> RenderableType:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True, style="bold")
    grid.add_column(ratio=1)
    for typed, what in _COMMANDS:
        grid.add_row(typed, what)
    legend = (
        f"4R costs four runes, 3P three power, 4R+2P both; 2{signs.honor} is worth two honor at the end. "
        "E, L, M, V: Enlightened, Lifebound, Mechana, Void; constr is a construct. "
        f"{signs.light} light and {signs.dark} dark orb; {signs.treasure}2 means two treasures under the card. "
        f"1/turn: once in each of your turns. ({signs.at_most}4) costs at most 4."
    )
    return Group(grid, Text(legend, style=paint.QUIET))


# --- a card


def find_card(name: str) -> Card:
    """The card with this name, or the only one whose words begin like these."""
    wanted = fold(name).split()
    try:
        return LIBRARY.card(name)
    except UnknownName:
        found = [card for card in LIBRARY if wanted and contains_in_order(wanted, fold(card.name).split())]
        if len(found) == 1:
            return found[0]
        if 1 < len(found) <= 8:
            names = ", ".join(card.name for card in found)
            raise UnknownName(f'"{name}" could be {names}. Type a little more.') from None
        raise


def card_page(card: Card, signs: Signs) -> RenderableType:
    """A panel with the whole card; for an event, a second one with its other side."""
    panels = [_card_panel(card, signs)]
    if card.other_side != NOTHING:
        panels.append(_card_panel(LIBRARY.cards[card.other_side], signs))
    return Group(*panels)


def _card_panel(card: Card, signs: Signs) -> RenderableType:
    origin = LIBRARY.sets[card.set_name].title if card.set_name else "in every set"
    if card.copies > 1:
        origin += f", {card.copies} copies"
    lines = [Text(f" {signs.dot} ".join(card.facts), style=paint.card_style(card)), Text()]
    lines += [Text(line) for line in card.lines()]
    lines += [Text(), Text(origin, style=paint.QUIET)]
    title = Text(card.shown_name, style=f"bold {paint.card_style(card)}")
    return Panel(Group(*lines), title=title, title_align="left", box=_box(signs), width=72, padding=(0, 1))


def _box(signs: Signs) -> box.Box:
    return box.ASCII if signs is ASCII else box.ROUNDED


# --- a rule

_FEW: Final = 3
"""Up to this many topics are shown whole; of more, only the titles."""


def rules_page(words: str) -> RenderableType:
    """The topics that match the words; without words, how a turn goes and all titles."""
    if words:
        found = find_topics(words)
        return Group(*map(_topic, found)) if len(found) <= _FEW else _titles(found)
    steps = [Group(Text(step.title, style="bold"), Padding(Text(step.text), (0, 0, 1, 2))) for step in turn()]
    return Group(*steps, _titles(topics()))


def _titles(found: Sequence[Topic]) -> RenderableType:
    advice = f"Name one of them to read it: rules {found[0].title.lower()}"
    titles = Columns([topic.title for topic in found], padding=(0, 3), column_first=True)
    return Group(titles, Text(advice, style=paint.QUIET))


def _topic(topic: Topic) -> RenderableType:
    sets = ", ".join(LIBRARY.sets[name].title for name in topic.sets)
    told = [Text(topic.text)]
    for card in map(LIBRARY.card, topic.cards):
        told.append(Text(f"{card.name}: {card.text}", style=paint.QUIET))
    if topic.see:
        titles = {other.name: other.title for other in topics()}
        told.append(Text(f"See {', '.join(titles[name] for name in topic.see)}.", style=paint.QUIET))
    return Group(Text.assemble((topic.title, "bold"), (f"  {sets}", paint.QUIET)), Padding(Group(*told), (0, 0, 1, 2)))


# --- piles


def deck_page(view: SeatView, signs: Signs) -> RenderableType:
    """The viewer's own cards: how many, and where they are."""
    me = view.me
    left = [card for layer in me.deck for card in layer.cards or []]
    hand = me.hand or ()
    owned = me.owned()
    table = Table(box=_box(signs), title_justify="left", show_edge=False, pad_edge=False)
    table.add_column("card")
    for head in ("all", "to draw", "hand", "discard", "in play"):
        table.add_column(head, justify="right")
    table.add_column(f"{signs.honor} each", justify="right")
    for number in dict.fromkeys(owned):
        card = view.cards[number]
        counts = [pile.count(number) for pile in (owned, left, hand, me.discard, me.played + me.constructs)]
        cells = [str(count) if count else "" for count in counts]
        table.add_row(Text(card.name, style=paint.card_style(card)), *cells, str(card.honor or ""))
    honor = sum(view.cards[card].honor for card in owned)
    last = (
        f"{len(owned)} cards worth {honor}{signs.honor}; {len(left)} left to draw before the discard pile is shuffled."
    )
    parts: list[RenderableType] = [table, Text(last)]
    on_top = _known_top(view, me)
    if on_top:
        parts.append(Text(f"On top of your deck: {', '.join(on_top)}."))
    return Group(*parts)


def _known_top(view: SeatView, me: PlayerView) -> list[str]:
    """The cards that were put on top of the deck, from the top: each layer above the lowest."""
    found: list[str] = []
    for layer in me.deck[:-1]:
        names = [view.cards[card].shown_name for card in layer.cards or []]
        found.append(" and ".join(names) + (" in some order" if len(names) > 1 else ""))
    return found


def void_page(view: SeatView, signs: Signs) -> RenderableType:
    if not view.void:
        return Text("The void is empty.")
    names = counted_names([view.cards[card].shown_name for card in view.void], signs.times)
    return Text(f"In the void ({len(view.void)}): " + ", ".join(names) + ".")


def log_page(table: GameTable, reader: Reader, count: int) -> RenderableType:
    """The last turns in sentences."""
    parts: list[RenderableType] = []
    for heading, sentences in turns(table, reader, count):
        parts.append(Text(heading, style="bold"))
        parts += [Padding(Text(sentence), (0, 0, 0, 2)) for sentence in sentences]
    return Group(*parts)


# --- the end


def scores_page(view: SeatView, about: Sequence[str], signs: Signs) -> RenderableType:
    """Everybody's tokens and cards, and who has won. What a player owns is public."""
    table = Table(box=_box(signs))
    table.add_column("")
    for head in ("tokens", "cards", "total"):
        table.add_column(head, justify="right")
    table.add_column("best cards")
    for seat, player in enumerate(view.players):
        name = " ".join(filter(None, (seat_name(seat), about[seat] if seat < len(about) else "")))
        is_winner = seat in view.winners
        owned = player.owned()
        table.add_row(
            Text(name + (" wins" if is_winner else ""), style="bold" if is_winner else ""),
            *_points(player.honor, sum(view.cards[card].honor for card in owned)),
            _best_cards(view, owned, signs),
        )
    if view.setup.solitaire:
        in_cards = sum(view.cards[card].honor for card in view.cult_cards)
        cult = Text("the Cult" if view.winners else "the Cult wins", style="" if view.winners else "bold")
        table.add_row(cult, *_points(view.cult_honor, in_cards), _best_cards(view, view.cult_cards, signs))
    return Group(table, Text(verdict(view), style="bold"))


def _points(tokens: int, cards: int) -> tuple[str, str, str]:
    return str(tokens), str(cards), str(tokens + cards)


def _best_cards(view: SeatView, owned: Sequence[int], signs: Signs) -> str:
    """The three cards that bring the most honor, all copies together."""
    brought = Counter({card: count * view.cards[card].honor for card, count in Counter(owned).items()})
    best = [(view.cards[card].shown_name, honor) for card, honor in brought.most_common(3) if honor]
    return ", ".join(f"{name} {honor}{signs.honor}" for name, honor in best)


def verdict(view: SeatView) -> str:
    if not view.winners:
        return "The Cult wins." if view.setup.solitaire else "Nobody wins."
    if view.setup.solitaire:
        return "You win against the Cult."
    names = " and ".join(seat_name(seat) for seat in view.winners)
    if view.setup.team:
        teams = _team_totals(view)
        return f"{names} win together ({', '.join(teams)})."
    totals = [_total(view, seat) for seat in range(len(view.players))]
    best = totals[view.winners[0]]
    tied = totals.count(best) > 1
    return f"{names} wins" + (": of those with equal honor, whoever started later." if tied else ".")


def _total(view: SeatView, seat: int) -> int:
    player = view.players[seat]
    return player.honor + sum(view.cards[card].honor for card in player.owned())


def _team_totals(view: SeatView) -> list[str]:
    half = len(view.players) // 2
    return [
        f"{seat_name(seat)} and {seat_name(seat + half)}: {_total(view, seat) + _total(view, seat + half)}"
        for seat in range(half)
    ]
