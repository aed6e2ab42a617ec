"""What a person at the table is told, as data. Every message says its kind in `kind`.

`TableNow` is the whole of it, made for one person: seats, clocks, chat, and a `ViewNow` for each seat that the person
holds; one without a seat for those who watch. Whoever has seen entry N and asks for what came `since` gets the same
message with the news after N; so a reconnect is nothing special.

No message holds itself, so the garbage collector is told not to look at them (`gc=False`): there are many.

Seats are counted from 0; the texts of choices call them p1, p2, ... Cards are called by their names. The seed, which is
larger than what JavaScript counts exactly, is a text.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from vigil.engine.reasons import Reason
from vigil.messages import reason_text
from vigil.ratings.glicko import Rating

from .beginnings import Beginning
from .daily_game import DailyGame
from .refusals import Code, Refused
from .settings import TableSettings
from .table import Phase, SeatChange

Cards = dict[str, int]
"""A bag of cards: how many of each."""


# --- one seat's view of the game


class PlayerNow(Struct, frozen=True, gc=False):
    """One player's cards. `hand` is there for the own seat; of others `shown` is the part that everybody has seen."""

    honor: int
    hand: list[str] | None
    hand_count: int
    shown: list[str]
    deck_count: int
    top_of_deck: str | None
    discard: Cards
    played: list[str]
    constructs: list[str]
    used: list[bool]
    trophies: list[str]


class WhyNot(Struct, frozen=True, gc=False):
    """Why something is not possible: a code with parameters, and the same as text."""

    code: str
    params: dict[str, int | str]
    text: str

    @staticmethod
    def of(reason: Reason | None) -> WhyNot | None:
        return None if reason is None else _why_not(reason.code, tuple(reason.params.items()))


@lru_cache(maxsize=4_096)
def _why_not(code: str, params: tuple[tuple[str, int | str], ...]) -> WhyNot:
    """Few reasons are given again and again: most cards of the row cost too much."""
    named = dict(params)
    return WhyNot(code, named, reason_text(Reason(code, named)))


class Offer(Struct, frozen=True, gc=False):
    """A card of the row or of a pile. `option` is its place among the options; where there is none, `why_not` says why.

    `runes` and `power` are what the player whose turn it is pays now. `left` is for piles that run out.
    """

    card: str | None
    under: list[str]
    left: int | None
    runes: int
    power: int
    option: int | None
    why_not: WhyNot | None


class TurnNow(Struct, frozen=True, gc=False):
    seat: int
    number: int
    runes: int
    power: int
    energy: int
    mechana_runes: int
    construct_discount: int
    treasure_discount: int
    void_defeats: int
    mixed_payment: bool
    pending: list[str]


class Board(Struct, frozen=True, gc=False):
    """The table as a seat sees it. `waits` says what has to happen before the seat can go on with a turn of its own."""

    turn: TurnNow
    row: list[Offer]
    piles: list[Offer]
    event: str | None
    light: str
    day_for_active: bool
    pool: int
    center_deck: int
    void: Cards
    removed: Cards
    set_aside: list[str]
    on_its_way: list[str]
    cult_honor: int
    cult_cards: Cards
    extra_turns: int
    first: int
    ending: bool
    over: bool
    winners: list[int]
    deciding: int | None
    asking: str | None
    waits: WhyNot | None
    players: list[PlayerNow]


class OptionNow(Struct, frozen=True, gc=False, omit_defaults=True):
    """`text` is what is sent back. The rest says where it belongs: verb, card, zone, place in the row or number of the
    ability, whose it is; `power` and `cuts` tell apart the ways to pay."""

    text: str
    verb: str
    card: str | None = None
    zone: str | None = None
    slot: int | None = None
    seat: int | None = None
    label: str = ""
    power: int | None = None
    cuts: int | None = None


class DecisionNow(Struct, frozen=True, gc=False):
    """The open decision of the own seat. `picks` are the cards that were chosen so far, where several are asked for.

    `prompt_pieces` is the prompt in pieces: words, or a list of an icon, the words that it can replace, and the figure
    beside it. A player is a piece with the icon `seat` and the number of the seat. `refusal` says what declining means
    (`banish nothing`), and is empty where nothing can be declined.
    """

    prompt: str
    prompt_pieces: list[str | list[str]]
    card: str | None
    is_turn: bool
    is_optional: bool
    refusal: str
    picks: list[str]
    options: list[OptionNow]


class Happening(Struct, frozen=True, gc=False, omit_defaults=True):
    """Something that happened, as far as the seat may know; zones and kinds are words."""

    kind: str
    seat: int | None = None
    card: str | None = None
    amount: int = 0
    source: str | None = None
    target: str | None = None
    other: int | None = None
    detail: str = ""


class News(Struct, frozen=True, gc=False):
    """What came of one choice (or of the deal): the version that it led to, who chose, what happened.

    `text` says the same in sentences for the seat, which is called "you".
    """

    version: int
    seat: int | None
    happenings: list[Happening]
    text: str


class ViewNow(Struct, frozen=True, gc=False):
    """What one seat sees; `seat` is empty for those who watch."""

    seat: int | None
    board: Board
    decision: DecisionNow | None
    news: list[News]


# --- the table around the game


class RatingNow(Struct, frozen=True, gc=False):
    """With 95 % confidence the strength lies within two deviations of the rating; of a `provisional` one little is
    known."""

    rating: int
    deviation: int
    provisional: bool

    @staticmethod
    def of(rating: Rating) -> RatingNow:
        return RatingNow(round(rating.value), round(rating.deviation), rating.is_provisional)


class RatingChange(Struct, frozen=True, gc=False):
    """What a rated game made of a person's rating."""

    before: RatingNow
    after: RatingNow


class SeatNow(Struct, frozen=True, gc=False):
    """`person` is the id of a person, empty for bots and open seats. `bot` is the level of a bot, `style` what a casual
    one likes too much. `name` is that of the person or, without one, of the character that the bot plays. A person's
    seat with a `bot`: the person has left, or ran out of time, and the bot plays for them until they are back.

    `here` says whether the person is connected now, `bot_since` when the bot took over, in seconds since 1970. In rated
    games there is a `rating`; when the game is over, it is the one from before it.
    """

    person: str
    name: str
    bot: str
    style: str
    here: bool
    bot_since: float | None
    seconds: float | None
    clock_runs: bool
    rating: RatingNow | None = None


class UndoNow(Struct, frozen=True, gc=False):
    """Somebody asks; `waits_for` are the people who have not answered."""

    request: int
    by: str
    waits_for: list[str]


class Line(Struct, frozen=True, gc=False):
    """A line of the chat: a phrase by its name, or a text. It is plain text, whatever it looks like."""

    number: int
    at: float
    by: str
    name: str
    phrase: str
    text: str


class Result(Struct, frozen=True, gc=False):
    """`winners` is empty when the cult has won, and when the game was given up; then `left_by` is who left.

    An `aborted` game counts for nobody. `ratings` says what a rated game changed, seat by seat (null for bots); it is
    empty where nothing was rated.
    """

    winners: list[int]
    scores: list[int]
    left_by: int | None
    aborted: bool = False
    ratings: list[RatingChange | None] = []


class Revealed(Struct, frozen=True, gc=False):
    """The SHA-256 of `salt:seed` is the commitment that was shown from the start; without a salt there was none."""

    seed: str
    salt: str


class DailyNow(Struct, frozen=True, gc=False):
    """This is a game of the daily deal. While the deal is `sealed`, the seed is not revealed even if the game is over,
    and there is no record, replay or review of it."""

    game: DailyGame
    sealed: bool


class TableNow(Struct, frozen=True, gc=False, tag_field="kind", tag="table"):
    """Everything that a person may know about a table. `number` is the last entry, `version` what a choice answers.

    A `paused` game goes on when one of the people who played is back: all of them have left. `seat_changes` tells who
    left and who came back after `since`. Where you `may_undo`, `undo_turns` are the seats whose turns an undo would
    rewind, in order; it is empty while your last choice belongs to the present turn. You `may_abort` a rated game in
    its first round.

    Where `taken_back` is a number, all news with this version or a later one, up to `since`, did not happen after all.
    `watching` is how many are connected without a seat. A game with a `beginning` goes on from another one: its seed is
    `revealed` at once, and the commitment is an empty text, because nothing was promised.
    """

    id: str
    number: int
    version: int
    since: int
    phase: Phase
    settings: TableSettings
    beginning: Beginning | None
    owner: str
    you: str
    your_seats: list[int]
    seats: list[SeatNow]
    paused: bool
    seat_changes: list[SeatChange]
    watching: int
    may_undo: bool
    undo_turns: list[int]
    undo: UndoNow | None
    taken_back: int | None
    chat: list[Line]
    commitment: str
    revealed: Revealed | None
    result: Result | None
    views: list[ViewNow]
    may_abort: bool = False
    daily: DailyNow | None = None


class PresenceNow(Struct, frozen=True, gc=False, tag_field="kind", tag="presence"):
    """Who is connected to a table now: the person on each seat or not, and how many others."""

    here: list[bool]
    watching: int


class Piles(Struct, frozen=True, gc=False, tag_field="kind", tag="piles"):
    """What is in the face-down piles, for whoever counts: bags from the top down, nothing where a bag is unknown.

    `unseen` is, for each player, what the hand and the unknown part of the deck consist of.
    """

    seat: int | None
    version: int
    center_deck: list[Cards]
    decks: list[list[Bag]]
    unseen: list[Cards]


class Bag(Struct, frozen=True, gc=False):
    size: int
    cards: Cards | None


class Held(Struct, frozen=True, gc=False):
    """What a player has out of sight: told when the game is over. A deck has no order."""

    hand: list[str]
    deck: Cards


# --- answers


class Done(Struct, frozen=True, gc=False, tag_field="kind", tag="done"):
    """An action was written down as entry `number`; the same key gets the same answer."""

    number: int
    key: str = ""


class Refusal(Struct, frozen=True, gc=False, tag_field="kind", tag="refused"):
    """An action that changed nothing: a code for programs, what was wrong, and what to do instead.

    Where the message or the hint depends on the game, `why` and `advice` are the same as a code with parameters.
    """

    code: Code
    message: str
    hint: str
    why: WhyNot | None = None
    advice: WhyNot | None = None
    key: str = ""

    @staticmethod
    def of(refused: Refused, key: str = "") -> Refusal:
        why = refused.why and WhyNot(*refused.why, refused.message)
        advice = refused.advice and WhyNot(*refused.advice, refused.hint)
        return Refusal(refused.code, refused.message, refused.hint, why, advice, key)


Message = TableNow | PresenceNow | Piles | Done | Refusal


def schemas() -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The JSON schema of every message, and of the parts that they share."""
    shown, parts = msgspec.json.schema_components(
        [TableNow, PresenceNow, Piles, Done, Refusal], ref_template="#/components/schemas/{name}"
    )
    return list(shown), parts
