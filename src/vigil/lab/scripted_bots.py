"""Scripted bots to compare other bots with: three from a public study of the first set, and a control.

In 2014 the authors of obi1kenobi/ascension-bot let three scripts play each other, and published who won how often. This
is a new implementation: all scripts play what they have and defeat the monsters with the most honor; they differ in
what they buy. They know the cards of Chronicle of the Godslayer by name; with other sets they buy little more than the
always-available cards.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar, Final

from vigil.bots import Bot
from vigil.bots.card_values import quick_policy
from vigil.bots.weights import PLAIN_WEIGHTS
from vigil.engine.effects.acquire import Acquire
from vigil.engine.effects.copy_hero import CopyHero
from vigil.engine.effects.gain import Gain
from vigil.engine.options import END
from vigil.engine.terms import ACQUIRE, CONSTRUCTS_ZONE, DEFEAT, NOTHING, PLAY, USE

if TYPE_CHECKING:
    from vigil.engine.card import Card
    from vigil.engine.options import Decision, Option
    from vigil.engine.view import SeatView

MYSTIC: Final = "Mystic"
HEAVY_INFANTRY: Final = "Heavy Infantry"


class Script(Bot):
    """Uses and plays what it can, then spends. Other questions are answered by the quick policy."""

    def choose(self, view: SeatView, decision: Decision) -> Option:
        if decision.is_turn:
            return next(self.wishes(view, decision.options), END)
        opinion = self.opinion(decision)
        if opinion is not None:
            return opinion
        return quick_policy(view.setup, PLAIN_WEIGHTS).pick(view.sample(self.seed), decision)

    def wishes(self, view: SeatView, options: list[Option]) -> Iterator[Option]:
        """What it would do in its turn, the most wanted first."""
        yield from (each for each in options if each.verb == USE and self.uses_at_once(view, each))
        yield from sorted((each for each in options if each.verb == PLAY), key=self.play_order)
        yield from self.spending(view, options)

    def uses_at_once(self, view: SeatView, choice: Option) -> bool:
        # An ability that costs nothing and has no limit would be used forever.
        return not choice.ability.has_price and (choice.ability.once or choice.ability.is_sacrifice)

    def play_order(self, choice: Option) -> int:
        """The lower, the earlier."""
        return 0

    @abstractmethod
    def spending(self, view: SeatView, options: list[Option]) -> Iterator[Option]:
        """What it would buy and fight, with all cards played."""

    def opinion(self, decision: Decision) -> Option | None:
        """The answer to a question, where the script has one."""
        return None


class PowerRush(Script):
    name = "power-rush"
    about = "Buys Heavy Infantry and nothing else, and defeats whatever brings the most honor."

    def spending(self, view: SeatView, options: list[Option]) -> Iterator[Option]:
        yield from (each for each in _purchases(options) if _card(each).name == HEAVY_INFANTRY)
        yield from _fights(options)


class GreedyHonor(Script):
    name = "greedy-honor"
    about = "Takes what has the most honor on it: first the monsters, then the cards."

    def spending(self, view: SeatView, options: list[Option]) -> Iterator[Option]:
        yield from _fights(options)
        yield from sorted(_purchases(options), key=lambda each: -_card(each).honor)


class WishList(Script):
    """Buys by a list of names, the most wanted first, and fights with what power there is.

    `prized` are the cards that are bought even where runes could be turned into honor, as the Yggdrasil Staff does it;
    those in `liked` only where they cannot.
    """

    prized: ClassVar[tuple[str, ...]]
    liked: ClassVar[tuple[str, ...]]
    enough_runes: ClassVar[int]
    """No Mystic is bought for a deck that brings so many."""
    enough_power: ClassVar[int]
    """No Heavy Infantry, likewise."""
    first: ClassVar[tuple[str, ...]] = ()
    last: ClassVar[tuple[str, ...]] = ()
    """Which cards are played before and after all others."""

    def play_order(self, choice: Option) -> int:
        name = _card(choice).name
        if name in self.first:
            return -1
        return 1 + self.last.index(name) if name in self.last else 0

    def spending(self, view: SeatView, options: list[Option]) -> Iterator[Option]:
        priced = [each for each in options if each.verb == USE and each.ability.has_price]
        wanted = self.prized if priced else self.prized + self.liked
        yield from _most_wanted((each for each in _purchases(options) if self.has_room(view, _card(each))), wanted)
        yield from priced
        yield from _fights(options)

    def has_room(self, view: SeatView, card: Card) -> bool:
        if card.name == MYSTIC:
            return _brought(view, "runes") < self.enough_runes
        return card.name != HEAVY_INFANTRY or _brought(view, "power") < self.enough_power

    def opinion(self, decision: Decision) -> Option | None:
        if not isinstance(decision.frame.effect, (Acquire, CopyHero)):
            return None
        own = (each for each in decision.options if each.card is not None and each.seat == NOTHING)
        return next(_most_wanted(own, self.prized + self.liked), None)


def _names(text: str) -> tuple[str, ...]:
    """The most wanted first."""
    return tuple(text.split("; "))


class Lifebound(WishList):
    name = "lifebound"
    about = "Buys cards that bring honor every time they are played, and draws them again and again."
    prized = _names(
        "Snapdragon; Yggdrasil Staff; Master Dhartha; Flytrap Witch; The All-Seeing Eye; Muramasa; "
        "Oziah the Peerless; Cetra, Weaver of Stars; Ascetic of the Lidless Eye; Emri, One with the Void; "
        "Void Initiate; Twofold Askara; Shade of the Black Watch; Voidthirster; Landtalker; Demon Slayer; "
        "Arha Templar; Runic Lycanthrope"
    )
    liked = _names(
        "Mystic; Spike Vixen; Lifebound Initiate; Wolf Shaman; Avatar Golem; Druids of the Stone Circle; "
        "Reactor Monk; Heavy Infantry; Kor, the Ferromancer"
    )
    enough_runes = 12
    enough_power = 7
    first = ("Druids of the Stone Circle",)
    last = ("Runic Lycanthrope", "Twofold Askara")


class Mechana(WishList):
    name = "mechana"
    about = "Buys Mystics until the deck brings 18 runes, and Mechana constructs with them."
    prized = _names(
        "Hedron Cannon; Hedron Link Device; The Grand Design; Watchmaker's Altar; Muramasa; Rocket Courier X-99; "
        "Burrower Mark II; Voidthirster; The All-Seeing Eye; Oziah the Peerless; Emri, One with the Void; "
        "Shadow Star; Avatar Golem; Reactor Monk; Kor, the Ferromancer; Void Initiate; Shade of the Black Watch; "
        "Mystic"
    )
    liked = _names(
        "Yggdrasil Staff; Snapdragon; Flytrap Witch; Ascetic of the Lidless Eye; Arha Templar; Twofold Askara; "
        "Tablet of Time's Dawn"
    )
    enough_runes = 18
    enough_power = 0
    last = ("Twofold Askara",)
    many_constructs: ClassVar[int] = 6
    """With fewer in play no construct is given up: another turn is worth the Tablet once turns are strong."""

    def uses_at_once(self, view: SeatView, choice: Option) -> bool:
        if choice.zone == CONSTRUCTS_ZONE and choice.ability.is_sacrifice:
            return len(view.me.constructs) >= self.many_constructs
        return super().uses_at_once(view, choice)


SCRIPTS: dict[str, type[Bot]] = {kind.name: kind for kind in (PowerRush, Lifebound, Mechana, GreedyHonor)}
"""Every script by its name."""


# --- reading a table


def _card(choice: Option) -> Card:
    assert choice.card is not None
    return choice.card


def _purchases(options: Iterable[Option]) -> list[Option]:
    """Everything that can be bought, and not for a teammate."""
    return [each for each in options if each.verb == ACQUIRE and each.seat == NOTHING]


def _fights(options: Iterable[Option]) -> list[Option]:
    """By honor; of equals the one that costs less power."""
    found = [each for each in options if each.verb == DEFEAT]
    return sorted(found, key=lambda each: (-_card(each).reward_honor, _card(each).power))


def _most_wanted(options: Iterable[Option], names: tuple[str, ...]) -> Iterator[Option]:
    found = [each for each in options if _card(each).name in names]
    return iter(sorted(found, key=lambda each: names.index(_card(each).name)))


def _brought(view: SeatView, what: str) -> int:
    """The runes or the power that all own cards bring together, whatever it takes to have them in one hand."""
    total = 0
    for number in view.me.owned():
        card = view.cards[number]
        effects = [*card.play, *(effect for use in card.uses for effect in use.effects)]
        total += sum(getattr(effect, what) for effect in effects if isinstance(effect, Gain))
    return total
