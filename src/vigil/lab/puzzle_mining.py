"""Mining puzzles: games of Expert against itself are searched for decisions with one clearly best answer.

Each decision is screened with few nodes; what is left is judged again with more, at the position of the puzzle and not
of the game, confirmed by the second judge, and given to the bots. docs/puzzles.md has the rules and the figures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from vigil.bots.levels import AdvancedBot, ExpertBot, PlayerBot
from vigil.bots.network import LARGE, own_network
from vigil.cards import LIBRARY
from vigil.engine.errors import VigilError
from vigil.engine.records import Record
from vigil.engine.setup import RULES_VERSION, Setup, deal
from vigil.engine.terms import DECLINE, END_TURN, FROM_SUPPLY, STANDARD, TEAM, VERB_WORDS
from vigil.puzzles import Puzzle, PuzzleOption, PuzzleStep
from vigil.puzzles.collection import Origin
from vigil.puzzles.model import puzzle_id
from vigil.review.judge import JUDGE_VERSION, Judge
from vigil.review.playouts import Playouts, network_hash

from .matches import seed_of
from .puzzle_judges import answers, could_be_clear, first_judgement, is_puzzling, is_worth_screening, second_judgement
from .puzzle_levels import JUDGED, difficulty_of, fooled, shares_of_failures
from .puzzle_positions import Place, phase_of, place_of
from .puzzle_themes import Asked, themes_of

if TYPE_CHECKING:
    from pathlib import Path

    from vigil.bots.bot import Bot
    from vigil.engine.options import Decision, Option
    from vigil.engine.state import GameState
    from vigil.engine.view import SeatView
    from vigil.review.judge import Verdict

SCREEN: Final = 48
"""Nodes for every decision of a game."""
BUDGETS: Final = (256, 1_024, 2_048)
"""Nodes for a decision that may become a puzzle: the next one only if the last has found no objection."""
A_GAME: Final = 4
"""At most so many puzzles come from one game, with different answers, and one from a turn."""
SUPPLY_GAMES: Final = 4
"""In one game of so many, puzzles may be about the always-available cards."""
DECLINING: Final = VERB_WORDS[DECLINE]
ENDING: Final = VERB_WORDS[END_TURN]
AGREED_GAMES: Final = 8
"""In one game of so many, decisions are judged in which all bots choose the same."""
FIRST_WORLDS: Final = 4
"""Worlds for the first look at a decision: most have nothing to ask."""


@dataclass(frozen=True)
class MiningPlan:
    """What is mined. Another seed gives other games."""

    seed: int = 0
    records: tuple[Record, ...] = ()
    """Finished games of people, without names. Then game N is record N."""


class Table(NamedTuple):
    players: int
    sets: tuple[str, ...]
    variant: str


def table_of(number: int) -> Table:
    """The tables take turns: each set alone for four games in seven, then two, three and all sets; two players in
    half of the games, three and four in most others, teams in one of sixteen."""
    names = list(LIBRARY.sets)
    random = Random(f"table {number // 7}")
    place = number % 7
    sets = [names[place]] if place < len(names) else random.sample(names, min(len(names), place - len(names) + 2))
    players, variant = ((2, STANDARD), (3, STANDARD), (2, STANDARD), (4, STANDARD))[number // 7 % 4]
    if number % 16 == 15:
        players, variant = 4, TEAM
    return Table(players, tuple(name for name in names if name in sets), variant)


class BadGames(VigilError):
    """A record cannot be searched for puzzles."""


def nameless(record: Record, file: Path) -> Record:
    """The finished game without the names of its players. Games in progress are refused."""
    end = record.verify(LIBRARY)
    if not end.over:
        raise BadGames(f"The game in {file} is not over: a puzzle could tell what somebody holds. Finish it first.")
    if end.setup.solitaire:
        raise BadGames(f"The game in {file} is solitaire. Puzzles are made of games of two and more.")
    return Record(record.setup, record.seed, list(record.choices), rules=record.rules, position=record.position)


def own_origin(plan: MiningPlan) -> Origin:
    """What the puzzles of a plan are made with."""
    source = f"seed {plan.seed}"
    if plan.records:
        digest = blake2b(digest_size=8)
        for record in plan.records:
            digest.update(record.to_json().encode())
        source = f"records {digest.hexdigest()}, seed {plan.seed}"
    return Origin(JUDGE_VERSION, network_hash(own_network(LARGE)), RULES_VERSION, source)


@dataclass
class Yield:
    """What became of the decisions of a game: how many reached each stage, and the puzzles."""

    number: int
    puzzles: list[Puzzle] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)


def mine_game(plan: MiningPlan, number: int) -> Yield:
    """The puzzles of a game. They depend on the plan and the number alone."""
    found = Yield(number, counts=Counter(games=1))
    turn = -1
    # In most games puzzles about the always-available cards are left out: there would be too many of them.
    known = {option.words for option in _of_supply()} if number % SUPPLY_GAMES else set()
    for moment in _moments(plan, number):
        found.counts["decisions"] += 1
        now = moment.views[-1].turn_number
        if now == turn or len(found.puzzles) >= A_GAME or _all_agree(moment, number):
            continue
        found.counts["disputed"] += 1
        puzzle = _puzzle_at(moment, seed_of(plan.seed, number, now), known, found.counts)
        if puzzle is not None:
            found.counts["puzzles"] += 1
            found.puzzles.append(puzzle)
            turn = now
    return found


def _of_supply() -> Iterator[Option]:
    for card in LIBRARY.cards:
        if card.origin == FROM_SUPPLY:
            yield card.supply_option


def _all_agree(moment: _Moment, number: int) -> bool:
    """Whether the bots that a puzzle could fool choose the same: then they are probably right. One game in a few is
    searched all the same, because they may all be wrong."""
    if number % AGREED_GAMES == 0:
        return False
    view, decision = moment.views[-1], moment.views[-1].decision
    assert decision is not None
    return len({bot.choose(view, decision) for bot in moment.bots}) == 1


class _Moment(NamedTuple):
    """A decision of the active player: the views of this turn so far and the choices made there, the judge, and some
    bots who may be wrong."""

    views: list[SeatView]
    choices: list[str]
    judge: Judge
    bots: list[Bot]


def _moments(plan: MiningPlan, number: int) -> Iterator[_Moment]:
    """The decisions of a game that are worth a thought, for the player whose turn it is."""
    seed = seed_of(plan.seed, number)
    if plan.records:
        record = plan.records[number]
        game = record.begin(LIBRARY)
    else:
        players, sets, variant = table_of(number)
        game = deal(Setup(LIBRARY, players, sets, variant), seed)
    setup = game.setup
    judge = Judge(Playouts(setup), SCREEN, seed)
    bots = [ExpertBot(seed_of(seed, seat)) for seat in range(setup.players)]
    quick: list[Bot] = [PlayerBot(seed), AdvancedBot(seed), AdvancedBot(seed + 1), ExpertBot(seed)]
    policy = bots[0].make_policy(setup)
    views: list[SeatView] = []
    choices: list[str] = []
    step = 0
    while (decision := game.decision) is not None:
        view = game.view(decision.seat)
        if views and (views[-1].turn_number != game.turn_number or views[-1].seat != decision.seat):
            views, choices = [], []
        if decision.seat == game.turn.seat:
            views.append(view)
            policy.begin()
            routine = policy.is_routine(decision, policy.pick(view.sample(0), decision))
            if is_puzzling(decision.options) and not routine and game.turn_number > setup.players:
                yield _Moment(list(views), list(choices), judge, quick)
        option = record.choice_in(game, step) if plan.records else bots[decision.seat].choose(view, decision)
        choices.append(decision.text(option))
        game.choose(option)
        step += 1


def _puzzle_at(moment: _Moment, seed: int, known: set[str], counts: Counter[str]) -> Puzzle | None:
    """A puzzle whose answer is not among the known ones; its answers are then added to them."""
    view, decision = moment.views[-1], moment.views[-1].decision
    assert decision is not None
    if not is_worth_screening(moment.judge, view, decision, FIRST_WORLDS):
        return None
    screened = moment.judge.judge(view, decision)
    if screened.best.words in known or not could_be_clear(screened):
        return None
    counts["screened"] += 1
    place = place_of(moment.views, moment.choices)
    if place is None:
        return None
    counts["described"] += 1
    playouts = moment.judge.playouts
    game = place.game()
    first = _first(game, place.seat, playouts, seed)
    if first is None or first.verdict.best.words in known:
        return None
    counts["clear"] += 1
    asked = [first]
    if (second := _after(place, first)) is not None:
        follower = _first(second, place.seat, playouts, seed + 1)
        if follower is not None and follower.verdict.best.words != first.verdict.best.words and follower.is_confirmed:
            asked.append(follower)
    questions = [(each.view, each.decision, each.right) for each in asked]
    shares = shares_of_failures(questions, seed)
    if not set(JUDGED) & set(fooled(shares)):
        return None
    counts["fooling"] += 1
    if not first.is_confirmed:
        return None
    known |= {option.words for option in first.right}
    steps = tuple(each.step(playouts) for each in asked)
    return Puzzle(
        id=puzzle_id(place.sets, place.given, place.hidden_hands, place.when, tuple(each.accepted for each in steps)),
        sets=place.sets,
        given=place.given,
        hidden_hands=place.hidden_hands,
        when=place.when,
        seat=place.seat,
        phase=phase_of(game),
        steps=steps,
        themes=themes_of([Asked(each.game, each.decision, each.right) for each in asked], phase_of(game)),
        difficulty=difficulty_of(shares),
        fooled=fooled(shares),
    )


class _Judged(NamedTuple):
    """A decision in which the first judge has found a clear answer."""

    game: GameState
    view: SeatView
    decision: Decision
    verdict: Verdict
    right: list[Option]
    seed: int

    @property
    def is_confirmed(self) -> bool:
        """Whether the second judge finds the same."""
        return second_judgement(self.view, self.decision, self.right, self.seed).is_confirmed

    def step(self, playouts: Playouts) -> PuzzleStep:
        judged = zip(self.verdict.options, self.verdict.judged(self.decision), strict=True)
        best, error = self.verdict.best, round(self.verdict.error, 2)
        options = tuple(
            PuzzleOption(each.text, each.chance, error if option is best else each.error) for option, each in judged
        )
        reason = Judge(playouts, SCREEN, 0).reason(self.view, self.decision, self.verdict.best)
        accepted = tuple(self.decision.text(option) for option in self.right)
        return with_honest_reason(PuzzleStep(self.decision.prompt, options, accepted, reason))


def with_honest_reason(step: PuzzleStep) -> PuzzleStep:
    """The step, with what was measured as the reason where the answer is to do without something.

    The sentences of hints say what an option brings, and doing without brings nothing.
    """
    if step.best.text not in (DECLINING, ENDING):
        return step
    lost = f"every other choice loses {step.gap:.0f} points or more"
    return replace(step, reason=f"Nothing here is worth its price: {lost}.")


def _first(game: GameState, seat: int, playouts: Playouts, seed: int) -> _Judged | None:
    """What the first judge says about the open decision of a puzzle's game; None if that is not a clear answer."""
    view = game.view(seat)
    decision = view.decision
    if decision is None or not is_puzzling(decision.options):
        return None
    verdict = first_judgement(Judge(playouts, SCREEN, seed), view, decision, BUDGETS)
    if verdict is None:
        return None
    right = answers(verdict)
    right.sort(key=lambda option: option is not verdict.best)
    return _Judged(game, view, decision, verdict, right, seed)


def _after(place: Place, first: _Judged) -> GameState | None:
    """The game after the first answer, if it goes on in the same turn with a question that no hidden card changes."""
    game = place.game()
    turn = game.turn_number
    game.choose(first.verdict.best)
    goes_on = not game.over and game.turn_number == turn and not game.seen
    return game if goes_on and game.decision is not None and game.decision.seat == place.seat else None
