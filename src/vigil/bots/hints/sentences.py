"""Hints: one sentence for a player about an option, from the values that the bots play by.

It says what speaks for the option, with the numbers behind it, and nothing that the player may not know:
`Landtalker: 3 runes a play for about 6 more plays, and 3 honor at the end.`
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from vigil.text.english import sentence

from ..card_values import quick_policy
from ..weights import fitted_weights
from .own_turn import OwnTurn
from .players import in_pieces, in_words
from .questions import Question

if TYPE_CHECKING:
    from vigil.engine.options import Decision, Option
    from vigil.engine.view import SeatView
    from vigil.text.tokens import Piece as Words

    from ..policy import QuickPolicy
    from .reasons import Piece

LONGEST: Final = 100
"""So many characters are read at a glance."""


def explain(
    view: SeatView, decision: Decision, option: Option, policy: QuickPolicy, finding: str = "", *, is_best: bool = False
) -> str:
    """What speaks for the option. `finding` is what a search has found out besides: `about 63% to win`.

    With `is_best` it is known to be the best option, whatever the policy thinks: nothing is said against it.
    """
    return in_words(_reason(view, decision, option, policy, finding, is_best))


def advice(view: SeatView, decision: Decision) -> tuple[Option, list[Words]]:
    """What a strong player would do at a glance, and why: a sentence in pieces, in which players can be named."""
    policy = quick_policy(view.setup, fitted_weights(view.setup))
    option = policy.pick(view.sample(0), decision)
    return option, in_pieces(_reason(view, decision, option, policy))


def reason_in_pieces(view: SeatView, decision: Decision, option: Option) -> list[Words]:
    """What speaks for this option, which was found to be the best: a sentence as `advice` has it."""
    policy = quick_policy(view.setup, fitted_weights(view.setup))
    return in_pieces(_reason(view, decision, option, policy, is_best=True))


def _reason(
    view: SeatView, decision: Decision, option: Option, policy: QuickPolicy, finding: str = "", is_best: bool = False
) -> str:
    best = option if is_best else None
    why = OwnTurn(view, decision, policy, best) if decision.is_turn else Question(view, decision, policy, best)
    subject, pieces = why.reasons(option)
    return compose(subject, pieces, finding)


def compose(subject: str, pieces: Sequence[Piece], finding: str = "") -> str:
    """As many of the pieces as have room, the weightier ones first; the finding always, and at least one of them.

    Everything is said for short first, and then at length as far as there is room left.
    """
    lead = f"{subject}: " if subject else ""
    end = f"; {finding}" if finding else ""
    room = LONGEST - len(lead) - len(end) - 1
    given = [ways for ways in map(_ways, pieces) if ways]
    chosen: list[str] = []
    longer: list[list[str]] = []
    for ways in given:
        if len(_joined([*chosen, ways[-1]])) <= room:
            chosen.append(ways[-1])
            longer.append(ways)
    for place, ways in enumerate(longer):
        tried = ([*chosen[:place], way, *chosen[place + 1 :]] for way in ways)
        chosen = next(each for each in tried if len(_joined(each)) <= room)
    if not chosen:
        chosen = [min((ways[-1] for ways in given), key=len)]
    return sentence(lead + _joined(chosen) + end)


def _ways(piece: Piece) -> list[str]:
    return [way for way in ([piece] if isinstance(piece, str) else piece) if way]


def _joined(pieces: Sequence[str]) -> str:
    """With commas, one `and`, and what is of its own at the end."""
    heads = [each for each in pieces if not each.startswith(";")]
    tails = "".join(each for each in pieces if each.startswith(";"))
    last = max((place for place, each in enumerate(heads) if each.startswith("and ")), default=0)
    named = [each if place == last > 0 else each.removeprefix("and ") for place, each in enumerate(heads)]
    return ", ".join(named) + tails if named else tails.removeprefix("; ")
