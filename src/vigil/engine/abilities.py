"""Abilities of cards: those that are used, those that trigger, and those that change a rule."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from mypy_extensions import mypyc_attr

from ..text import phrases as p
from ..text.english import ENGLISH
from ..text.phrases import Words
from . import arguments, modifiers, terms
from .conditions import Condition, checked, reads_light
from .declared import Declared
from .effect import Effect, phrases
from .errors import BadCard
from .filters import (
    CONSTRUCT,
    HERO,
    MONSTER,
    Filter,
    OfFaction,
    can_match,
    count_in_play,
    means_constructs,
    of_constructs,
)
from .frames import Context
from .state import GameState
from .terms import NOTHING

# What a trigger responds to.
ON_PLAY: Final = 0
ON_ENTER: Final = 1
ON_ACQUIRE: Final = 2
ON_DEFEAT: Final = 3


@mypyc_attr(allow_interpreted_subclasses=True)
class Ability(Declared):
    """The base class. `bit` marks the ability in the uses of its card; `key` and `number` are as in `Effect`."""

    changes: int = 0
    """The rules that it changes while its card is in play: bits of modifiers.py."""
    discount: int = 0
    """The most by which `price` reduces a price."""
    to: int = NOTHING
    """Where an acquired card goes if the ability `applies` to it: if the player wants, or with `must` always."""
    must: bool = False
    once: bool = False
    """Whether each copy of the card can use it only once per turn."""
    treasure_discount: int = 0
    """Once per turn its controller may pay this many runes less for a card of the row with treasure under it."""
    reads_light: bool = False
    """Whether what it does depends on day and night at that moment."""
    effects: tuple[Effect, ...] = ()
    only_if: Condition | None = None
    bit: int = 0
    key: str = ""
    number: int = -1

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {ENGLISH.text(self.phrase())}>"

    def phrase(self) -> Words:
        """What it does: a phrase of `vigil.text`, or a string."""
        raise NotImplementedError

    def phrase_this_turn(self, once: bool) -> Words:
        """What the ability does until the end of the turn; with `once`, only the next time."""
        raise NotImplementedError

    # --- rules that an ability can change; one that overrides any of these sets `changes`

    def price(self, game: GameState, seat: int, card: int, price: int) -> int:
        """Returns the new price of a card in the center row. `price` is its price so far."""
        return price

    def makes_constructs(self, faction: int) -> bool:
        """Whether all constructs count as constructs of this faction for its controller."""
        return False

    def light(self, game: GameState, seat: int) -> int:
        """The light that it gives its controller: DAY, NIGHT or NEITHER."""
        return terms.NEITHER

    def applies(self, game: GameState, context: Context, card: int) -> bool:
        """Whether the acquired card can go to `to` instead of the discard pile."""
        return False

    def left_play(self, game: GameState, owner: int) -> None:
        """Called when the construct with this ability has left play."""

    def parts(self) -> tuple[Effect, ...]:
        return self.effects

    def introduced(self, clause: Words, by_keyword: bool) -> Words:
        """The clause with the condition of the ability, if that has a keyword or has none, as asked for."""
        condition = self.only_if
        return clause if condition is None or bool(condition.keyword) != by_keyword else condition.introduce(clause)


@mypyc_attr(allow_interpreted_subclasses=True)
class Use(Ability):
    """An ability that its controller uses. `OncePerTurn`, `AnyTime` and `Trophy` create the usual kinds.

    It `has_price` if it costs runes or power, and `is_sacrifice` if it costs the card itself.
    """

    def __init__(
        self,
        effects: tuple[Effect, ...],
        only_if: Any = None,
        runes: int = 0,
        power: int = 0,
        banish_this: bool = False,
        destroy_this: bool = False,
        with_twin: bool = False,
        once: bool = True,
    ) -> None:
        self.effects = arguments.some("An ability", effects)
        self.reads_light = reads_light(effects)
        self.only_if = None if only_if is None else checked("only_if", only_if)
        self.runes = arguments.amount("Use", "runes", runes, 0)
        self.power = arguments.amount("Use", "power", power, 0)
        self.banish_this = banish_this
        self.destroy_this = destroy_this
        self.with_twin = with_twin
        self.once = once
        self.has_price = bool(runes or power)
        self.is_sacrifice = banish_this or destroy_this
        if banish_this and destroy_this:
            raise BadCard("A card cannot be both banished and destroyed. Write banish_this=True or destroy_this=True.")
        if with_twin and not banish_this:
            raise BadCard("with_twin=True banishes two copies of the card. Write banish_this=True, with_twin=True.")
        if not (once or self.has_price or self.is_sacrifice):
            raise BadCard(
                "This ability could be used any number of times. Give it a cost (banish_this=True or "
                "destroy_this=True), or write OncePerTurn(...)."
            )

    def phrase(self) -> Words:
        clause = self.introduced(self.use(), by_keyword=False)
        return self.introduced(p.OncePerTurn(clause) if self.once else clause, by_keyword=True)

    def use(self) -> Words:
        """The effects and their cost, without the condition."""
        clause = phrases(self.effects)
        cost = self.cost()
        return clause if cost is None else p.Pay(cost, clause)

    def cost(self) -> p.Do | None:
        """`pay 3 runes`, `banish this`, `pay 1 rune and destroy this`"""
        amounts = [p.Amount(self.runes, "rune"), p.Amount(self.power, "power")]
        paid = p.Listed(tuple(each for each in amounts if each.number))
        lost: tuple[Words, ...] = (p.THIS,)
        if self.with_twin:
            lost += (p.Short(p.words("and another Construct", p.CONTROLLED, "with the same name"), "and another copy"),)
        verb = "banish" if self.banish_this else "destroy" if self.destroy_this else ""
        if paid.parts:
            return p.Do("pay", paid, *(("and", p.Verb(verb), *lost) if verb else ()))
        return p.Do(verb, *lost) if verb else None


def OncePerTurn(*effects: Effect, only_if: Any = None, runes: int = 0) -> Use:
    """An ability that can be used once each turn, `only_if` a condition holds and for so many `runes`."""
    return Use(effects, only_if, runes)


def AnyTime(*effects: Effect, banish_this: bool = False, destroy_this: bool = False, with_twin: bool = False) -> Use:
    """An ability that is paid for with the card itself: it is banished, destroyed, or destroyed with another copy."""
    return Use(effects, banish_this=banish_this, destroy_this=destroy_this, with_twin=with_twin, once=False)


def Trophy(*effects: Effect, only_if: Any = None) -> Use:
    """What a monster is banished for after it was defeated, at any time in its owner's turns."""
    return Use(effects, only_if, banish_this=True, once=False)


@mypyc_attr(allow_interpreted_subclasses=True)
class When(Ability):
    """A trigger: it happens when its controller does something.

    With `first` it responds only to the first such occasion of the turn; with `once` each copy of the card responds
    once per turn.
    """

    def __init__(
        self,
        on: int,
        kind: Filter,
        *effects: Effect,
        first: bool = False,
        once: bool = False,
        in_row: bool = False,
        also_on: int = NOTHING,
    ) -> None:
        self.on = on
        self.also_on = also_on
        self.kind = kind
        self.effects = arguments.some("When", effects)
        self.reads_light = reads_light(effects)
        self.first = first
        self.once = once
        self.in_row = in_row
        if first and not (on == ON_PLAY or (on == ON_DEFEAT and in_row and kind is MONSTER)):
            raise BadCard(
                "first=True is for ON_PLAY, and for ON_DEFEAT with MONSTER and in_row=True. For anything else, write "
                "once=True."
            )
        if also_on != NOTHING and (on, also_on) != (ON_ACQUIRE, ON_DEFEAT):
            raise BadCard("also_on supports one combination only: When(ON_ACQUIRE, ..., also_on=ON_DEFEAT).")
        if on == ON_ENTER:
            of_constructs("When(ON_ENTER, ...)", kind)
        if on == ON_ACQUIRE and not can_match(kind, terms.ACQUIRED_KINDS):
            raise BadCard("Only heroes and constructs are acquired. Write When(ON_ACQUIRE, HERO, ...).")
        if ON_DEFEAT in (on, also_on) and not can_match(kind, (terms.MONSTER_KIND,)):
            raise BadCard("Only monsters are defeated. Write When(ON_DEFEAT, MONSTER, ...).")
        if in_row and on not in (ON_ACQUIRE, ON_DEFEAT):
            raise BadCard("in_row=True is for ON_ACQUIRE and ON_DEFEAT: cards are not played from the center row.")

    def matches(self, game: GameState, seat: int, card: int, zone: int, from_row: bool) -> bool:
        if self.in_row and not from_row:
            return False
        return self.kind.test(game, seat, card, zone) and not (self.first and not self._is_first(game, seat))

    def _is_first(self, game: GameState, seat: int) -> bool:
        if self.on == ON_DEFEAT:
            return game.turn.row_defeats == 1
        return sum(self.kind.test(game, seat, card, terms.PLAYED_ZONE) for card in game.turn.played) == 1

    def occasion(self, with_itself: bool = False) -> p.Fact:
        """`you acquire a Hero`; `with_itself` includes the card itself."""
        place = p.Place()
        if self.in_row:
            place = p.IN_ROW if self.on == ON_DEFEAT else p.FROM_ROW
        cards = p.Cards(self.kind.phrase(), place=place)
        if self.also_on != NOTHING:
            return p.Fact(p.YOU, p.Verb(("acquire", "defeat")), cards)
        if self.on == ON_ENTER:
            entering = p.words(p.THIS, "or", replace(cards, how=p.ANOTHER)) if with_itself else cards
            return p.Fact(p.YOU, "put", entering, "into play")
        return p.Fact(p.YOU, _OCCASIONS[self.on], cards)

    def phrase(self) -> Words:
        return self._phrase(self.occasion())

    def phrase_on(self, card: p.Kind) -> Words:
        """The phrase on a card of this kind, which may respond to its own entry into play."""
        return self._phrase(self.occasion(self.on == ON_ENTER and self.kind.phrase().include(card)))

    def _phrase(self, occasion: p.Fact) -> Words:
        if self.once:
            return p.OncePerTurn(p.Whenever(occasion, phrases(self.effects), p.WHEN))
        return p.Whenever(occasion, phrases(self.effects), p.FIRST_TIME if self.first else p.WHENEVER)

    def phrase_this_turn(self, once: bool) -> Words:
        how = p.NEXT_TIME if once else p.WHENEVER_THIS_TURN
        return p.Whenever(self.occasion(), phrases(self.effects), how)


_OCCASIONS: Final = {ON_PLAY: "play", ON_ACQUIRE: "acquire", ON_DEFEAT: "defeat"}

PLACE_PHRASES: Final[dict[int, Words]] = {
    terms.CONSTRUCTS_ZONE: p.Short("directly into play", "into play"),
    terms.HAND_ZONE: p.Short(p.words("into", p.YOUR, "hand"), "into hand"),
    terms.DECK_ZONE: p.Short(p.words("on top of", p.YOUR, "deck"), p.words("onto", p.YOUR, "deck")),
}
"""Where an acquired card can go instead of to the discard pile."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Redirect(Ability):
    """Puts an acquired card in a better place than the discard pile. Optional unless `must`."""

    changes = modifiers.PLACEMENT

    def __init__(
        self, kind: Filter, to: int, must: bool = False, once: bool = False, only_if: Any = None, this: bool = False
    ) -> None:
        if to not in PLACE_PHRASES:
            raise BadCard("The `to` of Redirect is INTO_PLAY, TO_HAND or TOP_OF_DECK.")
        if not can_match(kind, terms.ACQUIRED_KINDS):
            raise BadCard("Only heroes and constructs are acquired. Write Redirect(HERO, ...).")
        if to == terms.CONSTRUCTS_ZONE and not this and not means_constructs(kind):
            raise BadCard("Only constructs can be put into play. Write Redirect(CONSTRUCT, INTO_PLAY).")
        self.kind = kind
        self.to = to
        self.must = must
        self.once = once
        self.only_if = None if only_if is None else checked("only_if", only_if)
        self.reads_light = self.only_if is not None and self.only_if.light
        self.this = this

    def applies(self, game: GameState, context: Context, card: int) -> bool:
        return self.kind.test(game, context.seat, card, terms.ROW_ZONE) and (
            self.only_if is None or self.only_if.holds(game, context)
        )

    def phrase(self) -> Words:
        acquired = p.THIS if self.this else p.Cards(self.kind.phrase())
        how = p.WHEN if self.this or self.once else p.WHENEVER
        put = self.introduced(self._put("it"), by_keyword=False)
        clause = p.Whenever(p.Fact(p.YOU, "acquire", acquired), put, how)
        return self.introduced(p.OncePerTurn(clause) if self.once else clause, by_keyword=True)

    def phrase_this_turn(self, once: bool) -> Words:
        cards = p.Cards(self.kind.phrase(), how=p.NEXT if once else p.PLURAL)
        return self._put(cards, p.YOU, p.Verb("acquire"), "this turn")

    def _put(self, *cards: Words) -> Words:
        put = p.Do("put", *cards, PLACE_PHRASES[self.to])
        return put if self.must else p.May(put)


class PriceCut(Ability):
    """An event reduces the cost of cards in the center row for all players, but not below the minimum."""

    changes = modifiers.PRICES

    def __init__(self, kind: Filter, by: int, minimum: int) -> None:
        self.kind = kind
        self.by = arguments.amount("PriceCut", "by", by)
        self.discount = by
        self.minimum = arguments.amount("PriceCut", "minimum", minimum, 0)

    def price(self, game: GameState, seat: int, card: int, price: int) -> int:
        if not self.kind.test(game, seat, card, terms.ROW_ZONE):
            return price
        return max(price - self.by, min(price, self.minimum))

    def phrase(self) -> Words:
        kinds = self.kind.phrase()
        resource = "power" if kinds.are_monsters else "" if kinds.may_be_monsters else "rune"
        cards = p.Cards(kinds, how=p.PLURAL, place=p.IN_ROW)
        least = self.minimum
        minimum = p.Short(p.words(", to a minimum of", p.Amount(least, "")), f"(at least {least})") if least else ""
        return p.Fact(cards, "cost", p.Less(p.Amount(self.by, resource)), minimum)


class TreasurePriceCut(Ability):
    """Once per turn, a discount for a card with treasure under it that is acquired from the center row."""

    changes = modifiers.PRICES

    def __init__(self, runes: int) -> None:
        self.runes = arguments.amount("TreasurePriceCut", "runes", runes)
        self.treasure_discount = runes

    def phrase(self) -> Words:
        cards = p.Cards((HERO | CONSTRUCT).phrase(), place=p.IN_ROW)
        runes = p.Amount(self.runes, "rune")
        return p.OncePerTurn(p.May(p.Do("pay", runes, "less for", cards, "that has Treasure under it")))


class ConstructsBecome(Ability):
    """While it is in play, all constructs of its controller are also of this faction."""

    changes = modifiers.FACTIONS

    def __init__(self, kind: OfFaction) -> None:
        self.kind = kind

    def makes_constructs(self, faction: int) -> bool:
        return faction == self.kind.faction

    def phrase(self) -> Words:
        constructs = p.Cards(CONSTRUCT.phrase(), how=p.EVERY)
        others = p.Cards((self.kind & CONSTRUCT).phrase(), how=p.PLURAL)
        return p.Fact(constructs, "count", "as", others, "for you")


class BringsDay(Ability):
    """While its controller has enough constructs, it is day for them on their own turn, whatever the row shows."""

    changes = modifiers.DAY_AND_NIGHT
    keyword = "Day"

    def __init__(self, kind: Filter, at_least: int) -> None:
        self.kind = of_constructs("BringsDay", kind)
        self.at_least = arguments.amount("BringsDay", "at_least", at_least)

    def light(self, game: GameState, seat: int) -> int:
        return terms.DAY if count_in_play(game, seat, self.kind) >= self.at_least else terms.NEITHER

    def phrase(self) -> Words:
        controls = p.Fact(p.YOU, "control", p.Cards(self.kind.phrase(), self.at_least, p.AT_LEAST))
        return p.Whenever(controls, p.Fact("it", "be", "day for you on your turn"), p.WHILE)


class Unbanishable(Ability):
    """The card cannot be banished from the center row."""

    changes = modifiers.PROTECTION

    def phrase(self) -> Words:
        return p.words(p.THIS, "cannot be banished", p.FROM_ROW)
