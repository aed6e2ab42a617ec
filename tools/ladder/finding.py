"""What a match said: all that the page needs of it, and little enough to be kept in the project."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from vigil.engine.terms import SOLITAIRE
from vigil.lab.arena_results import Results
from vigil.lab.intervals import Estimate, mean_of_blocks, share_of_blocks
from vigil.lab.matches import Played

from .plan import Fixture, Mirror

DIGITS: Final = 6


@dataclass(frozen=True)
class Speed:
    """How a bot plays against itself with a core of its own. Times are in seconds."""

    games_a_second: float
    decisions_a_game: float
    turns_a_game: float
    answer: float
    longest_answer: float
    turn: float


@dataclass(frozen=True)
class Finding:
    blocks: int
    games: int
    """Those of the blocks that were set aside too."""
    aside: int
    """Blocks that count for nobody."""
    won: Estimate | None
    """The first bot's share of the games; None if no block counts."""
    ahead: Estimate | None = None
    """In solitaire, by how much honor the bot is ahead of the Cult."""
    places: tuple[Estimate, ...] = ()
    """Where a bot plays against itself: what the first player wins, the second, and so on."""
    speed: Speed | None = None
    mishaps: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """By bot and kind."""
    machines: tuple[str, ...] = ()


def finding_of(fixture: Fixture, results: Results, machines: Sequence[str]) -> Finding | None:
    """None if nothing has been played. Without digits that no measurement has, as the record keeps it."""
    if not results.blocks:
        return None
    counted = results.counted
    alone = [block.games[0] for block in counted]
    is_mirror = isinstance(results.contest, Mirror)
    measured = Finding(
        blocks=len(results.blocks),
        games=results.games_played,
        aside=len(results.blocks) - len(counted),
        won=share_of_blocks(results.scores(0), len(results.lineups)) if counted else None,
        ahead=_ahead_of_the_cult(alone) if counted and fixture.variant == SOLITAIRE else None,
        places=_by_turn_order(alone, fixture.players) if counted and is_mirror else (),
        speed=_speed(results, alone) if counted and fixture.alone else None,
        mishaps={each.label: dict(each.mishaps) for each in results.conduct if each.mishaps},
        machines=tuple(machines),
    )
    return from_json(_rounded(as_json(measured)))


def _ahead_of_the_cult(games: Sequence[Played]) -> Estimate:
    return mean_of_blocks([game.scores[0] - (game.cult or 0) for game in games])


def _by_turn_order(games: Sequence[Played], players: int) -> tuple[Estimate, ...]:
    shares = [
        [((game.first + place) % players in game.winners) / len(game.winners) for game in games]
        for place in range(players)
    ]
    return tuple(share_of_blocks(each, games=1) for each in shares)


def _speed(results: Results, games: Sequence[Played]) -> Speed:
    thinking = results.conduct[0].thinking
    turns = sum(game.turns for game in games)
    return Speed(
        games_a_second=len(games) / results.seconds,
        decisions_a_game=thinking.decisions / len(games),
        turns_a_game=turns / len(games),
        answer=thinking.seconds / thinking.decisions,
        longest_answer=thinking.worst,
        turn=thinking.seconds / turns,
    )


# --- as JSON


def as_json(finding: Finding) -> dict[str, Any]:
    """Without what is empty."""
    return {name: value for name, value in asdict(finding).items() if value not in (None, (), {})}


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _rounded(each) for name, each in value.items()}
    if isinstance(value, tuple):
        return tuple(_rounded(each) for each in value)
    return round(value, DIGITS) if isinstance(value, float) else value


def from_json(told: Mapping[str, Any]) -> Finding:
    return Finding(
        **{
            **told,
            "won": Estimate(**told["won"]) if "won" in told else None,
            "ahead": Estimate(**told["ahead"]) if "ahead" in told else None,
            "places": tuple(Estimate(**each) for each in told.get("places", ())),
            "speed": Speed(**told["speed"]) if "speed" in told else None,
            "machines": tuple(told.get("machines", ())),
        }
    )
