"""Moments of a game as scenarios: the position at the beginning of the turn, and the steps that were taken since.

Most moments cannot be described by a position alone, because a card asks something or abilities were used. So the turn
is taken again from its beginning, with the piles in the order in which their cards came up. The result is compared with
the moment; where it differs, the moment's own position has to do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import repeat
from typing import Any, Final

from vigil.engine.errors import VigilError
from vigil.engine.happenings import Happening
from vigil.engine.library import Library
from vigil.engine.notation import parse
from vigil.engine.positions import build_position
from vigil.engine.state import GameState, PlayerState
from vigil.engine.terms import CENTER_DECK_ZONE, DECK_ZONE, HAND_ZONE, NOTHING, seat_name
from vigil.engine.view import SPECTATOR, PlayerView, SeatView

from .describing import describe

MOST_SEEDS: Final = 60
"""A pile that was shuffled during the turn comes out in another order with each seed: so many are tried."""


@dataclass
class Moment:
    """A moment as a scenario. If it `is_exact`, the steps lead there. Otherwise there are none, and the position is the
    moment's own, without its open question and without what was used up earlier in the turn."""

    sets: list[str]
    given: dict[str, Any]
    steps: list[str] = field(default_factory=list)
    is_exact: bool = True


def moment(library: Library, games: Sequence[GameState], choices: Sequence[str], seat: int | None = None) -> Moment:
    """The moment after all of these choices: `games[N]` is the game before choice N, the last one the moment itself.

    With a `seat` (or SPECTATOR) everything comes from the views of that seat: cards that it may not know are dealt at
    random, so two games that the seat cannot tell apart give the same scenario.
    """
    now = games[-1]
    first = max((place for place in range(1, len(games)) if _begins_turn(games, place)), default=0)
    steps = list(choices[first:])
    sets = list(now.setup.sets)
    if seat is None or not any(map(_is_hidden_choice, games[first:], games[first + 1 :], steps, repeat(seat))):
        given = describe(_base(games[first:], seat))
        _put_in_order(given, games[first:], seat)
        wanted = _facts(now, seat)
        for seed in range(MOST_SEEDS):
            found = Moment(sets, {**given, "seed": seed} if seed else given, steps)
            with suppress(VigilError):
                if _facts(replayed(library, found.sets, found.given, steps, now.setup.rules), seat) == wanted:
                    return found
    return Moment(sets, describe(now if seat is None else now.view(seat).sample(0)), [], is_exact=False)


def replayed(
    library: Library, sets: Sequence[str], given: dict[str, Any], steps: Sequence[str], rules: int
) -> GameState:
    """The game after these steps, which have to be spelled out."""
    game = build_position(library, sets, given, rules)
    for step in steps:
        if game.decision is None:
            raise VigilError(f'"{step}" comes after the end of the game.')
        game.choose(parse(game.decision, step))
    return game


def _is_hidden_choice(before: GameState, after: GameState, choice: str, seat: int) -> bool:
    """Whether another player chose a hidden card that the seat has not seen: then the choice must not be told."""
    assert before.decision is not None
    option = parse(before.decision, choice)
    if before.decision.seat == seat or option.card is None or option.zone not in (HAND_ZONE, DECK_ZONE):
        return False
    return all(Happening(*each).seen_by(seat).card != option.number for each in after.happenings)


def _begins_turn(games: Sequence[GameState], place: int) -> bool:
    return games[place].turn_number != games[place - 1].turn_number


def _base(games: Sequence[GameState], seat: int | None) -> GameState:
    """The game at the beginning of the turn; for a seat, one that it could be, given everything seen since."""
    if seat is None:
        return games[0]
    before, after = games[0].view(seat), games[-1].view(seat)
    base = before.sample(0)
    for place, player in enumerate(base.players):
        if place != seat:
            seen = Counter(_open_cards(after.players[place])) - Counter(_open_cards(before.players[place]))
            _deal_seen(player, before.players[place].shown, list(seen.elements()))
    return base


def _deal_seen(player: PlayerState, shown: Sequence[int], seen: list[int]) -> None:
    """Gives a player the cards that were seen later: into the hand, and those that do not fit on top of the deck."""
    hand, deck = list((Counter(player.hand) - Counter(shown)).elements()), player.deck
    for card in (Counter(seen) - Counter(hand)).elements():
        if card in deck.cards:
            spare = next(iter((Counter(hand) - Counter(seen)).elements()), None)
            deck.remove(card)
            if spare is None:
                deck.put_on_top([card])
            else:
                hand[hand.index(spare)] = card
                deck.put_underneath(spare)
    player.hand = tuple(sorted([*shown, *hand]))


def _open_cards(player: PlayerView) -> Iterator[int]:
    yield from (*player.played, *player.discard, *player.constructs, *player.shown)


def _put_in_order(given: dict[str, Any], games: Sequence[GameState], seat: int | None) -> None:
    """Lets the piles begin with the cards that were seen to come up, in this order."""
    for owner, key, upcoming in _came_up(games, seat):
        table = given if not owner else given.get(owner, {})
        left = Counter(table.get(key, []))
        known = [name for name in upcoming if left[name] > 0 and left.subtract([name]) is None]
        rest = table.get(key, [])
        for name in known:
            rest.remove(name)
        if known:
            table[key] = [*known, *rest]


def _came_up(games: Sequence[GameState], seat: int | None) -> list[tuple[str, str, list[str]]]:
    """For each pile, by its owner and its key, the names of the cards that left it, as far as the seat has seen."""
    found: dict[tuple[str, str], list[str]] = {}
    for game in games[1:]:
        for raw in game.happenings:
            seen = Happening(*raw) if seat is None else Happening(*raw).seen_by(seat)
            if seen.card != NOTHING and seen.source in (DECK_ZONE, CENTER_DECK_ZONE):
                pile = ("", "center_deck") if seen.source == CENTER_DECK_ZONE else (seat_name(seen.seat), "deck")
                found.setdefault(pile, []).append(game.cards[seen.card].name)
    return [(owner, key, names) for (owner, key), names in found.items()]


def _facts(game: GameState, seat: int | None) -> list[dict[str, Any]]:
    """What a moment and its scenario have to agree on, as all seats see it or as one does."""
    seats = range(-1, len(game.players)) if seat is None else [seat]
    return [_seen_facts(game.view(SPECTATOR if each < 0 else each)) for each in seats]


def _seen_facts(view: SeatView) -> dict[str, Any]:
    turn = view.turn
    return {
        "table": (view.row, view.under, view.void, view.supply, view.event, view.pool, view.ending, view.over),
        "turn": (turn.seat, turn.runes, turn.power, turn.energy, turn.mechana_runes, turn.modifiers, turn.event_uses),
        "cult": (view.cult_honor, view.cult_cards),
        "center deck": sum(layer.size for layer in view.center_deck),
        "players": [
            (
                *(player.honor, player.discard, player.played, player.constructs, player.uses, player.trophies),
                *(player.hand_count, player.hand, player.deck_count),
            )
            for player in view.players
        ],
        "deciding": view.deciding,
        "options": [] if view.decision is None else view.decision.texts(),
    }
