"""What cards are worth to a player, in honor, as the game stands. Compiled together with the engine.

Nothing is read but what everybody may know: in a sampled game every hidden card could lie elsewhere, and nothing would
be valued otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Final

from vigil.engine.terms import FROM_START

if TYPE_CHECKING:
    from vigil.engine.state import GameState

    from .weights import Weights

HAND_SIZE: Final = 5.0
SMALLEST_DECK: Final = 7
"""Nobody should banish below it: a deck that can do nothing ends no game."""

LONG: Final = 8.0
"""With so many turns left a thin deck pays in full."""


@dataclass
class CardValue:
    """What a card is worth, in parts.

    What depends on the game is split up: `per_play` is what the card brings whenever it is played (a construct: in each
    turn in play), `per_play_long` what it brings besides while the game is long, `per_mechana` besides for every
    Mechana construct in play, `per_energy` besides for the energy of a usual turn; `energy` is what it adds to that.
    `play_runes` and `play_power` are what it certainly brings when it is played.
    """

    honor: float
    is_construct: bool
    is_mechana: bool
    per_play: float
    per_play_long: float
    per_mechana: float
    per_energy: float
    energy: float
    once: float
    reward: float
    banished: float
    timing: int
    loses_card: bool
    play_runes: int
    play_power: int
    energy_thresholds: list[int]


@dataclass
class EffectValue:
    """What an effect is worth, what follows its choice, and what its question is about (see question_kinds.py)."""

    value: float
    follow_up: float
    question: int


@dataclass
class UseValue:
    """What using an ability is worth, when to do it, and what it certainly brings."""

    value: float
    timing: int
    runes: int
    power: int
    energy: int


@dataclass
class CardValues:
    """What cards, effects and abilities are worth, by their numbers in the library. Made once, from declarations."""

    cards: list[CardValue]
    effects: list[EffectValue]
    uses: list[UseValue]


class Outlook:
    """What lies ahead of one player: how many turns, and what the deck brings in each.

    `average` is what a card of the deck brings, `coming` what it will bring on average in the turns left; `wait` is how
    long it takes until the deck is shuffled again, and new cards with it.
    """

    def __init__(
        self,
        left: float,
        cycle: float,
        wait: float,
        average: float,
        coming: float,
        long: float,
        mechana: float,
        energy: float,
        size: int,
    ) -> None:
        self.left = left
        self.cycle = cycle
        self.wait = wait
        self.average = average
        self.coming = coming
        self.long = long
        self.mechana = mechana
        self.energy = energy
        self.size = size


class Evaluator:
    """What cards are worth in a position. Weights are read once, because they are needed all the time."""

    def __init__(self, values: CardValues, weights: Weights, far_sighted: bool = True) -> None:
        self.values = values
        self.far_sighted = far_sighted
        self.crowded: float = weights.crowded
        self.improving: float = weights.improving
        self.lasts: float = weights.lasts
        self.in_the_way: float = weights.in_the_way
        self.slack: float = weights.slack
        self.honor_kept: float = weights.honor_kept
        self.first_round: float = weights.first_round
        self.each_round: float = weights.each_round
        self.rune: float = weights.rune
        self._outlooks: dict[int, Outlook] = {}

    def forget(self) -> None:
        """The position is another one: what was worked out for the last one is dropped."""
        self._outlooks.clear()

    # --- what lies ahead

    def turns_left(self, game: GameState) -> float:
        """How many more turns each player will about have, this one not counted."""
        if game.ending:
            return float(game.extra_turns)
        players = len(game.players)
        rounds = max(1, (game.turn_number - 1) // players + 1)
        growth = self.each_round
        drain = self.first_round + growth * float(rounds)
        if game.setup.solitaire:
            drain += 2.0
        # In that many turns everybody takes a share of the pool: the drain of this round, and more in each later one.
        share = float(game.pool) / float(players)
        return (sqrt(drain * drain + 2.0 * growth * share) - drain) / growth

    def outlook(self, game: GameState, seat: int) -> Outlook:
        found = self._outlooks.get(seat)
        if found is None or (game.ending and found.left > 0.0 and self.far_sighted):
            found = self._look_ahead(game, seat)
            self._outlooks[seat] = found
        return found

    def _look_ahead(self, game: GameState, seat: int) -> Outlook:
        player = game.players[seat]
        left = self.turns_left(game) if self.far_sighted else 4.0
        long = min(1.0, left / LONG)
        values = self.values.cards
        mechana = 0.0
        energy = 0.0
        for number in player.constructs:
            value = values[number]
            energy += value.energy
            if value.is_mechana:
                mechana += 1.0
        owned = [*player.hand, *player.discard, *player.played, *player.deck.cards]
        size = len(owned)
        total = 0.0
        from_deck = 0.0
        by_energy = 0.0
        for number in owned:
            value = values[number]
            total += self.play_value_of(value, long, mechana, 0.0)
            from_deck += value.energy
            by_energy += value.per_energy
        cycle = float(size + 1) / HAND_SIZE
        energy += from_deck / cycle
        average = (total + by_energy * energy) / float(size) if size else 0.0
        coming = average + self.improving * left
        wait = float(len(player.deck.cards)) / HAND_SIZE
        return Outlook(left, cycle, wait, average, coming, long, mechana, energy, size)

    def value_per_play(self, value: CardValue, long: float, mechana: float, energy: float) -> float:
        found = value.per_play + value.per_play_long * long + value.per_mechana * mechana
        return found + value.per_energy * energy

    def play_value_of(self, value: CardValue, long: float, mechana: float, energy: float) -> float:
        """What playing the card brings, compared with other cards of a hand."""
        each = self.value_per_play(value, long, mechana, energy)
        return min(2.5, 1.0 + each) if value.is_construct else each

    def play_value(self, game: GameState, seat: int, number: int) -> float:
        ahead = self.outlook(game, seat)
        return self.play_value_of(self.values.cards[number], ahead.long, ahead.mechana, ahead.energy)

    def acquire_value(self, game: GameState, seat: int, number: int) -> float:
        """What it is worth to own the card from now on."""
        if not self.far_sighted:
            return self._face_value(game, number)
        ahead = self.outlook(game, seat)
        value = self.values.cards[number]
        each = self.value_per_play(value, ahead.long, ahead.mechana, ahead.energy)
        if value.is_construct:
            turns = self.lasts * max(0.0, ahead.left - ahead.wait - 0.3 * ahead.cycle)
            seen = min(1.0, ahead.left / ahead.cycle)
            return value.honor + turns * each - self.in_the_way * seen * ahead.average + seen * value.once
        plays = max(0.0, ahead.left - ahead.wait) / ahead.cycle
        return value.honor + self.crowded * plays * (each - ahead.coming)

    def _face_value(self, game: GameState, number: int) -> float:
        """Whoever looks no further takes the price of a card for its worth."""
        card = game.cards[number]
        return float(card.runes + card.power)

    def take_value(self, game: GameState, seat: int, number: int) -> float:
        """What it is worth to acquire or to defeat the card."""
        if game.cards[number].is_monster:
            return self.values.cards[number].reward
        return self.acquire_value(game, seat, number)

    def in_play_value(self, game: GameState, seat: int, number: int) -> float:
        """What a construct that lies in play will still bring; lost, it comes back one cycle later."""
        ahead = self.outlook(game, seat)
        value = self.values.cards[number]
        each = self.value_per_play(value, ahead.long, ahead.mechana, ahead.energy)
        return each * min(ahead.left, ahead.cycle) + 0.1 * value.honor

    def banish_gain(self, game: GameState, seat: int, number: int) -> float:
        """Positive for what slows the deck down; good cards and honor are never worth it."""
        ahead = self.outlook(game, seat)
        card = game.cards[number]
        value = self.values.cards[number]
        played = self.play_value_of(value, ahead.long, ahead.mechana, ahead.energy)
        honor = value.honor
        if ahead.left < 1.0 or (card.honor and ahead.left < 6.0) or ahead.size < SMALLEST_DECK:
            return -0.1 - honor - played
        is_weak = card.origin == FROM_START or card.is_monster
        keep = played + self.honor_kept * honor
        return ahead.average + self.slack - keep - (0.0 if is_weak else 0.5)
