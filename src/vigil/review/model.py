"""A review as data: frozen dataclasses that convert to JSON and back.

Chances are win chances in points, 0 to 100; changes, losses and luck are points of win chance; every `error` is a
standard error in points. Lists "by seat" have one number for every seat, in the order of the seats. What the numbers
mean and how they are computed is in docs/review.md.
"""

from dataclasses import dataclass
from json import JSONDecodeError, dumps, loads
from typing import Any, Final, Self

from vigil.engine.errors import VigilError

from .conversion import Mismatch, from_data, to_data

FORMAT: Final = "vigil review"
VERSION: Final = 1
"""Incremented when fields change. A review of another version is refused: compute it again from the record."""


class BadReview(VigilError):
    """The text is not a review, or one of another version."""


@dataclass(frozen=True)
class Judge:
    """What computed the numbers. Reviews by different judges are not comparable."""

    version: int
    """The version of the method; it is incremented when the same record and budget would give other numbers."""
    network: str
    """A hash of the network that evaluated positions; empty if games were played to their end instead."""
    win_chance: str
    """What "win chance" means in this review, as a sentence."""
    nodes: int
    """Playouts for each decision."""
    worlds: int
    """Sampled worlds for each chance event, and for the win chance at each turn."""
    seed: int
    """The seed of the sampled worlds. The same record, judge, nodes, worlds and seed give the same review."""


@dataclass(frozen=True)
class JudgedOption:
    """One option of a decision. All options are compared in the same sampled worlds."""

    text: str
    """The option in notation."""
    chance: float
    """The win chance of the deciding seat after this option."""
    loss: float
    """How much lower that is than for the best option, as the mean of paired differences; 0 for the best."""
    error: float
    """The standard error of `loss`."""
    worlds: int
    """In how many worlds the option was tried. Options that look bad are dropped early."""


@dataclass(frozen=True)
class Judgement:
    """All options of one decision, judged from what the deciding seat could know."""

    seat: int
    """The seat that decides."""
    prompt: str
    """The question as a sentence."""
    chance: float
    """The win chance of the seat with the best option."""
    error: float
    """The standard error of `chance`."""
    best: int
    """The index of the best option in `options`."""
    options: list[JudgedOption]
    """In the order of the decision."""
    reason: str
    """What speaks for the best option, in one sentence."""


@dataclass(frozen=True)
class DecisionReview:
    """A decision that was judged. Routine decisions (playing a card, using a free ability) are not."""

    step: int
    """The number of the choice in the record, from 1. The position in question is the one after `step - 1` choices."""
    turn: int
    """The number of the turn, from 1."""
    seat: int
    """The seat that decided."""
    prompt: str
    """The question as a sentence."""
    options: list[JudgedOption]
    """In the order of the decision."""
    chosen: int
    """The index of the option that was chosen."""
    best: int
    """The index of the best option."""
    chance_error: float
    """The standard error of the win chance of the best option."""
    real: bool
    """Whether the options differ enough for the decision to count in the error rate."""
    loss: float
    """The loss of the chosen option; 0 unless it is larger than two standard errors."""
    error: float
    """The standard error of the difference between the best and the chosen option."""
    effects: list[float]
    """By seat: the estimated effect of the choice on the win chances, compared with the best option.

    Unlike `loss` it has no threshold, and no bias from picking the best option: sums and error rates are made of it.
    Single values are noisy, and may be slightly positive for the deciding seat; all 0 if the decision is not real.
    """
    label: str
    """`blunder`, `mistake`, `doubtful`, or empty."""
    reason: str
    """For a labelled decision: what speaks for the best option, in one sentence. Otherwise empty."""


@dataclass(frozen=True)
class LuckReview:
    """A chance event: what it changed, compared with the mean of redraws from the same cards."""

    step: int
    """The number of the choice after which it happened; 0 for the deal."""
    turn: int
    """The number of the turn in which it counts."""
    seat: int
    """The seat whose turn it was; -1 for the deal."""
    kind: str
    """`deal`, `hand`, `draw`, `row`, `fate` or `discard`."""
    also: list[str]
    """Other kinds that happened together with it and are part of the same number."""
    cards: list[str]
    """The names of the cards that were drawn, revealed or discarded."""
    luck: list[float]
    """By seat: the change of win chance that was luck."""
    errors: list[float]
    """By seat: the standard errors of `luck`."""
    label: str
    """`very lucky`, `lucky`, `unlucky`, `very unlucky` (for `seat`), or empty."""


@dataclass(frozen=True)
class TurnReview:
    """A turn. The chances are those at its beginning."""

    number: int
    """From 1."""
    seat: int
    """Whose turn it is."""
    step: int
    """How many choices were made before it: the position to show."""
    chances: list[float]
    """By seat: the win chance from what everybody may know."""
    errors: list[float]
    """By seat: the standard errors of `chances`."""
    known: list[float]
    """By seat: the win chance when the hand of the active player is known, too."""
    luck: list[float]
    """By seat: the luck of all chance events in this turn."""
    choices: list[float]
    """By seat: the effects of all choices in this turn."""


@dataclass(frozen=True)
class LuckSum:
    """The luck of one kind of event in the turns of one seat."""

    kind: str
    """`deal`, `hand`, `draw`, `row`, `fate` or `discard`."""
    seat: int
    """In whose turns; -1 for the deal."""
    luck: float
    """The sum."""
    error: float
    """Its standard error."""
    events: int
    """How many there were."""


@dataclass(frozen=True)
class Account:
    """`result - start = luck + own + opponents + remainder`, for one seat."""

    start: float
    """The win chance before the deal (of a game from a position: at its first decision)."""
    result: float
    """100 for a win, 0 for a loss. Of an abandoned game: the win chance at its last position."""
    luck: float
    """The sum of all luck, whoever's turn it was in."""
    luck_error: float
    """Its standard error."""
    luck_by: list[LuckSum]
    """The parts of `luck`, by kind and seat."""
    own: float
    """What the own choices have cost, compared with the best options. Those of a teammate count as own."""
    own_error: float
    """Its standard error."""
    opponents: float
    """What the choices of the opponents have brought, compared with their best options."""
    opponents_error: float
    """Its standard error."""
    remainder: float
    """What the parts do not explain: errors of the estimates, and of the judge's idea of how the game goes on."""
    adjusted: float
    """The luck-adjusted result: `result - luck`. It may lie outside 0 to 100."""


@dataclass(frozen=True)
class PlayerReview:
    """One seat: how well it was played."""

    seat: int
    """From 0."""
    name: str
    """The name in the record, or p1, p2 and so on."""
    decisions: int
    """How many real decisions it had."""
    error_rate: float
    """The mean effect of a real decision on the own win chance, in mills (tenths of a point) lost."""
    error_rate_error: float
    """Its standard error: the spread between decisions."""
    level: str
    """The bot whose error rate with the same table and judge is nearest; empty without a reference."""
    doubtful: int
    """How many decisions were doubtful, and no worse."""
    mistakes: int
    """How many were mistakes."""
    blunders: int
    """How many were blunders."""
    account: Account
    """Where the result came from."""


@dataclass(frozen=True)
class TurningPoint:
    """One of the turns that decided the game."""

    turn: int
    """The number of the turn."""
    seat: int
    """Whose turn it was."""
    step: int
    """How many choices were made before it: the position to show."""
    changes: list[float]
    """By seat: how the win chance changed until the next turn began, or the game ended."""
    luck: list[float]
    """By seat: the part that was luck."""
    choices: list[float]
    """By seat: the part that came from choices. The rest is neither."""
    sentence: str
    """What happened, in one sentence."""


@dataclass(frozen=True)
class ReferenceRate:
    """The error rate of one of our bots under the same kind of judge, to compare with."""

    bot: str
    """The name of the bot."""
    rate: float
    """In mills."""
    low: float
    """The lower bound of the 95 % interval."""
    high: float
    """The upper bound of the 95 % interval."""
    games: int
    """How many games were measured."""


@dataclass(frozen=True, repr=False)
class Review:
    """The review of one game: what its choices were worth, and what was luck.

    Chances are win chances in points, 0 to 100; losses and luck are points of win chance; errors are standard errors.

    >>> import vigil
    >>> review = vigil.review_game(vigil.play("player,random", seed=8, honor_pool=3).game, nodes=16)
    >>> vigil.Review.from_json(review.to_json()) == review
    True
    """

    format: str
    """Always `vigil review`."""
    version: int
    """The version of this format."""
    judge: Judge
    """What computed it."""
    record: str
    """A hash of the setup, seed and choices: which game this is the review of."""
    title: str
    """The sets and the number of players."""
    solitaire: bool
    """Whether it is a game against the Cult: there is one seat, and 100 means that the player has won."""
    finished: bool
    """Whether the game was played to its end; false for an abandoned game."""
    winners: list[int]
    """The seats that won; empty if the Cult did, or if the game was abandoned."""
    scores: list[int]
    """By seat: the honor at the end."""
    steps: int
    """How many choices were made."""
    players: list[PlayerReview]
    """By seat."""
    turns: list[TurnReview]
    """In order: the curve of the win chances."""
    decisions: list[DecisionReview]
    """All decisions that were judged, in order."""
    luck: list[LuckReview]
    """All chance events, in order."""
    turning_points: list[TurningPoint]
    """The turns that decided the game, at most three, the largest change first."""
    references: list[ReferenceRate]
    """Error rates to compare with, the strongest bot first; empty where none were measured."""

    def __repr__(self) -> str:
        return f"<Review of {self.title}: {len(self.turns)} turns, {len(self.decisions)} decisions>"

    @property
    def mistakes(self) -> list[DecisionReview]:
        """All decisions with a label, in order."""
        return [each for each in self.decisions if each.label]

    def to_data(self) -> dict[str, Any]:
        """The review as dicts, lists, strings and numbers."""
        found: dict[str, Any] = to_data(self)
        return found

    def to_json(self) -> str:
        """The review as JSON, which `Review.from_json` reads."""
        return dumps(self.to_data(), indent=1)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Reads a review. Raises BadReview if it is none, or one of another version."""
        try:
            data = loads(text)
        except (JSONDecodeError, RecursionError):
            raise BadReview("This is not a review: it is not JSON.") from None
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise BadReview(f'This is not a review: it has no "format": "{FORMAT}".')
        if data.get("version") != VERSION:
            raise BadReview(
                f"The review has version {data.get('version')}, and this program reads version {VERSION}. "
                "Review the game again."
            )
        try:
            return from_data(cls, data)
        except Mismatch as error:
            raise BadReview(f"The review is damaged: {error}") from None
