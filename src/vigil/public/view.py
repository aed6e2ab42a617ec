"""Views: what a seat may know about a game."""

from __future__ import annotations

from collections.abc import Iterable
from secrets import randbits
from typing import TYPE_CHECKING

from vigil.engine.errors import UnknownName
from vigil.engine.terms import NOTHING, seat_name
from vigil.engine.view import SPECTATOR, PlayerView, SeatView
from vigil.messages import counted_names

from .arguments import whole
from .cards import Card
from .decisions import Decision
from .notebook import board_html
from .table import Table, TablePlayer, cards_of
from .wording import amount

if TYPE_CHECKING:
    from .game import Game


class SeenPlayer(TablePlayer):
    """One player as the viewer sees them.

    >>> import vigil
    >>> view = vigil.new_game(seed=8).view(1)
    >>> view.players[0]
    <SeenPlayer p1: 0 honor, 5 cards in hand, 5 in deck>
    >>> view.players[0].hand, view.players[0].hand_count
    (None, 5)
    >>> view.players[1].hand
    [<Card 'Apprentice'>, <Card 'Apprentice'>, <Card 'Apprentice'>, <Card 'Apprentice'>, <Card 'Militia'>]
    """

    __slots__ = ()

    _table: View

    @property
    def _player(self) -> PlayerView:
        return self._table.state.players[self.seat]

    @property
    def hand(self) -> list[Card] | None:
        """The cards in hand; None unless it is the viewer's own hand."""
        return None if self._player.hand is None else self._cards(self._player.hand)

    @property
    def hand_count(self) -> int:
        """The number of cards in hand."""
        return self._player.hand_count

    @property
    def shown(self) -> list[Card]:
        """The cards in hand that everybody has seen."""
        return self._cards(self._player.shown)

    @property
    def deck_count(self) -> int:
        """The number of cards in the deck."""
        return self._player.deck_count

    @property
    def unseen(self) -> list[Card]:
        """The cards that are in the hand or the deck, the viewer does not know which. What a player owns is public."""
        return self._cards(self._player.unseen)

    @property
    def owned(self) -> list[Card]:
        """All cards that the player owns, in any zone."""
        return self._cards(self._player.owned())

    @property
    def score(self) -> int:
        """Honor tokens plus the honor of all cards that the player owns."""
        return self.honor + sum(card.honor for card in self.owned)

    def __repr__(self) -> str:
        counts = f"{amount(self.hand_count, 'card')} in hand, {self.deck_count} in deck"
        return f"<SeenPlayer {self.name}: {self.honor} honor, {counts}>"


class View(Table):
    """What one seat may know: everything public and its own hand. It contains no hidden information.

    >>> import vigil
    >>> view = vigil.new_game(sets="rise", seed=8, first=0).view(1)
    >>> view
    <View of p2: Rise of Vigil, 2 players, turn 1, p1 to play>
    >>> view.hand
    [<Card 'Apprentice'>, <Card 'Apprentice'>, <Card 'Apprentice'>, <Card 'Apprentice'>, <Card 'Militia'>]
    >>> view.sample(seed=5)
    <Game Rise of Vigil, 2 players, turn 1, p1 to play>
    """

    __slots__ = ("_decision",)

    state: SeatView
    """The engine's view: fast, with numbers instead of cards."""

    def __init__(self, state: SeatView, names: Iterable[str] = ()) -> None:
        self.state = state
        self.names = list(names)
        self._decision = None if state.decision is None else Decision(state.decision, state.cards)

    @property
    def seat(self) -> int | None:
        """The seat of the viewer; None for a spectator."""
        return None if self.state.seat == SPECTATOR else self.state.seat

    @property
    def decision(self) -> Decision | None:
        """The open decision if it is the viewer's; otherwise None."""
        return self._decision

    @property
    def deciding(self) -> int | None:
        """The seat that has to decide; None once the game is over."""
        return None if self.state.deciding == NOTHING else self.state.deciding

    @property
    def players(self) -> list[SeenPlayer]:
        """The players by seat."""
        return [SeenPlayer(self, seat) for seat in range(len(self.state.players))]

    @property
    def me(self) -> SeenPlayer:
        """The viewer as a player."""
        if self.seat is None:
            raise UnknownName("A spectator has no seat.")
        return SeenPlayer(self, self.seat)

    @property
    def hand(self) -> list[Card]:
        """The viewer's own hand; empty for a spectator."""
        return [] if self.seat is None else self.me.hand or []

    @property
    def opponents(self) -> list[SeenPlayer]:
        """All other players except a teammate."""
        return [SeenPlayer(self, seat) for seat in self.state.opponents()]

    @property
    def scores(self) -> list[int]:
        """The scores by seat: honor tokens plus the honor of all cards that the player owns."""
        return [player.score for player in self.players]

    @property
    def center_deck(self) -> list[Card]:
        """The cards left in the center deck. Their order is undetermined until they are drawn."""
        return cards_of(self.state, (card for layer in self.state.center_deck for card in layer.cards or []))

    def sample(self, seed: int | None = None) -> Game:
        """A random game that is consistent with the view: all hidden cards are dealt again.

        The same seed gives the same game. A sampled game can be played and copied, but not saved.

        >>> import vigil
        >>> view = vigil.new_game(seed=8, first=0).view(1)
        >>> view.sample(seed=5).view(1) == view
        True
        """
        from .game import Game

        return Game(self.state.sample(randbits(64) if seed is None else whole("seed", seed)), names=self.names)

    def __eq__(self, other: object) -> bool:
        """Views are equal if they show the same to the same seat."""
        return isinstance(other, View) and self.state.to_bytes() == other.state.to_bytes()

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return board(self)

    def _repr_html_(self) -> str:
        """The board as a notebook shows it."""
        return board_html(self)

    def __repr__(self) -> str:
        state = self.state
        who = "a spectator" if self.seat is None else seat_name(self.seat)
        return f"<View of {who}: {state.setup.summary(state.turn_number, state.deciding, state.winners)}>"

    def __reduce__(self) -> tuple[object, ...]:
        return View, (self.state, self.names)


def counted(cards: Iterable[Card]) -> str:
    """`Apprentice ×3, Militia`"""
    return ", ".join(counted_names(card.name for card in cards)) or "nothing"


def board(view: View) -> str:
    """The view as a few lines of text."""
    state = view.state
    lines = [state.setup.summary(state.turn_number, state.deciding, state.winners)]
    if view.event is not None:
        lines.append(f"event: {view.event}")
    lines.append(f"row: {'; '.join(f'{card} ({card.cost})' for card in view.row)}")
    supply = [f"{card} ×{count}" for card, count in view.supply.items()]
    lines.append(f"supply: {', '.join([*supply, *map(str, view.standing_monsters)])}")
    light = "" if view.light == "neither" else f"; {view.light}"
    lines.append(f"honor pool: {view.honor_pool}; center deck: {len(view.center_deck)}; void: {len(view.void)}{light}")
    for player in view.players:
        known = amount(player.hand_count, "card") if player.hand is None else counted(player.hand)
        honor = f"{player.honor} honor ({player.score} with cards)"
        piles = f"deck: {player.deck_count}; discard: {len(player.discard)}"
        lines.append(f"{player.name}: {honor}; hand: {known}; {piles}; constructs: {counted(player.constructs)}")
    if view.cult is not None:
        lines.append(f"the Cult: {view.cult.honor} honor ({view.cult.score} with cards)")
    lines.append(f"turn of {view.name_of(view.turn.seat)}: {view.turn.resources}")
    if view.turn.played:
        lines.append(f"played: {counted(view.turn.played)}")
    return "\n".join(lines)
