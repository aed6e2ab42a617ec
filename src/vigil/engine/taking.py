"""Effects that acquire and defeat without paying, and those that do again what a hero did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import mypyc_attr

from . import terms
from .abilities import PLACE_PHRASES
from .acquire import acquire, arrive, take_away, transform_event
from .conditions import Condition, checked
from .costs import can_pay, may_use_restricted, pay
from .defeat import defeat, strike_down
from .effect import Effect
from .errors import BadCard
from .filters import ANY, CONSTRUCT, HERO, MONSTER, Filter, means_constructs, possible_kinds
from .light import light_for
from .options import Option, option
from .places import ANYWHERE, CENTER_ROW, PLAYED, Places
from .rewards import give_rewards
from .row import expect_fates, refill
from .select import EVERY_ONE, Select
from .state import Context, Frame
from .terms import CHOOSE, DISCARD, NOTHING, ROW, sentence

if TYPE_CHECKING:
    from .acquire import Take
    from .card import Card
    from .state import GameState

SUPPLY = Places((terms.SUPPLY,))


WHERE_CARDS_ARE_TAKEN: Final = frozenset([ROW, terms.SUPPLY])


@mypyc_attr(allow_interpreted_subclasses=True)
class Acquire(Select):
    """Without paying. With a teammate, one rune more gives the card to that player instead."""

    verb = "acquire"
    may_defeat: bool = False

    def __init__(
        self,
        kind: Filter = HERO,
        places: Places = ANYWHERE,
        to: int = DISCARD,
        count: int = 1,
        at_least: int = EVERY_ONE,
        then: Sequence[Effect] = (),
        words: str = "",
    ) -> None:
        super().__init__(places, kind, count, at_least, then)
        if to != DISCARD and to not in PLACE_PHRASES:
            raise BadCard(
                "Acquire puts the card INTO_PLAY, TO_HAND, TOP_OF_DECK or, without `to`, into the discard pile."
            )
        if to == terms.CONSTRUCTS and not means_constructs(kind):
            raise BadCard("Only constructs can be put into play: write Acquire(CONSTRUCT, to=INTO_PLAY).")
        if not WHERE_CARDS_ARE_TAKEN.issuperset(places.zones):
            raise BadCard("Cards are acquired from CENTER_ROW, SUPPLY or ANYWHERE.")
        if terms.MONSTER_KIND in possible_kinds(kind) and not self.may_defeat:
            raise BadCard("Monsters are defeated, not acquired: write Acquire(HERO_OR_CONSTRUCT & ...).")
        self.to = to
        self.words = words

    def candidates(self, game: GameState, context: Context) -> list[Option]:
        found = super().candidates(game, context)
        if not self.may_defeat:
            found = [each for each in found if each.card is not None and not each.card.is_monster]
        if game.setup.team and self.count == 1:
            mate = game.teammate(context.seat)
            found += [
                option(CHOOSE, each.card, each.zone, each.slot, mate, label="gift")
                for each in found
                if each.card is not None and can_pay(game, 1, 0, may_use_restricted(game, each.card))
            ]
        return found

    def act(self, game: GameState, context: Context, picks: tuple[Option, ...]) -> None:
        gift = picks[0].seat
        card = picks[0].card
        if gift != NOTHING and card is not None:
            pay(game, 1, 0, may_use_restricted(game, card))
        acquire(game, context.seat, takes_of(picks), self.to, gift)

    def what(self) -> str:
        if self.words:
            return self.words
        text = super().what() + " without paying"
        if self.to == DISCARD:
            return text
        return f"{text} and put {'it' if self.count == 1 else 'them'} {PLACE_PHRASES[self.to]}"


def takes_of(picks: tuple[Option, ...]) -> list[Take]:
    return [(pick.card.number, pick.zone, pick.slot) for pick in picks if pick.card is not None]


@mypyc_attr(allow_interpreted_subclasses=True)
class Defeat(Select):
    verb = "defeat"

    def __init__(self, kind: Filter = MONSTER, places: Places = ANYWHERE, may_send: bool = False) -> None:
        super().__init__(places, kind)
        if possible_kinds(kind) - {terms.MONSTER_KIND} or not WHERE_CARDS_ARE_TAKEN.issuperset(places.zones):
            raise BadCard("Defeat is for monsters in the center row and always-available ones: write Defeat(MONSTER).")
        self.may_send = may_send

    def candidates(self, game: GameState, context: Context) -> list[Option]:
        found = super().candidates(game, context)
        return [each for each in found if each.card and each.card.is_monster and not is_used_up(context, each.card)]

    def act(self, game: GameState, context: Context, picks: tuple[Option, ...]) -> None:
        defeat(game, context.seat, takes_of(picks), self.may_send, context.chain)

    def what(self) -> str:
        text = super().what() + " without paying"
        if self.may_send:
            text += ". If it would go to the void, you may put it into any player's discard pile instead"
        return text


class AcquireOrDefeat(Acquire):
    """Heroes and constructs are acquired, monsters defeated."""

    verb = "acquire or defeat"
    may_defeat = True

    def __init__(self) -> None:
        super().__init__(ANY, CENTER_ROW)

    def candidates(self, game: GameState, context: Context) -> list[Option]:
        found = super().candidates(game, context)
        return [
            each
            for each in found
            if each.card and not (each.card.is_monster and (each.seat != NOTHING or is_used_up(context, each.card)))
        ]

    def act(self, game: GameState, context: Context, picks: tuple[Option, ...]) -> None:
        card = picks[0].card
        if card is not None and card.is_monster:
            defeat(game, context.seat, takes_of(picks), chain=context.chain)
        else:
            super().act(game, context, picks)


class DefeatAll(Effect):
    """Every monster in the row at this moment; those that come after are not part of it."""

    def __init__(self, word: str = "") -> None:
        self.word = word

    def do(self, game: GameState, context: Context) -> None:
        takes = monsters_in_row(game, context)
        if takes:
            defeat(game, context.seat, takes, chain=context.chain)

    def clause(self) -> str:
        return f"defeat all {self.word + ' ' if self.word else ''}monsters in the center row without paying"


def monsters_in_row(game: GameState, context: Context) -> list[Take]:
    cards = game.cards
    return [
        (card, ROW, slot)
        for slot, card in enumerate(game.row)
        if card != NOTHING and cards[card].is_monster and not is_used_up(context, cards[card])
    ]


def is_used_up(context: Context, monster: Card) -> bool:
    """Whether this is a monster of whose reward all this is a part.

    With an empty center deck it comes back from the void at once, and would take itself again and again.
    """
    return 0 < monster.copies <= context.chain.count(monster.number)


class TakeAll(Effect):
    """Every card of the row at once: heroes and constructs are acquired, monsters defeated."""

    def do(self, game: GameState, context: Context) -> None:
        seat = context.seat
        cards = game.cards
        acquired = [
            (card, ROW, slot) for slot, card in enumerate(game.row) if card != NOTHING and not cards[card].is_monster
        ]
        defeated = monsters_in_row(game, context)
        slain = [card for card, _, _ in defeated]
        expect_fates(game)
        moment = Context(seat, context.card, light_for(game, seat), game.turn.energy, chain=context.chain)
        take_away(game, seat, acquired)
        strike_down(game, seat, defeated)
        refill(game)
        if acquired:
            arrive(game, moment, acquired, slain=slain)
        elif slain:
            give_rewards(game, moment, slain)

    def clause(self) -> str:
        return "acquire or defeat all cards in the center row without paying"


class CopyHero(Select):
    """A hero played earlier this turn does once more what it does when played; everything is read afresh.

    Cards that copy one another do not count for each other: otherwise two of them could go on for ever.
    """

    verb = "copy the effect of"

    def __init__(self, kind: Filter = HERO, again_if: Any = None) -> None:
        super().__init__(PLAYED, kind)
        self.again_if: Condition | None = None if again_if is None else checked("again_if", again_if)

    def candidates(self, game: GameState, context: Context) -> list[Option]:
        chain = context.chain or (context.card,)
        played = game.players[context.seat].played
        found = super().candidates(game, context)
        return [
            each
            for each in found
            if each.card is not None
            and each.card.copyable
            and played.count(each.card.number) > chain.count(each.card.number)
        ]

    def act(self, game: GameState, context: Context, picks: tuple[Option, ...]) -> None:
        card = picks[0].card
        assert card is not None
        chain = (*(context.chain or (context.card,)), card.number)
        if self.again_if is not None and self.again_if.holds(game, context):
            game.push(COPY_AGAIN, Context(context.seat, context.card, chain=chain), (card.number,))
        copy_play(game, context, card.number, chain)

    def what(self) -> str:
        suffix = f" {self.kind.suffix}" if self.kind.suffix else ""
        return f"another hero you have played this turn{suffix}"

    def clause(self) -> str:
        text = super().clause()
        if self.again_if is not None:
            text += f". {sentence(self.again_if.introduce('copy it one more time'))[:-1]}"
        return text

    def marks(self) -> tuple[str, ...]:
        return () if self.again_if is None else self.again_if.marks


class CopyAgain(Effect):
    def resume(self, game: GameState, frame: Frame) -> None:
        copy_play(game, frame.context, frame.data[0], frame.context.chain)

    def clause(self) -> str:
        return "copy it one more time"


COPY_AGAIN = CopyAgain()


def copy_play(game: GameState, context: Context, number: int, chain: tuple[int, ...]) -> None:
    seat = context.seat
    card = game.cards[number]
    light = light_for(game, seat) if card.play_reads_light else 0
    game.perform(Context(seat, context.card, light, game.turn.energy, chain=chain), card.play)


class Transform(Effect):
    """The event that is in play becomes its hero."""

    def __init__(self, into: str) -> None:
        self.into = into

    def do(self, game: GameState, context: Context) -> None:
        if game.event == context.card:
            transform_event(game, context.seat)

    def clause(self) -> str:
        return f"transform this into {self.into} and acquire it"

    def marks(self) -> tuple[str, ...]:
        return ("transform",)


HERO_OR_CONSTRUCT = HERO | CONSTRUCT
