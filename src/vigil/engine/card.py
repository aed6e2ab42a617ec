"""A card: what is printed on it, and what it does. One declaration says everything; the rules text is made from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..text.english import ENGLISH
from ..text.phrases import Words
from . import arguments, terms
from .abilities import ON_ACQUIRE, ON_DEFEAT, ON_ENTER, ON_PLAY, Ability, Redirect, Use, When
from .card_text import rules_phrases
from .conditions import Condition, checked
from .effect import Effect
from .errors import BadCard
from .filters import OfFaction
from .options import Option, option
from .terms import NOTHING, PLAY

if TYPE_CHECKING:
    from .library import Library

_ROW_SLOTS_PREPARED = 8


class Cost:
    """What a card costs, in `runes` and `power`: `Runes(3)`, `Power(4)`, or both: `Runes(1) + Power(6)`."""

    def __init__(self, runes: int, power: int, either: bool = False) -> None:
        self.runes = runes
        self.power = power
        self.either = either

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.runes + other.runes, self.power + other.power)

    def __int__(self) -> int:
        """Runes and power together: what a cost is compared by."""
        return self.runes + self.power

    def __eq__(self, other: object) -> bool:
        """Another cost is equal if it asks for the same; a number, if it is the total."""
        if isinstance(other, Cost):
            return (self.runes, self.power, self.either) == (other.runes, other.power, other.either)
        return isinstance(other, int) and int(self) == other

    def __hash__(self) -> int:
        return int(self)

    def __lt__(self, other: Cost | int) -> bool:
        return int(self) < int(other)

    def __le__(self, other: Cost | int) -> bool:
        return int(self) <= int(other)

    def __gt__(self, other: Cost | int) -> bool:
        return int(self) > int(other)

    def __ge__(self, other: Cost | int) -> bool:
        return int(self) >= int(other)

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
    return Cost(amount, 0)


def Power(amount: int) -> Cost:
    return Cost(0, amount)


def RunesOrPower(amount: int) -> Cost:
    """Counts as runes wherever the cost is asked for, but any part of it may be paid in power."""
    return Cost(amount, 0, either=True)


FREE = Cost(0, 0)


class Card:
    """One printed card, with its `name`, `honor` and `copies`, which are all the same number in a game's zones."""

    def __init__(
        self,
        kind: int,
        name: str,
        faction: OfFaction | None,
        cost: Cost,
        honor: int,
        copies: int,
        orb: int,
        play: Sequence[Effect] = (),
        reward: Sequence[Effect] = (),
        fate: Sequence[Effect] = (),
        banished: Sequence[Effect] = (),
        abilities: Sequence[Ability] = (),
        trophy: Sequence[Ability] = (),
        arrives: Redirect | None = None,
        free_if: Condition | None = None,
        cheaper: tuple[Condition, int] | None = None,
        empower: bool = False,
        infest: bool = False,
        copyable: bool = True,
        becomes: str = "",
        shown_name: str = "",
    ) -> None:
        self.number = NOTHING
        self.library: Library | None = None
        self.set_name = ""
        self.origin = terms.FROM_CENTER
        self.kind_number = kind
        self.name = name
        self.shown_name = shown_name or name
        self.faction_number = terms.NO_FACTION if faction is None else faction.faction
        self.runes = cost.runes
        self.power = cost.power
        self.pays_either = cost.either
        self.honor = honor
        self.copies = copies
        self.orb_number = orb
        self.play = tuple(play)
        self.reward = tuple(reward)
        self.fate = tuple(fate)
        self.banished = tuple(banished)
        self.abilities = tuple(abilities)
        self.trophy = tuple(trophy)
        self.arrives = arrives
        self.free_if = free_if
        if cheaper is not None:
            cheaper = checked("cheaper", cheaper[0]), arguments.amount("cheaper", "power", cheaper[1])
        self.cheaper = cheaper
        self.empower = empower
        self.infest = infest
        self.copyable = copyable
        self.becomes = becomes
        self.other_side = NOTHING
        self._prepare()

    def _prepare(self) -> None:
        """What the engine asks at every step is worked out once."""
        self.is_hero = self.kind_number == terms.HERO_KIND
        self.is_construct = self.kind_number == terms.CONSTRUCT_KIND
        self.is_monster = self.kind_number == terms.MONSTER_KIND
        self.is_treasure = self.kind_number == terms.TREASURE_KIND
        self.is_event = self.kind_number == terms.EVENT_KIND
        self.is_trophy = bool(self.trophy)
        if self.arrives is not None and self.arrives.to == terms.CONSTRUCTS and not self.is_construct:
            raise BadCard(f"{self.name}: only a construct can arrive INTO_PLAY.")
        if any(isinstance(each, When) and each.once for each in self.trophy):
            raise BadCard(f"{self.name}: the uses of a trophy are not counted, so its When cannot have once=True.")
        self.special_price = self.pays_either or self.free_if is not None or self.cheaper is not None
        on_table = self.abilities + self.trophy
        for bit, ability in enumerate(on_table):
            ability.bit = 1 << bit
        self.uses = tuple(each for each in on_table if isinstance(each, Use))
        self.triggers = tuple(each for each in on_table if isinstance(each, When))
        self.listens = tuple(
            tuple(each for each in self.triggers if on in (each.on, each.also_on))
            for on in (ON_PLAY, ON_ENTER, ON_ACQUIRE, ON_DEFEAT)
        )
        self.changes = 0
        for ability in self.abilities:
            self.changes |= ability.changes
        self.play_reads_light = any(effect.reads_light() for effect in self.play)
        self.taking_reads_light = self.arrives is not None or any(effect.reads_light() for effect in self.reward)
        self.reward_honor = sum(getattr(effect, "honor", 0) for effect in self.reward[:1])

    def number_as(self, number: int) -> None:
        """The library gives the card its number; the options that mention it are made here, once."""
        self.number = number
        self.play_option = option(PLAY, self)
        verb = terms.DEFEAT if self.is_monster else terms.ACQUIRE
        self.supply_option = option(verb, self, terms.SUPPLY)
        self.row_options = [option(verb, self, terms.ROW, slot) for slot in range(_ROW_SLOTS_PREPARED)]
        used_in = terms.EVENT if self.is_event else terms.TROPHIES if self.is_monster else terms.CONSTRUCTS
        self.use_options = [option(terms.USE, self, used_in, place) for place in range(len(self.uses))]
        self.choose_options = [option(terms.CHOOSE, self, zone) for zone in range(len(terms.ZONE_WORDS))]

    def __reduce__(self) -> tuple[object, ...]:
        if self.library is None:
            raise TypeError(f"{self.name} belongs to no library yet, and cannot be pickled or copied.")
        return unpickled, (self.library, self.name)

    def row_option(self, slot: int) -> Option:
        if slot < _ROW_SLOTS_PREPARED:
            return self.row_options[slot]
        return option(terms.DEFEAT if self.is_monster else terms.ACQUIRE, self, terms.ROW, slot)

    # --- words

    def __repr__(self) -> str:
        return f"<Card {self.name!r}>"

    def __str__(self) -> str:
        return self.name

    @property
    def set(self) -> str:
        """The title of the card's set; empty for starting and always-available cards, which every set has."""
        return "" if self.library is None or not self.set_name else self.library.sets[self.set_name].title

    @property
    def cost(self) -> Cost:
        """What the card costs: it prints (`3 runes`), has `.runes` and `.power`, and compares with numbers."""
        return Cost(self.runes, self.power, self.pays_either)

    @property
    def rulings(self) -> list[str]:
        """The rulings on the card; empty if there are none."""
        return [] if self.library is None else self.library.rulings_for(self.name)

    @property
    def kind(self) -> str:
        """`hero`, `construct`, `monster`, `treasure` or `event`."""
        return terms.KIND_WORDS[self.kind_number]

    @property
    def faction(self) -> str:
        """`Enlightened`, `Lifebound`, `Mechana` or `Void`; empty for a card of no faction."""
        return terms.FACTION_WORDS[self.faction_number]

    @property
    def orb(self) -> str:
        """`light` or `dark`; empty for a card without an orb."""
        return terms.ORB_WORDS[self.orb_number]

    @property
    def type_line(self) -> str:
        """`Void Hero`"""
        words = (self.faction, self.kind.capitalize())
        return " ".join(word for word in words if word)

    @property
    def cost_text(self) -> str:
        return str(self.cost) if int(self.cost) or self.pays_either else ""

    @property
    def facts(self) -> list[str]:
        """What is printed around the text: `Void Hero`, `costs 3 runes`, `2 honor`, `dark orb`."""
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
        found = {mark for effect in self._effects() for mark in effect.marks()}
        on_card = self.abilities + self.trophy + ((self.arrives,) if self.arrives else ())
        found.update(mark for ability in on_card for mark in ability.marks())
        if self.cheaper is not None:
            found.update(self.cheaper[0].marks)
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

    def _effects(self) -> list[Effect]:
        """Every effect on the card, the ones inside others included."""
        found = list(self.play + self.reward + self.fate + self.banished)
        for ability in self.abilities + self.trophy:
            found += ability.parts()
        for effect in found:
            found += effect.parts()
        return found

    def lines(self) -> list[str]:
        """The rules text, a line for each thing that is said."""
        return [ENGLISH.text(phrase) for phrase in self.phrases()]

    def phrases(self) -> list[Words]:
        """What the rules text is made of, line by line."""
        return rules_phrases(self)

    @property
    def text(self) -> str:
        """The rules text."""
        return " ".join(self.lines())


def unpickled(library: Library, name: str) -> Card:
    """The card itself: of each there is one."""
    return library.card(name)


# --- declarations


def Hero(
    name: str,
    faction: OfFaction | None = None,
    *,
    cost: Cost = FREE,
    honor: int = 0,
    copies: int = 1,
    orb: int = terms.NO_ORB,
    play: Sequence[Effect] = (),
    fate: Sequence[Effect] = (),
    banished: Sequence[Effect] = (),
    arrives: Redirect | None = None,
    free_if: Condition | None = None,
    empower: bool = False,
    copyable: bool = True,
) -> Card:
    return Card(
        terms.HERO_KIND,
        name,
        faction,
        cost,
        honor,
        copies,
        orb,
        play=play,
        fate=fate,
        banished=banished,
        arrives=arrives,
        free_if=free_if,
        empower=empower,
        copyable=copyable,
    )


def Construct(
    name: str,
    faction: OfFaction,
    *,
    cost: Cost,
    honor: int,
    copies: int = 1,
    orb: int = terms.NO_ORB,
    abilities: Sequence[Ability] = (),
    play: Sequence[Effect] = (),
    fate: Sequence[Effect] = (),
    arrives: Redirect | None = None,
) -> Card:
    return Card(
        terms.CONSTRUCT_KIND,
        name,
        faction,
        cost,
        honor,
        copies,
        orb,
        abilities=abilities,
        play=play,
        fate=fate,
        arrives=arrives,
    )


def Monster(
    name: str,
    *,
    cost: Cost,
    copies: int = 1,
    orb: int = terms.NO_ORB,
    reward: Sequence[Effect],
    trophy: Sequence[Ability] = (),
    play: Sequence[Effect] = (),
    abilities: Sequence[Ability] = (),
    free_if: Condition | None = None,
    cheaper: tuple[Condition, int] | None = None,
    infest: bool = False,
) -> Card:
    if cost.runes:
        raise BadCard(f"{name}: a monster costs power, not runes.")
    return Card(
        terms.MONSTER_KIND,
        name,
        None,
        cost,
        0,
        copies,
        orb,
        reward=reward,
        trophy=trophy,
        play=play,
        abilities=abilities,
        free_if=free_if,
        cheaper=cheaper,
        infest=infest,
    )


def Treasure(name: str, *, copies: int = 0, play: Sequence[Effect], shown_name: str = "") -> Card:
    return Card(terms.TREASURE_KIND, name, None, FREE, 0, copies, terms.NO_ORB, play=play, shown_name=shown_name)


def Event(name: str, faction: OfFaction | None, *abilities: Ability, becomes: str) -> Card:
    return Card(terms.EVENT_KIND, name, faction, FREE, 0, 1, terms.NO_ORB, abilities=abilities, becomes=becomes)
