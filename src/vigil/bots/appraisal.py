"""What a card is worth to one player now: what it counts, and what it will do in the turns that are left."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from vigil.engine.basic import Gain
from vigil.engine.terms import FROM_START, MECHANA_FACTION, NO_FACTION

from .circumstances import Circumstances
from .habits import play_moment
from .worth import ability_worth, sacrifice_worth, total

if TYPE_CHECKING:
    from vigil.engine.card import Card
    from vigil.engine.view import View

HAND_SIZE: Final = 5
SMALLEST_DECK: Final = 7
"""Nobody should banish below it: a deck that can do nothing ends no game."""

CROWDED: Final = 0.7
"""New cards get in each other's way: each is seen less often than it would be alone."""

# The pool shrinks faster with every round.
HONOR_IN_FIRST_ROUND: Final = 1.02
HONOR_MORE_EACH_ROUND: Final = 0.334
HONOR_OF_THE_CULT: Final = 2.0


def turns_left(view: View) -> float:
    """How many more turns each player will about have, this one not counted."""
    if view.ending:
        return float(view.extra_turns)
    players = len(view.players)
    rounds = max(1, (view.turn_number - 1) // players + 1)
    drain = players * (HONOR_IN_FIRST_ROUND + HONOR_MORE_EACH_ROUND * rounds)
    if view.setup.solitaire:
        drain += HONOR_OF_THE_CULT
    return view.pool / drain


class Memory:
    """What the cards are worth in circumstances that came up before. It changes nothing, it only saves time."""

    def __init__(self) -> None:
        self._plays: dict[tuple[Card, Circumstances], float] = {}
        self._rewards: dict[tuple[Card, Circumstances], float] = {}
        self._once: dict[tuple[Card, Circumstances], float] = {}
        self._energy: dict[Card, int] = {}
        self._moments: dict[Card, int] = {}

    def energy(self, card: Card) -> int:
        """What the card adds to the energy of a turn in which it is played, or lies in play."""
        found = self._energy.get(card)
        if found is None:
            gains = card.play + tuple(effect for use in card.uses for effect in use.effects)
            found = self._energy[card] = sum(effect.energy for effect in gains if isinstance(effect, Gain))
        return found

    def moment(self, card: Card) -> int:
        found = self._moments.get(card)
        if found is None:
            found = self._moments[card] = play_moment(card)
        return found

    def play(self, card: Card, now: Circumstances) -> float:
        """What the card brings each time it is played; a construct, in each turn in which it is in play."""
        found = self._plays.get((card, now))
        if found is None:
            if card.is_construct:
                found = sum(ability_worth(ability, now) for ability in card.abilities)
            else:
                found = total(card.play, now)
            self._plays[card, now] = found
        return found

    def once(self, card: Card, now: Circumstances) -> float:
        """What a construct brings one time: when it comes into play, and when it is given up."""
        found = self._once.get((card, now))
        if found is None:
            found = self._once[card, now] = total(card.play, now) + sacrifice_worth(card.uses, now)
        return found

    def reward(self, card: Card, now: Circumstances) -> float:
        found = self._rewards.get((card, now))
        if found is None:
            found = total(card.reward, now) + 0.8 * sacrifice_worth(card.uses, now)
            found += sum(ability_worth(ability, now) * now.eighths / 2 for ability in card.trophy)
            if card.infest:
                found += 0.6
            self._rewards[card, now] = found
        return found


class Appraisal:
    """The table with the eyes of one player: everything in it is public, so it can be any player."""

    def __init__(self, view: View, seat: int, memory: Memory) -> None:
        self.view = view
        self.seat = seat
        self.memory = memory
        self.player = view.players[seat]
        self.left = turns_left(view)

    @cached_property
    def owned(self) -> list[Card]:
        cards = self.view.cards
        return [cards[number] for number in self.player.owned()]

    @cached_property
    def deck(self) -> list[Card]:
        """What goes around: everything that the player owns and that does not stay in play."""
        left = self.owned[:]
        for number in self.player.constructs:
            left.remove(self.view.cards[number])
        return left

    @cached_property
    def cycle(self) -> float:
        """How many turns it takes to see the whole deck once."""
        return (len(self.deck) + 1) / HAND_SIZE

    @cached_property
    def now(self) -> Circumstances:
        view = self.view
        in_play = [view.cards[number] for number in self.player.constructs]
        factions = [MECHANA_FACTION if each.is_monster else each.faction for each in in_play]
        everything = any(each.constructs_become == MECHANA_FACTION for each in in_play)
        opponents = self.opponents()
        return Circumstances(
            constructs=len(in_play),
            mechana=len(in_play) if everything else factions.count(MECHANA_FACTION),
            factions=len(set(factions) - {NO_FACTION}),
            energy=self._usual_energy(in_play),
            opponents=len(opponents),
            targets=min(6, sum(len(view.players[seat].constructs) for seat in opponents)),
            eighths=min(8, int(self.left)),
        )

    def _usual_energy(self, in_play: list[Card]) -> int:
        energy = self.memory.energy
        from_deck = sum([energy(card) for card in self.deck if not card.is_construct])
        steady = sum([energy(card) for card in in_play])
        return min(6, round(steady + 1.3 * from_deck / max(1.0, self.cycle)))

    def opponents(self) -> list[int]:
        count = len(self.view.players)
        mate = (self.seat + count // 2) % count if self.view.setup.team else self.seat
        return [seat for seat in range(count) if seat not in (self.seat, mate)]

    @cached_property
    def average(self) -> float:
        """What a card of the deck brings on average: a new card takes the place of such a one in the hand."""
        if not self.deck:
            return 0.0
        return sum(self.play(card) for card in self.deck) / len(self.deck)

    # --- single cards

    def play(self, card: Card) -> float:
        """What playing the card brings, compared with other cards of a hand."""
        each_time = self.memory.play(card, self.now)
        return min(2.5, 1.0 + each_time) if card.is_construct else each_time

    def acquired(self, card: Card) -> float:
        """What it is worth to own the card from now on."""
        each_time = self.memory.play(card, self.now)
        if card.is_construct:
            lasts = 0.83 * max(0.0, self.left - 0.6 * self.cycle)
            in_the_way = 0.5 * min(1.0, self.left / self.cycle) * self.average
            once = min(1.0, self.left / self.cycle) * self.memory.once(card, self.now)
            return card.honor + lasts * each_time - in_the_way + once
        plays = max(0.0, self.left - self.cycle / 2) / self.cycle
        return card.honor + CROWDED * plays * (each_time - self.average)

    def defeated(self, card: Card) -> float:
        return self.memory.reward(card, self.now)

    def taken(self, card: Card) -> float:
        """What it is worth to acquire or to defeat the card."""
        return self.defeated(card) if card.is_monster else self.acquired(card)

    def in_play(self, card: Card) -> float:
        """What a construct that lies in play will still bring; lost, it comes back one cycle later."""
        each_turn = self.memory.play(card, self.now)
        return each_turn * min(self.left, self.cycle) + 0.1 * card.honor + sacrifice_worth(card.uses, self.now)

    def gain_of_banishing(self, card: Card) -> float:
        """Positive for what slows the deck down; good cards and honor are never worth it."""
        if self.left < 1 or (card.honor and self.left < 6) or len(self.deck) < SMALLEST_DECK:
            return -0.1 - card.honor - self.play(card)
        keep = self.play(card) + 0.35 * card.honor
        return self.average + 0.31 - keep - (0.0 if is_weak(card) else 0.5)

    def score(self) -> int:
        return self.player.honor + sum(card.honor for card in self.owned)


def is_weak(card: Card) -> bool:
    """A starting card, or a monster that somebody slipped into the deck."""
    return card.origin == FROM_START or card.is_monster
