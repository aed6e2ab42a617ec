"""What cards are worth to a player, in honor, as the game stands. Compiled together with the engine.

Nothing is read but what everybody may know: in a sampled game every hidden card could lie elsewhere, and nothing would
be judged otherwise.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

from vigil.engine.costs import may_use_restricted, price
from vigil.engine.modifiers import MIXED_PAYMENT
from vigil.engine.rollout import Policy
from vigil.engine.terms import FROM_START, MECHANA_FACTION, NOTHING, ROW_ZONE, SUPPLY_ZONE

if TYPE_CHECKING:
    from vigil.engine.options import Option
    from vigil.engine.state import GameState

    from .weights import Weights

HAND_SIZE: Final = 5.0
SMALLEST_DECK: Final = 7
"""Nobody should banish below it: a deck that can do nothing ends no game."""

LONG: Final = 8.0
"""With so many turns left a thin deck pays in full."""

MOST_ITEMS: Final = 14
"""More things to buy than this are not weighed against each other."""


class Sense:
    """What cards, effects and abilities are worth, by their numbers in the library. Made once, from declarations.

    What depends on the table is split up: `each` is what a card brings whenever it is played (a construct: in each turn
    in play), `each_long` what it brings besides while the game is long, `each_mechana` besides for every Mechana
    construct in play, `each_energy` besides for the energy of a usual turn; `energy` is what it adds to that.
    """

    def __init__(
        self,
        each: list[float],
        each_long: list[float],
        each_mechana: list[float],
        each_energy: list[float],
        energy: list[float],
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
        use_energy: list[int],
        play_runes: list[int],
        play_power: list[int],
        asks_energy: list[list[int]],
    ) -> None:
        self.each = each
        self.each_long = each_long
        self.each_mechana = each_mechana
        self.each_energy = each_energy
        self.energy = energy
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
        self.use_energy = use_energy
        self.play_runes = play_runes
        self.play_power = play_power
        self.asks_energy = asks_energy


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


class Judgement(Policy):
    """`sense` says what things are worth; the rest is read off the weights once, because it is asked all the time."""

    def __init__(self, sense: Sense, weights: Weights, far_sighted: bool = True) -> None:
        self.sense = sense
        self.weights = weights
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
        """Another position than the last one: nothing that was thought about that one holds."""
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
        mechana = 0.0
        energy = 0.0
        for number in player.constructs:
            energy += self.sense.energy[number]
            if game.cards[number].faction_number == MECHANA_FACTION:
                mechana += 1.0
        owned = [*player.hand, *player.discard, *player.played, *player.deck.cards]
        size = len(owned)
        cycle = float(size + 1) / HAND_SIZE
        total = 0.0
        from_deck = 0.0
        by_energy = 0.0
        for number in owned:
            total += self._played_worth(game, number, long, mechana, 0.0)
            from_deck += self.sense.energy[number]
            by_energy += self.sense.each_energy[number]
        energy += from_deck / cycle
        average = (total + by_energy * energy) / float(size) if size else 0.0
        coming = average + self.improving * left
        wait = float(len(player.deck.cards)) / HAND_SIZE
        return Outlook(left, cycle, wait, average, coming, long, mechana, energy, size)

    def _each(self, number: int, long: float, mechana: float, energy: float) -> float:
        sense = self.sense
        found = sense.each[number] + sense.each_long[number] * long + sense.each_mechana[number] * mechana
        return found + sense.each_energy[number] * energy

    def _played_worth(self, game: GameState, number: int, long: float, mechana: float, energy: float) -> float:
        """What playing the card brings, compared with other cards of a hand."""
        each = self._each(number, long, mechana, energy)
        return min(2.5, 1.0 + each) if game.cards[number].is_construct else each

    def played(self, game: GameState, seat: int, number: int) -> float:
        ahead = self.outlook(game, seat)
        return self._played_worth(game, number, ahead.long, ahead.mechana, ahead.energy)

    def acquired(self, game: GameState, seat: int, number: int) -> float:
        """What it is worth to own the card from now on."""
        if not self.far_sighted:
            return self._face_value(game, number)
        ahead = self.outlook(game, seat)
        card = game.cards[number]
        each = self._each(number, ahead.long, ahead.mechana, ahead.energy)
        honor = float(card.honor)
        if card.is_construct:
            turns = self.lasts * max(0.0, ahead.left - ahead.wait - 0.3 * ahead.cycle)
            seen = min(1.0, ahead.left / ahead.cycle)
            return honor + turns * each - self.in_the_way * seen * ahead.average + seen * self.sense.once[number]
        plays = max(0.0, ahead.left - ahead.wait) / ahead.cycle
        return honor + self.crowded * plays * (each - ahead.coming)

    def _face_value(self, game: GameState, number: int) -> float:
        """Whoever looks no further takes the price of a card for its worth."""
        card = game.cards[number]
        return float(card.runes + card.power)

    def taken(self, game: GameState, seat: int, number: int) -> float:
        """What it is worth to acquire or to defeat the card."""
        if game.cards[number].is_monster:
            return self.sense.reward[number]
        return self.acquired(game, seat, number)

    def in_play(self, game: GameState, seat: int, number: int) -> float:
        """What a construct that lies in play will still bring; lost, it comes back one cycle later."""
        ahead = self.outlook(game, seat)
        each = self._each(number, ahead.long, ahead.mechana, ahead.energy)
        return each * min(ahead.left, ahead.cycle) + 0.1 * float(game.cards[number].honor)

    def gain_of_banishing(self, game: GameState, seat: int, number: int) -> float:
        """Positive for what slows the deck down; good cards and honor are never worth it."""
        ahead = self.outlook(game, seat)
        card = game.cards[number]
        played = self._played_worth(game, number, ahead.long, ahead.mechana, ahead.energy)
        honor = float(card.honor)
        if ahead.left < 1.0 or (card.honor and ahead.left < 6.0) or ahead.size < SMALLEST_DECK:
            return -0.1 - honor - played
        is_weak = card.origin == FROM_START or card.is_monster
        keep = played + self.honor_kept * honor
        return ahead.average + self.slack - keep - (0.0 if is_weak else 0.5)


class Shopping(Judgement):
    """What runes and power buy together: the things to be had are listed first, then the best of them are planned."""

    def __init__(self, sense: Sense, weights: Weights, far_sighted: bool = True) -> None:
        super().__init__(sense, weights, far_sighted)
        self.items: list[Option] = []
        self.values: list[float] = []
        self.rune_costs: list[int] = []
        self.power_costs: list[int] = []
        self.best_value = 0.0
        self.best_mask = 0
        self._decided = -1
        self._slots = 0

    def forget(self) -> None:
        super().forget()
        self._decided = -1

    def clear(self) -> None:
        self.items.clear()
        self.values.clear()
        self.rune_costs.clear()
        self.power_costs.clear()

    def within_reach(self, game: GameState, seat: int, runes: int, power: int) -> float:
        """What so much more than the turn has, and the hand will certainly add, would buy at best."""
        runes += game.turn.runes
        power += game.turn.power
        for number in game.players[seat].hand:
            runes += self.sense.play_runes[number]
            power += self.sense.play_power[number]
        self.clear()
        cards = game.cards
        for slot, number in enumerate(game.row):
            if number != NOTHING:
                self.want(game, seat, cards[number].row_option(slot))
        for number in game.setup.supply:
            self.want(game, seat, cards[number].supply_option)
        for number in game.setup.standing_monsters:
            self.want(game, seat, cards[number].supply_option)
        self.plan(game, runes, power)
        return self.best_value

    def is_about_to_take(self, game: GameState, seat: int, slot: int) -> bool:
        """The card in this slot of the row belongs to the best that this turn will buy."""
        if self._decided != game.version:
            # Every card of the row is asked about in one decision.
            self._decided = game.version
            self._slots = 0
            self.within_reach(game, seat, 0, 0)
            for index in range(len(self.items)):
                item = self.items[index]
                if self.best_mask & (1 << index) and item.zone == ROW_ZONE:
                    self._slots |= 1 << item.slot
        return self._slots & (1 << slot) != 0

    def want(self, game: GameState, seat: int, choice: Option) -> None:
        card = choice.card
        assert card is not None
        owner = seat if choice.seat == NOTHING else choice.seat
        value = self.taken(game, owner, card.number)
        if choice.seat != NOTHING:
            value -= self.rune
        if choice.zone == ROW_ZONE:
            for number in game.under[choice.slot]:
                value += self.acquired(game, owner, number)
            if game.setup.solitaire:
                honor = float(card.reward_honor if card.is_monster else card.honor)
                value += 0.7 * honor if choice.slot >= len(game.row) - 2 else 0.2 * honor
        runes, power = card.runes, card.power
        if card.special_price or choice.zone == ROW_ZONE:
            runes, power = price(game, card, choice.zone, choice.slot)
        if may_use_restricted(game, card):
            runes = max(0, runes - game.turn.mechana_runes)
        if card.pays_either and runes > game.turn.runes:
            power += runes - game.turn.runes
            runes = game.turn.runes
        self.add(choice, value, runes, power)
        # What is always there can be had more than once.
        if choice.zone == SUPPLY_ZONE and runes + power > 0:
            self.add(choice, value - 0.05, runes, power)

    def add(self, choice: Option, value: float, runes: int, power: int) -> None:
        if value > 0.0 and len(self.items) < MOST_ITEMS:
            self.items.append(choice)
            self.values.append(value)
            self.rune_costs.append(runes)
            self.power_costs.append(power)

    def plan(self, game: GameState, runes: int, power: int) -> None:
        self.best_value = -1.0
        self.best_mask = 0
        if game.turn.modifiers[MIXED_PAYMENT]:
            self._fill(0, runes + power, 0, True, 0.0, 0)
        else:
            self._fill(0, runes, power, False, 0.0, 0)

    def _fill(self, index: int, runes: int, power: int, mixed: bool, value: float, mask: int) -> None:
        if index == len(self.items):
            if value > self.best_value:
                self.best_value = value
                self.best_mask = mask
            return
        need_runes = self.rune_costs[index]
        need_power = self.power_costs[index]
        if mixed:
            need_runes += need_power
            need_power = 0
        if need_runes <= runes and need_power <= power:
            gain = value + self.values[index]
            self._fill(index + 1, runes - need_runes, power - need_power, mixed, gain, mask | (1 << index))
            if need_runes + need_power == 0:
                return
        self._fill(index + 1, runes, power, mixed, value, mask)


__all__ = ["Judgement", "Outlook", "Sense", "Shopping"]
