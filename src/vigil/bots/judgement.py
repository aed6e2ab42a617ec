"""What cards are worth to a player, in honor, as the game stands. Compiled together with the engine.

Nothing is read but what everybody may know: in a sampled game every hidden card could lie elsewhere, and nothing would
be judged otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vigil.engine.rollout import Policy
from vigil.engine.terms import FROM_START, MECHANA_FACTION

if TYPE_CHECKING:
    from vigil.engine.state import Game

    from .weights import Weights

HAND_SIZE: Final = 5.0
SMALLEST_DECK: Final = 7
"""Nobody should banish below it: a deck that can do nothing ends no game."""

LONG: Final = 8.0
"""With so many turns left a thin deck pays in full."""


class Sense:
    """What cards, effects and abilities are worth, by their numbers in the library. Made once, from declarations.

    What depends on the table is split up: `each` is what a card brings whenever it is played (a construct: in each turn
    in play), `each_long` what it brings besides while the game is long, `each_mechana` besides for every Mechana
    construct in play.
    """

    def __init__(
        self,
        each: list[float],
        each_long: list[float],
        each_mechana: list[float],
        once: list[float],
        reward: list[float],
        banished: list[float],
        moment: list[int],
        throws_away: list[bool],
        effect: list[float],
        follow: list[float],
        question: list[int],
        use: list[float],
        use_moment: list[int],
        use_runes: list[int],
        use_power: list[int],
    ) -> None:
        self.each = each
        self.each_long = each_long
        self.each_mechana = each_mechana
        self.once = once
        self.reward = reward
        self.banished = banished
        self.moment = moment
        self.throws_away = throws_away
        self.effect = effect
        self.follow = follow
        self.question = question
        self.use = use
        self.use_moment = use_moment
        self.use_runes = use_runes
        self.use_power = use_power


class Outlook:
    """What lies ahead of one player: how many turns, and what the deck brings in each."""

    def __init__(self, left: float, cycle: float, average: float, long: float, mechana: float, size: int) -> None:
        self.left = left
        self.cycle = cycle
        self.average = average
        self.long = long
        self.mechana = mechana
        self.size = size


class Judgement(Policy):
    """`sense` says what things are worth; the rest is read off the weights once, because it is asked all the time."""

    def __init__(self, sense: Sense, weights: Weights, far_sighted: bool = True) -> None:
        self.sense = sense
        self.far_sighted = far_sighted
        self.crowded: float = weights.crowded
        self.lasts: float = weights.lasts
        self.in_the_way: float = weights.in_the_way
        self.slack: float = weights.slack
        self.honor_kept: float = weights.honor_kept
        self.first_round: float = weights.first_round
        self.each_round: float = weights.each_round
        self.future: float = weights.future
        self.rune: float = weights.rune
        self._outlooks: dict[int, Outlook] = {}

    def forget(self) -> None:
        """Another position than the last one: nothing that was thought about that one holds."""
        self._outlooks.clear()

    # --- what lies ahead

    def turns_left(self, game: Game) -> float:
        """How many more turns each player will about have, this one not counted."""
        if game.ending:
            return float(game.extra_turns)
        players = len(game.players)
        rounds = max(1, (game.turn_number - 1) // players + 1)
        drain = float(players) * (self.first_round + self.each_round * float(rounds))
        if game.setup.solitaire:
            drain += 2.0
        return float(game.pool) / drain

    def outlook(self, game: Game, seat: int) -> Outlook:
        found = self._outlooks.get(seat)
        if found is None:
            found = self._look_ahead(game, seat)
            self._outlooks[seat] = found
        return found

    def _look_ahead(self, game: Game, seat: int) -> Outlook:
        player = game.players[seat]
        left = self.turns_left(game) if self.far_sighted else 4.0
        long = min(1.0, left / LONG)
        mechana = 0.0
        for number in player.constructs:
            if game.cards[number].faction == MECHANA_FACTION:
                mechana += 1.0
        total = 0.0
        size = 0
        for zone in (player.hand, player.discard, player.played):
            for number in zone:
                total += self._played_worth(game, number, long, mechana)
                size += 1
        for number in player.deck.cards:
            total += self._played_worth(game, number, long, mechana)
            size += 1
        average = total / float(size) if size else 0.0
        return Outlook(left, float(size + 1) / HAND_SIZE, average, long, mechana, size)

    def _each(self, number: int, long: float, mechana: float) -> float:
        sense = self.sense
        return sense.each[number] + sense.each_long[number] * long + sense.each_mechana[number] * mechana

    def _played_worth(self, game: Game, number: int, long: float, mechana: float) -> float:
        """What playing the card brings, compared with other cards of a hand."""
        each = self._each(number, long, mechana)
        return min(2.5, 1.0 + each) if game.cards[number].is_construct else each

    def played(self, game: Game, seat: int, number: int) -> float:
        ahead = self.outlook(game, seat)
        return self._played_worth(game, number, ahead.long, ahead.mechana)

    def acquired(self, game: Game, seat: int, number: int) -> float:
        """What it is worth to own the card from now on."""
        ahead = self.outlook(game, seat)
        card = game.cards[number]
        each = self._each(number, ahead.long, ahead.mechana)
        honor = float(card.honor)
        if card.is_construct:
            turns = self.lasts * max(0.0, ahead.left - 0.6 * ahead.cycle)
            seen = min(1.0, ahead.left / ahead.cycle)
            return honor + turns * each - self.in_the_way * seen * ahead.average + seen * self.sense.once[number]
        plays = max(0.0, ahead.left - ahead.cycle / 2.0) / ahead.cycle
        return honor + self.crowded * plays * (each - ahead.average)

    def taken(self, game: Game, seat: int, number: int) -> float:
        """What it is worth to acquire or to defeat the card."""
        if game.cards[number].is_monster:
            return self.sense.reward[number]
        return self.acquired(game, seat, number)

    def in_play(self, game: Game, seat: int, number: int) -> float:
        """What a construct that lies in play will still bring; lost, it comes back one cycle later."""
        ahead = self.outlook(game, seat)
        each = self._each(number, ahead.long, ahead.mechana)
        return each * min(ahead.left, ahead.cycle) + 0.1 * float(game.cards[number].honor)

    def gain_of_banishing(self, game: Game, seat: int, number: int) -> float:
        """Positive for what slows the deck down; good cards and honor are never worth it."""
        ahead = self.outlook(game, seat)
        card = game.cards[number]
        played = self._played_worth(game, number, ahead.long, ahead.mechana)
        honor = float(card.honor)
        if ahead.left < 1.0 or (card.honor and ahead.left < 6.0) or ahead.size < SMALLEST_DECK:
            return -0.1 - honor - played
        is_weak = card.origin == FROM_START or card.is_monster
        keep = played + self.honor_kept * honor
        return ahead.average + self.slack - keep - (0.0 if is_weak else 0.5)

    def prospects(self, game: Game, seat: int) -> float:
        """A position for one player, in honor: what is there, and what the cards will bring in the turns left."""
        player = game.players[seat]
        ahead = self.outlook(game, seat)
        cards = game.cards
        total = float(player.honor)
        passing = 0.0
        lasting = 0.0
        for zone in (player.hand, player.discard, player.played, tuple(player.deck.cards)):
            for number in zone:
                card = cards[number]
                total += float(card.honor)
                each = self._each(number, ahead.long, ahead.mechana)
                if card.is_construct:
                    lasting += each
                else:
                    passing += each
        standing = 0.0
        for number in player.constructs:
            total += float(cards[number].honor)
            standing += self._each(number, ahead.long, ahead.mechana)
        for number in player.trophies:
            total += 0.5 * (self.sense.reward[number] - float(cards[number].reward_honor))
        total += self.future * ahead.left * passing / ahead.cycle
        total += self.lasts * (ahead.left * standing + max(0.0, ahead.left - 0.6 * ahead.cycle) * lasting)
        return total


__all__ = ["Judgement", "Outlook", "Sense"]
