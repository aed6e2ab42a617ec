"""What a card can do while it lies on the table: abilities that are used, that trigger, and that bend a rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import mypyc_attr

from . import arguments, modifiers, terms
from .conditions import Condition, checked
from .effect import Effect, clauses
from .errors import BadCard
from .filters import MONSTER, Filter, count_in_play, means_constructs
from .terms import NOTHING, sentence

if TYPE_CHECKING:
    from .state import Context, GameState

# What can set a trigger off.
ON_PLAY: Final = 0
ON_ENTER: Final = 1
ON_ACQUIRE: Final = 2
ON_DEFEAT: Final = 3


@mypyc_attr(allow_interpreted_subclasses=True)
class Ability:
    """The base. `bit` is this ability's place in the uses of its card; `key` and `number` are as an effect's."""

    changes: int = 0
    """The rules that it changes while its card is in play: bits of modifiers.py."""
    discount: int = 0
    """By how much `price` lowers a price at the most."""
    treasure_discount: int = 0
    """Once per turn its controller may pay so many runes less for a card with treasure under it in the row."""
    bit: int = 0
    key: str = ""
    number: int = -1

    def text(self) -> str:
        raise NotImplementedError

    def clause_this_turn(self, once: bool) -> str:
        """What the ability does until the end of the turn, as part of a sentence; with `once`, only the next time."""
        text = self.text()
        return f"this turn, {text[0].lower()}{text[1:-1]}"

    # --- the rules that it may change; an ability that overrides one of these says so in `changes`

    def price(self, game: GameState, seat: int, card: int, price: int) -> int:
        """What a card in the center row costs, of whose printed price so much is left."""
        return price

    def makes_constructs(self, faction: int) -> bool:
        """Whether all constructs count as constructs of the faction for its controller."""
        return False

    def light(self, game: GameState, seat: int) -> int:
        """The light that it brings its controller: DAY, NIGHT or NEITHER."""
        return terms.NEITHER

    def left_play(self, game: GameState, owner: int) -> None:
        """The construct with this ability has just left play."""

    def parts(self) -> tuple[Effect, ...]:
        return ()

    def marks(self) -> tuple[str, ...]:
        """The keywords that a card with this ability carries, those of its effects apart."""
        return ()


@mypyc_attr(allow_interpreted_subclasses=True)
class Use(Ability):
    """An ability that its controller uses. `OncePerTurn`, `AnyTime` and `Trophy` make the usual kinds."""

    def __init__(
        self,
        effects: tuple[Effect, ...],
        lead: str,
        only_if: Any = None,
        runes: int = 0,
        power: int = 0,
        banish_this: bool = False,
        destroy_this: bool = False,
        with_twin: bool = False,
        once: bool = True,
    ) -> None:
        self.effects = arguments.some("An ability", effects)
        self.lead = lead
        self.only_if: Condition | None = None if only_if is None else checked("only_if", only_if)
        self.runes = arguments.amount("Use", "runes", runes, 0)
        self.power = arguments.amount("Use", "power", power, 0)
        self.banish_this = banish_this
        self.destroy_this = destroy_this
        self.with_twin = with_twin
        self.once = once
        if not (once or runes or power or banish_this or destroy_this):
            raise BadCard(
                "This could be used without end: give it a price (banish_this=True or destroy_this=True), or write "
                "OncePerTurn(...)."
            )

    def parts(self) -> tuple[Effect, ...]:
        return self.effects

    def marks(self) -> tuple[str, ...]:
        return () if self.only_if is None else self.only_if.marks

    def text(self) -> str:
        what = clauses(self.effects)
        condition = self.only_if
        lead = self.lead
        if condition is not None and condition.keyword:
            lead = f"{condition.keyword}: {lead.capitalize()}" if lead != "Trophy" else f"{lead}, {condition.keyword}"
        elif condition is not None:
            what = f"if {condition.clause()}, {what}"
        if self.runes:
            what = f"you may pay {self.runes} runes to {what}"
        elif self.power:
            what = f"you may pay {self.power} power to {what}"
        elif self.banish_this and self.with_twin:
            what = f"you may banish this and another card of the same name you control to {what}"
        elif self.banish_this:
            what = f"you may banish this to {what}"
        elif self.destroy_this:
            what = f"you may destroy this to {what}"
        if not lead:
            return sentence(what)
        if lead == "Trophy" or lead.startswith("Trophy,"):
            return f"{lead}: {sentence(what)}"
        return sentence(f"{lead}, {what}")


def OncePerTurn(*effects: Effect, only_if: Any = None, runes: int = 0) -> Use:
    return Use(effects, "once per turn", only_if, runes)


def AnyTime(*effects: Effect, banish_this: bool = False, destroy_this: bool = False, with_twin: bool = False) -> Use:
    return Use(effects, "", banish_this=banish_this, destroy_this=destroy_this, with_twin=with_twin, once=False)


def Trophy(*effects: Effect, only_if: Any = None) -> Use:
    return Use(effects, "Trophy", only_if, banish_this=True, once=False)


@mypyc_attr(allow_interpreted_subclasses=True)
class When(Ability):
    """Happens by itself when its controller does something.

    `first` asks that it is the first time this turn at all; `once` limits this copy of the card to one time a turn.
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
        lead: str = "",
    ) -> None:
        self.on = on
        self.also_on = also_on
        self.kind = kind
        self.effects = arguments.some("When", effects)
        self.first = first
        self.once = once
        self.in_row = in_row
        self.lead = lead
        if first and not (on == ON_PLAY or (on == ON_DEFEAT and in_row and kind is MONSTER)):
            raise BadCard(
                "first=True counts the cards played (ON_PLAY) and the monsters defeated in the center row (ON_DEFEAT, "
                "MONSTER, in_row=True). For anything else write once=True."
            )
        if in_row and on not in (ON_ACQUIRE, ON_DEFEAT):
            raise BadCard("in_row=True is for ON_ACQUIRE and ON_DEFEAT: cards are not played from the center row.")
        if also_on != NOTHING and (on, also_on) != (ON_ACQUIRE, ON_DEFEAT):
            raise BadCard("also_on joins one pair only: write When(ON_ACQUIRE, ..., also_on=ON_DEFEAT).")

    def parts(self) -> tuple[Effect, ...]:
        return self.effects

    def matches(self, game: GameState, seat: int, card: int, zone: int, from_row: bool) -> bool:
        if self.in_row and not from_row:
            return False
        return self.kind.test(game, seat, card, zone) and not (self.first and not self._is_first(game, seat))

    def _is_first(self, game: GameState, seat: int) -> bool:
        if self.on == ON_DEFEAT:
            return game.turn.row_defeats == 1
        return sum(self.kind.test(game, seat, card, terms.PLAYED) for card in game.turn.played) == 1

    def occasion(self) -> str:
        if self.also_on != NOTHING:
            return f"you acquire or defeat {self.kind.one()}"
        if self.on == ON_PLAY:
            return f"you play {self.kind.one()}"
        if self.on == ON_ENTER:
            return f"you put {self.kind.one()} into play (including this one)"
        if self.on == ON_DEFEAT:
            return f"you defeat {self.kind.one()}" + (" in the center row" if self.in_row else "")
        return f"you acquire {self.kind.one()}" + (" from the center row" if self.in_row else "")

    def text(self) -> str:
        occasion = self.occasion()
        if self.first:
            when = f"the first time {occasion} each turn"
        elif self.once:
            when = f"once per turn, when {occasion}"
        else:
            when = f"whenever {occasion}"
        lead = f"{self.lead}: " if self.lead else ""
        return lead + sentence(f"{when}, {clauses(self.effects)}")

    def clause_this_turn(self, once: bool) -> str:
        if once:
            return f"the next time {self.occasion()} this turn, {clauses(self.effects)}"
        return super().clause_this_turn(once)


PLACE_PHRASES: Final = {
    terms.CONSTRUCTS: "directly into play",
    terms.HAND: "into your hand",
    terms.DECK: "on top of your deck",
}
"""Where a card can go instead of to the discard pile."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Redirect(Ability):
    """A better place for an acquired card than the discard pile. Optional unless it says `must`."""

    changes = modifiers.PLACEMENT

    def __init__(
        self, kind: Filter, to: int, must: bool = False, once: bool = False, only_if: Any = None, this: bool = False
    ) -> None:
        if to not in PLACE_PHRASES:
            raise BadCard("Redirect leads to INTO_PLAY, TO_HAND or TOP_OF_DECK.")
        if to == terms.CONSTRUCTS and not this and not means_constructs(kind):
            raise BadCard("Only constructs can be put into play: write Redirect(CONSTRUCT, INTO_PLAY).")
        self.kind = kind
        self.to = to
        self.must = must
        self.once = once
        self.only_if: Condition | None = None if only_if is None else checked("only_if", only_if)
        self.this = this

    def marks(self) -> tuple[str, ...]:
        return () if self.only_if is None else self.only_if.marks

    def applies(self, game: GameState, context: Context, card: int) -> bool:
        return self.kind.test(game, context.seat, card, terms.ROW) and (
            self.only_if is None or self.only_if.holds(game, context)
        )

    def occasion(self) -> str:
        return "you acquire this" if self.this else f"you acquire {self.kind.one()}"

    def result(self) -> str:
        may = "" if self.must else "you may "
        return f"{may}put it {PLACE_PHRASES[self.to]} instead of into your discard pile"

    def text(self) -> str:
        occasion = f"when {self.occasion()}"
        condition = self.only_if
        lead = ""
        if condition is not None and condition.keyword:
            lead = f"{condition.keyword}: "
        elif condition is not None:
            occasion += f", if {condition.clause()}"
        if self.once:
            occasion = f"once per turn, {occasion}"
        return lead + sentence(f"{occasion}, {self.result()}")

    def clause_this_turn(self, once: bool) -> str:
        if once:
            condition = "" if self.only_if is None else f"if {self.only_if.clause()}, "
            return f"the next time {self.occasion()} this turn, {condition}{self.result()}"
        return super().clause_this_turn(once)


class PriceCut(Ability):
    """Cards in the center row cost less for everybody (an event), never below the minimum."""

    changes = modifiers.PRICES

    def __init__(self, kind: Filter, by: int, minimum: int) -> None:
        self.kind = kind
        self.by = arguments.amount("PriceCut", "by", by)
        self.discount = by
        self.minimum = arguments.amount("PriceCut", "minimum", minimum, 0)

    def price(self, game: GameState, seat: int, card: int, price: int) -> int:
        if not self.kind.test(game, seat, card, terms.ROW):
            return price
        return max(price - self.by, min(price, self.minimum))

    def text(self) -> str:
        resource = "power" if self.kind.noun == "monster" else "rune"
        verb = "defeat" if self.kind.noun == "monster" else "acquire"
        amount = f"{self.by} {resource}" + ("s" if self.by > 1 and resource == "rune" else "")
        return sentence(
            f"{terms.plural(self.kind.phrase())} in the center row cost {amount} less to {verb} "
            f"(but at least {self.minimum})"
        )


class TreasurePriceCut(Ability):
    """Once per turn, less for a card with treasure under it that is acquired from the center row."""

    changes = modifiers.PRICES

    def __init__(self, runes: int) -> None:
        self.runes = arguments.amount("TreasurePriceCut", "runes", runes)
        self.treasure_discount = runes

    def text(self) -> str:
        return sentence(
            f"once per turn, you may pay {self.runes} runes less for a hero or construct with treasure under it in the "
            "center row"
        )


class ConstructsBecome(Ability):
    changes = modifiers.FACTIONS

    def __init__(self, kind: Filter, faction: int) -> None:
        self.kind = kind
        self.faction = faction

    def makes_constructs(self, faction: int) -> bool:
        return faction == self.faction

    def text(self) -> str:
        return sentence(f"all constructs count as {terms.FACTION_WORDS[self.faction]} constructs for you")


class BringsDay(Ability):
    """While its controller has enough constructs, it is day for that player on the own turn, whatever the row shows."""

    changes = modifiers.LIGHT

    def __init__(self, kind: Filter, at_least: int) -> None:
        self.kind = kind
        self.at_least = arguments.amount("BringsDay", "at_least", at_least)

    def light(self, game: GameState, seat: int) -> int:
        return terms.DAY if count_in_play(game, seat, self.kind) >= self.at_least else terms.NEITHER

    def marks(self) -> tuple[str, ...]:
        return ("day",)

    def text(self) -> str:
        constructs = f"{self.at_least} or more {terms.plural(self.kind.phrase())}"
        return sentence(f"while you control {constructs}, it is day for you on your turn")


class Unbanishable(Ability):
    changes = modifiers.PROTECTION

    def text(self) -> str:
        return "This cannot be banished from the center row."
