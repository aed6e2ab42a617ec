"""Mining puzzles: games of Expert against itself are searched for decisions with one clearly best answer.

Each decision is screened with few nodes; what is left is judged again with more, at the position of the puzzle and not
of the game, confirmed by the second judge, and given to the bots. docs/puzzles.md has the rules and the figures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from vigil.bots import ExpertBot
from vigil.bots.network import LARGE, own_network
from vigil.cards import LIBRARY
from vigil.engine.errors import VigilError
from vigil.engine.records import Record
from vigil.engine.setup import RULES_VERSION, Setup, deal
from vigil.engine.terms import STANDARD, TEAM
from vigil.puzzles import Puzzle, PuzzleOption, PuzzleStep
from vigil.puzzles.collection import Origin
from vigil.puzzles.model import PHASES, puzzle_id
from vigil.review.judge import JUDGE_VERSION, Judge
from vigil.review.playouts import Playouts, network_hash

from .matches import seed_of
from .puzzle_judges import answers, could_be_clear, first_judgement, is_puzzling, is_worth_screening, second_judgement
from .puzzle_levels import JUDGED, difficulty_of, fooled, shares_of_failures
from .puzzle_positions import Place, facts, place_of
from .puzzle_themes import themes_of

if TYPE_CHECKING:
    from pathlib import Path

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
    known: set[str] = set()
    for moment in _moments(plan, number):
        found.counts["decisions"] += 1
        now = moment.views[-1].turn_number
        if now == turn or len(found.puzzles) >= A_GAME:
            continue
        puzzle = _puzzle_at(moment, seed_of(plan.seed, number, now), found.counts)
        if puzzle is not None and not known & set(puzzle.steps[0].accepted):
            found.counts["puzzles"] += 1
            found.puzzles.append(puzzle)
            known |= set(puzzle.steps[0].accepted)
            turn = now
    return found


class _Moment(NamedTuple):
    """A decision of the active player: the views of this turn so far and the choices made there, and the judge."""

    views: list[SeatView]
    choices: list[str]
    judge: Judge


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
                yield _Moment(list(views), list(choices), judge)
        option = record.choice_in(game, step) if plan.records else bots[decision.seat].choose(view, decision)
        choices.append(decision.text(option))
        game.choose(option)
        step += 1


def _puzzle_at(moment: _Moment, seed: int, counts: Counter[str]) -> Puzzle | None:
    view, decision = moment.views[-1], moment.views[-1].decision
    assert decision is not None
    if not is_worth_screening(moment.judge, view, decision, FIRST_WORLDS):
        return None
    if not could_be_clear(moment.judge.judge(view, decision)):
        return None
    counts["screened"] += 1
    place = place_of(moment.views, moment.choices)
    if place is None:
        return None
    counts["described"] += 1
    playouts = moment.judge.playouts
    game = place.game()
    first = _ask(game, place.seat, playouts, seed, counts)
    if first is None:
        return None
    asked = [first]
    second = _after(place, first)
    if second is not None:
        follower = _ask(second, place.seat, playouts, seed + 1, Counter())
        if follower is not None and not {each.words for each in first.right} & {each.words for each in follower.right}:
            asked.append(follower)
    questions = [(each.view, each.decision, each.right) for each in asked]
    shares = shares_of_failures(questions, seed)
    if not set(JUDGED) & set(fooled(shares)):
        return None
    steps = tuple(each.step(playouts) for each in asked)
    return Puzzle(
        id=puzzle_id(place.sets, place.given, place.hidden_hands, place.when, tuple(each.accepted for each in steps)),
        sets=place.sets,
        given=place.given,
        hidden_hands=place.hidden_hands,
        when=place.when,
        seat=place.seat,
        phase=_phase(game),
        steps=steps,
        themes=themes_of(game, [(each.decision, each.right[0]) for each in asked]),
        difficulty=difficulty_of(shares),
        fooled=fooled(shares),
    )


class _Asked(NamedTuple):
    """A decision with a clear answer, which both judges have found."""

    view: SeatView
    decision: Decision
    verdict: Verdict
    right: list[Option]

    def step(self, playouts: Playouts) -> PuzzleStep:
        judged = zip(self.verdict.options, self.verdict.judged(self.decision), strict=True)
        best, error = self.verdict.best, round(self.verdict.error, 2)
        options = tuple(
            PuzzleOption(each.text, each.chance, error if option is best else each.error) for option, each in judged
        )
        reason = Judge(playouts, SCREEN, 0).reason(self.view, self.decision, self.verdict.best)
        accepted = tuple(self.decision.text(option) for option in self.right)
        return PuzzleStep(self.decision.prompt, options, accepted, reason)


def _ask(game: GameState, seat: int, playouts: Playouts, seed: int, counts: Counter[str]) -> _Asked | None:
    """What both judges say about the open decision of a puzzle's game; None if that is not a clear answer."""
    view = game.view(seat)
    decision = view.decision
    if decision is None or not is_puzzling(decision.options):
        return None
    verdict = first_judgement(Judge(playouts, SCREEN, seed), view, decision, BUDGETS)
    if verdict is None:
        return None
    counts["clear"] += 1
    right = answers(verdict)
    right.sort(key=lambda option: option is not verdict.best)
    if not second_judgement(view, decision, right, seed).is_confirmed:
        return None
    counts["confirmed"] += 1
    return _Asked(view, decision, verdict, right)


def _after(place: Place, first: _Asked) -> GameState | None:
    """The game after the first answer, if it goes on in the same turn with a question that no hidden card changes."""
    games = []
    for seed in range(2):
        game = place.game(seed)
        turn = game.turn_number
        game.choose(first.verdict.best)
        if game.over or game.turn_number != turn or game.decision is None or game.decision.seat != place.seat:
            return None
        games.append(game)
    same = facts(games[0].view(place.seat)) == facts(games[1].view(place.seat))
    return games[0] if same else None


def _phase(game: GameState) -> str:
    pool = game.setup.pool()
    return PHASES[min(len(PHASES) - 1, len(PHASES) * max(0, pool - game.pool) // pool)]
