"""Cards and their costs. A card is made from one declaration, and so is its rules text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ..text.english import ENGLISH
from ..text.phrases import Kind, Words
from . import arguments, terms
from .abilities import ON_ACQUIRE, ON_DEFEAT, ON_ENTER, ON_PLAY, Ability, Redirect, Use, When
from .card_text import rules_phrases
from .conditions import Condition, checked, reads_light
from .declared import Declared, declared_in
from .effect import Effect
from .errors import BadCard
from .filters import OfFaction
from .options import Option, option
from .terms import NOTHING, PLAY

if TYPE_CHECKING:
    from .library import Library

_ROW_SLOTS_PREPARED: Final = 8
HIGHEST_COST: Final = 30
"""The highest cost in runes or in power that a card may have."""


class Cost:
    """What a card costs, in `runes` and `power`: `Runes(3)`, `Power(4)`, or both: `Runes(1) + Power(6)`."""

    def __init__(self, runes: int, power: int, either: bool = False) -> None:
        for word, amount in (("runes", runes), ("power", power)):
            if not arguments.is_whole(amount, 0):
                raise BadCard(f"It costs {amount} {word}: a cost cannot be negative.")
            if amount > HIGHEST_COST:
                raise BadCard(f"It costs {amount} {word}: nobody can pay more than {HIGHEST_COST}.")
        self.runes = runes
        self.power = power
        self.either = either

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.runes + other.runes, self.power + other.power)

    def __str__(self) -> str:
        parts = []
        if self.runes or self.either:
            parts.append(f"{self.runes} runes" if self.runes != 1 else "1 rune")
        if self.power:
            parts.append(f"{self.power} power")
        return " and ".join(parts) or "free"

    def __repr__(self) -> str:
        return f"<Cost {self}>"


def Runes(amount: int) -> Cost:
    """A cost in runes."""
    return Cost(amount, 0)


def Power(amount: int) -> Cost:
    """A cost in power."""
    return Cost(0, amount)


def RunesOrPower(amount: int) -> Cost:
    """A cost in runes, any part of which may be paid in power."""
    return Cost(amount, 0, either=True)


FREE = Cost(0, 0)


class Card(Declared):
    """A card: its declaration, and what the engine derives from it. In a game's zones all copies are one number."""

    def __init__(self, kind: int, name: str, faction: OfFaction | None, given: dict[str, Any]) -> None:
        """`given` are the validated arguments of `Hero`, `Monster` and so on."""
        self.declared_at = arguments.place_of_declaration()
        self.number = NOTHING
        self.library: Library | None = None
        self.set_name = ""
        self.origin = terms.FROM_CENTER
        self.kind_number = kind
        self.kind = terms.KIND_WORDS[kind]
        self.name = name
        self.shown_name: str = given.get("shown_name", "") or name
        self.faction_number = terms.NO_FACTION if faction is None else faction.faction
        self.faction = terms.FACTION_WORDS[self.faction_number]
        self.type_line = f"{self.faction} {self.kind.capitalize()}".strip()
        cost: Cost = given.get("cost", FREE)
        self.runes = cost.runes
        self.power = cost.power
        self.pays_either = cost.either
        self.cost_text = str(cost) if cost.runes or cost.power or cost.either else ""
        self.honor: int = given.get("honor", 0)
        self.copies: int = given.get("copies", 0 if kind == terms.TREASURE_KIND else 1)
        self.orb_number: int = given.get("orb", terms.NO_ORB)
        self.orb = terms.ORB_WORDS[self.orb_number]
        self.play: tuple[Effect, ...] = tuple(given.get("play", ()))
        self.reward: tuple[Effect, ...] = tuple(given.get("reward", ()))
        self.fate: tuple[Effect, ...] = tuple(given.get("fate", ()))
        self.banished: tuple[Effect, ...] = tuple(given.get("banished", ()))
        self.abilities: tuple[Ability, ...] = tuple(given.get("abilities", ()))
        self.trophy: tuple[Ability, ...] = tuple(given.get("trophy", ()))
        self.arrives: Redirect | None = given.get("arrives")
        self.free_if: Condition | None = given.get("free_if")
        self.cheaper: tuple[Condition, int] | None = None
        if given.get("cheaper") is not None:
            condition, power = given["cheaper"]
            self.cheaper = checked("cheaper", condition), arguments.amount("cheaper", "power", power)
        self.empower: bool = given.get("empower", False)
        self.infest: bool = given.get("infest", False)
        self.copyable: bool = given.get("copyable", True)
        self.becomes: str = given.get("becomes", "")
        self.other_side = NOTHING
        self._prepare()

    def _prepare(self) -> None:
        """Validates the combination of arguments, and precomputes what the engine needs at every step."""
        self.is_hero = self.kind_number == terms.HERO_KIND
        self.is_construct = self.kind_number == terms.CONSTRUCT_KIND
        self.is_monster = self.kind_number == terms.MONSTER_KIND
        self.is_treasure = self.kind_number == terms.TREASURE_KIND
        self.is_event = self.kind_number == terms.EVENT_KIND
        self.is_trophy = bool(self.trophy)
        self._check_redirects()
        if any(isinstance(each, When) and each.once for each in self.trophy):
            raise BadCard("The uses of a trophy are not counted, so its When cannot have once=True.")
        if self.is_monster and (self.runes or not self.power):
            raise BadCard("A monster costs 1 power or more, and no runes. Write cost=Power(4).")
        self.special_price = self.pays_either or self.free_if is not None or self.cheaper is not None
        on_table = self.abilities + self.trophy
        for bit, ability in enumerate(on_table):
            if ability.bit:
                raise BadCard("An ability belongs to one card. Write it again for another card that has the same.")
            ability.bit = 1 << bit
        self.uses = tuple(each for each in on_table if isinstance(each, Use))
        self.triggers = tuple(each for each in on_table if isinstance(each, When))
        self.listens = tuple(
            tuple(each for each in self.triggers if on in (each.on, each.also_on))
            for on in (ON_PLAY, ON_ENTER, ON_ACQUIRE, ON_DEFEAT)
        )
        # A monster in play was captured: it is a Mechana construct without text.
        self.faction_in_play = terms.MECHANA_FACTION if self.is_monster else self.faction_number
        self.uses_in_play = () if self.is_monster else self.uses
        self.listens_in_play = ((), (), (), ()) if self.is_monster else self.listens
        self.changes = 0
        for ability in self.abilities:
            self.changes |= ability.changes
        self.play_reads_light = reads_light(self.play)
        self.fate_reads_light = reads_light(self.fate)
        self.banished_reads_light = reads_light(self.banished)
        self.taking_reads_light = self.arrives is not None or reads_light(self.reward)
        self.reacting_reads_light = any(each.reads_light for each in on_table if not isinstance(each, Use))
        self.reward_honor = sum(getattr(effect, "honor", 0) for effect in self.reward[:1])

    def _check_redirects(self) -> None:
        if any(isinstance(each, Redirect) and each.this for each in self.abilities):
            raise BadCard("Redirect(..., this=True) is about the card itself. Write arrives=Redirect(..., this=True).")
        if self.arrives is None:
            return
        if not (self.arrives.this and self.arrives.kind.phrase().include(self.printed_kind)):
            raise BadCard(f"arrives is about the card itself. Write Redirect({self.kind.upper()}, ..., this=True).")
        if self.arrives.to == terms.CONSTRUCTS_ZONE and not self.is_construct:
            raise BadCard("Only a construct can arrive INTO_PLAY.")

    def number_as(self, number: int) -> None:
        """Sets the number that the library gives the card, and prepares the options that name it."""
        self.number = number
        self.play_option = option(PLAY, self)
        verb = terms.DEFEAT if self.is_monster else terms.ACQUIRE
        self.supply_option = option(verb, self, terms.SUPPLY_ZONE)
        self.row_options = [option(verb, self, terms.ROW_ZONE, slot) for slot in range(_ROW_SLOTS_PREPARED)]
        used_in = (
            terms.EVENT_ZONE if self.is_event else terms.TROPHIES_ZONE if self.is_monster else terms.CONSTRUCTS_ZONE
        )
        self.use_options = [option(terms.USE, self, used_in, place) for place in range(len(self.uses))]
        self.choose_options = [option(terms.CHOOSE, self, zone) for zone in range(len(terms.ZONE_WORDS))]

    def __reduce__(self) -> tuple[object, ...]:
        if self.library is None:
            raise TypeError(f"{self.name} is not in a library, so it cannot be pickled or copied.")
        return unpickled, (self.library, self.name)

    def row_option(self, slot: int) -> Option:
        if slot < _ROW_SLOTS_PREPARED:
            return self.row_options[slot]
        return option(terms.DEFEAT if self.is_monster else terms.ACQUIRE, self, terms.ROW_ZONE, slot)

    # --- text

    def __repr__(self) -> str:
        return f"<Card {self.name!r}>"

    def __str__(self) -> str:
        return self.name

    @property
    def set(self) -> str:
        """The title of the card's set; empty for starting and always-available cards, which every set has."""
        return "" if self.library is None or not self.set_name else self.library.sets[self.set_name].title

    @property
    def printed_kind(self) -> Kind:
        """What filters other than those by name can tell about the card."""
        traits = ("Empower",) if self.empower else ()
        return Kind(self.kind.capitalize(), self.faction, self.orb, traits=traits, most=self.runes)

    @property
    def rulings(self) -> list[str]:
        """The rulings on the card; empty if there are none."""
        return [] if self.library is None else self.library.rulings_for(self.name)

    @property
    def facts(self) -> list[str]:
        """Everything on the card but its name and rules text: `Void Hero`, `costs 3 runes`, `2 honor`, `dark orb`."""
        found = [self.type_line]
        if self.cost_text:
            found.append(f"costs {self.cost_text}")
        if self.honor:
            found.append(f"{self.honor} honor")
        if self.orb_number:
            found.append(f"{self.orb} orb")
        return found

    @property
    def keywords(self) -> tuple[str, ...]:
        """The keywords on the card, in alphabetical order."""
        effects = (self.play, self.reward, self.fate, self.banished)
        declared = declared_in([*effects, self.abilities, self.trophy, self.arrives, self.cheaper])
        found = {each.keyword.lower() for each in declared if each.keyword}
        signs = {
            "dual-cost": bool(self.runes and self.power),
            "empower": self.empower,
            "fate": bool(self.fate),
            "infest": self.infest,
            "ongoing": any(isinstance(ability, When) for ability in self.trophy),
            "trophy": self.is_trophy,
        }
        found.update(word for word, is_there in signs.items() if is_there)
        return tuple(sorted(found))

    def lines(self) -> list[str]:
        """The lines of the rules text."""
        return [ENGLISH.text(phrase) for phrase in self.phrases()]

    def phrases(self) -> list[Words]:
        """The phrases of the rules text, one per line."""
        return rules_phrases(self)

    @property
    def text(self) -> str:
        """The rules text."""
        return " ".join(self.lines())


def unpickled(library: Library, name: str) -> Card:
    """The library's card with this name. There is one object per card."""
    return library.card(name)
