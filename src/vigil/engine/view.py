"""What a seat may know, built up field by field, and sampling of games that are consistent with it.

What each player owns is public (cards are acquired face up), so the hidden information is only how a player's unseen
cards are split between hand and deck, and the order of the piles.
"""

from __future__ import annotations

from json import dumps
from typing import Any, Final, NamedTuple

from .card import Card
from .chance import Chance
from .frames import Frame
from .happenings import Happening
from .options import Decision
from .piles import Pile
from .setup import Setup
from .snapshot import as_data, reopen, unpickled
from .state import GameState, PlayerState, PublicPlayer, PublicState, TurnState, fields_of
from .terms import DECK_ZONE, HAND_ZONE, NOTHING, seat_name
from .zones import Zone

SPECTATOR: Final = -100
"""The seat of a spectator. Out of range for every list of players, negative indices included."""


class Layer(NamedTuple):
    """One layer of a pile: its size, and its cards as an unordered bag, or None if the viewer does not know them."""

    size: int
    cards: list[int] | None


def pile_of(layers: list[Layer], unseen: list[int]) -> Pile:
    """A pile with these layers, from the top down. Cards that are not known are taken from the end of `unseen`."""
    cards: list[int] = []
    starts: list[tuple[int, int]] = []
    for layer in reversed(layers):
        starts.append((len(cards), layer.size))
        cards += [unseen.pop() for _ in range(layer.size)] if layer.cards is None else layer.cards
    return Pile(cards, tuple(starts[1:]))


class PlayerView(PublicPlayer):
    """One player as seen from the viewer's seat.

    `unseen` are the cards in the player's hand and deck that the viewer cannot tell apart: those that are neither in
    `shown` nor in a known layer of the deck. `hand` is None unless it is the viewer's own.
    """

    hand_count: int
    hand: Zone | None
    unseen: Zone = ()
    deck: list[Layer]

    def __init__(self, player: PlayerState, is_own: bool) -> None:
        self.copy_public(player)
        # The order in which cards were shown or discarded is not public.
        self.shown = tuple(sorted(player.shown))
        self.discard = tuple(sorted(player.discard))
        self.hand_count = len(player.hand)
        self.hand = player.hand if is_own else None
        self.deck = []
        if is_own:
            self.deck = [Layer(len(bag), bag) for bag in player.deck.shown_layers()]
        else:
            self._hide_cards(player)

    def _hide_cards(self, player: PlayerState) -> None:
        hidden = list(player.hand)
        for card in player.shown:
            hidden.remove(card)
        cards = player.deck.cards
        ends = [*(start for start, _ in player.deck.layers), len(cards)]
        if ends[0]:
            self.deck.append(Layer(ends[0], None))
            hidden += cards[: ends[0]]
        for number, (start, size) in enumerate(player.deck.layers):
            end = ends[number + 1]
            # Everybody saw a layer being put down; its cards stay known until one of them is drawn.
            untouched = end - start == size
            self.deck.append(Layer(end - start, sorted(cards[start:end]) if untouched else None))
            if not untouched:
                hidden += cards[start:end]
        self.deck.reverse()
        self.unseen = tuple(sorted(hidden))

    def __repr__(self) -> str:
        return f"<PlayerView: {self.honor} honor, {self.hand_count} in hand, {self.deck_count} in deck>"

    @property
    def deck_count(self) -> int:
        return sum(layer.size for layer in self.deck)

    def owned(self) -> list[int]:
        """Every card that this player owns."""
        known = [card for layer in self.deck for card in layer.cards or []]
        hand = self.shown if self.hand is None else self.hand
        return sorted([*known, *hand, *self.unseen, *self.discard, *self.played, *self.constructs])

    def to_dict(self) -> dict[str, Any]:
        data: dict[str, Any] = {name: getattr(self, name) for name in fields_of(PlayerView)}
        data["deck"] = [list(layer) for layer in self.deck]
        return data

    def sample(self, chance: Chance) -> PlayerState:
        """A player state that is consistent with this view."""
        unseen = list(self.unseen)
        for last in range(len(unseen) - 1, 0, -1):
            other = chance.below(last + 1)
            unseen[last], unseen[other] = unseen[other], unseen[last]
        if self.hand is None:
            missing = self.hand_count - len(self.shown)
            hand = tuple(sorted([*self.shown, *[unseen.pop() for _ in range(missing)]]))
        else:
            hand = self.hand
        player = PlayerState(pile_of(self.deck, unseen))
        player.copy_public(self)
        player.hand = hand
        return player


class SeatView(PublicState):
    """The game as one seat sees it. It keeps no reference to the `GameState`, and nothing the seat may not know."""

    def __init__(self, game: GameState, seat: int) -> None:
        self.seat = seat
        self.setup: Setup = game.setup
        self.cards: list[Card] = game.cards
        self.players = [PlayerView(player, number == seat) for number, player in enumerate(game.players)]
        self.copy_public(game)
        self.void = tuple(sorted(game.void))
        self.removed = tuple(sorted(game.removed))
        self.cult_cards = tuple(sorted(game.cult_cards))
        self.turn: TurnState = game.turn.copy()
        self.center_deck = [Layer(len(bag), bag) for bag in game.deck.shown_layers()]
        self.deciding = NOTHING if game.decision is None else game.decision.seat
        self.decision: Decision | None = game.decision if self.deciding == seat else None
        self.stack = self._visible_stack(game)

    def _visible_stack(self, game: GameState) -> tuple[Frame, ...]:
        """The stack, without the hidden cards that another player has picked so far in the open decision."""
        frames = game.stack
        if not frames or self.deciding == self.seat:
            return frames
        top = frames[-1]
        open_picks = tuple(each for each in top.picks if each.zone not in (HAND_ZONE, DECK_ZONE))
        return (*frames[:-1], Frame(top.effect, top.context, open_picks, top.taken))

    def __repr__(self) -> str:
        who = "a spectator" if self.seat == SPECTATOR else seat_name(self.seat)
        return f"<SeatView of {who}: {self.setup.summary(self.turn_number, self.deciding, self.winners)}>"

    def __reduce__(self) -> tuple[object, ...]:
        return restore_view, (self.setup, self.to_dict())

    @property
    def me(self) -> PlayerView:
        return self.players[self.seat]

    def opponents(self) -> list[int]:
        """The seats of all other players except a teammate."""
        count = len(self.players)
        mate = (self.seat + count // 2) % count if self.setup.team and self.seat != SPECTATOR else NOTHING
        return [seat for seat in range(count) if seat not in (self.seat, mate)]

    def to_dict(self) -> dict[str, Any]:
        data: dict[str, Any] = {name: getattr(self, name) for name in (*fields_of(PublicState), "seat", "deciding")}
        data["setup"] = self.setup.to_dict()
        data["players"] = [player.to_dict() for player in self.players]
        data["center_deck"] = [list(layer) for layer in self.center_deck]
        data["turn"] = as_data(self.turn)
        data["stack"] = as_data(self.stack)
        data["options"] = [] if self.decision is None else self.decision.texts()
        return data

    def to_bytes(self) -> bytes:
        """The view as bytes, equal for any two games that the seat cannot tell apart."""
        return dumps(self.to_dict(), sort_keys=True).encode()

    def sample(self, seed: int) -> GameState:
        """A complete game that is consistent with the view: all hidden cards are dealt at random."""
        chance = Chance(seed)
        players = [player.sample(chance) for player in self.players]
        game = GameState(self.setup, self.cards, chance, players, pile_of(self.center_deck, []), self.turn.copy())
        game.copy_public(self)
        game.stack = self.stack
        reopen(game)
        return game


def restore_view(setup: Setup, data: dict[str, Any]) -> SeatView:
    """Restores a view from the output of `to_dict`, including its open decision.

    It builds a game that is consistent with the data, with the hidden cards in arbitrary places, and takes the view of
    that game.
    """
    position = {
        **data,
        "chance": [0],
        "seen": 0,
        "deck": _pile_like(data["center_deck"], []),
        "players": [_player_like(each) for each in data["players"]],
    }
    return unpickled(setup, position, [], False).view(data["seat"])


def _player_like(data: dict[str, Any]) -> dict[str, Any]:
    unseen = list(data["unseen"])
    hand = data["hand"]
    if hand is None:
        missing = data["hand_count"] - len(data["shown"])
        hand = sorted([*data["shown"], *[unseen.pop() for _ in range(missing)]])
    return {**data, "hand": hand, "deck": _pile_like(data["deck"], unseen)}


def _pile_like(layers: list[list[Any]], unseen: list[int]) -> dict[str, Any]:
    """A pile whose layers, from the top down, have these sizes and these known cards."""
    cards: list[int] = []
    positions = []
    for size, known in layers[::-1]:
        # A layer smaller than its original size has been drawn from: only the owner knows what is left.
        positions.append((len(cards), size if known is not None else size + 1))
        cards += [unseen.pop() for _ in range(size)] if known is None else known
    return {"cards": cards, "layers": positions}


def happenings_for(game: GameState, seat: int) -> list[Happening]:
    """What happened since the last choice, limited to what the seat may see."""
    if seat != SPECTATOR:
        game.check_seat(seat)
    return [Happening(*each).seen_by(seat) for each in game.happenings]
