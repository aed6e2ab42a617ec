"""Writes the file of the package and docs/card-worth.md from the sums of studies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from json import dumps
from pathlib import Path
from typing import Any, Final

import numpy as np

from vigil.cards import LIBRARY
from vigil.engine.card import Card
from vigil.engine.terms import FROM_CENTER, FROM_SUPPLY
from vigil.lab.card_worth import JUDGED_WORLDS
from vigil.lab.worth_study import GAMES_IN_BATCH, JUDGED_GAMES, TABLES, merged, read_study
from vigil.lab.worth_sums import EFFECT, GAIN, Sheet, total
from vigil.review.judge import JUDGE_VERSION
from vigil.worth import Measure, Worth, own_worth
from vigil.worth.model import signed
from vigil.worth.own import FILE, data

from ..pages import DOCS
from .table import FEWEST, MIXED, file_of

PAGE: Final = DOCS / "card-worth.md"
MEASURED: Final = Path(__file__).parents[2] / "src" / "vigil" / "worth" / FILE
EXTREMES: Final = 8
"""So many of the best and of the worst cards of a set are shown first."""

HEAD: Final = """\
# What a card is worth

Made by `python -m tools.card_worth write` on {day}; do not edit.

Three measures for every card that can be acquired or defeated, each with its 95 % interval and the number of games.
All are in points of win chance: 0 means that the card makes no difference.

| measure | question | how |
| --- | --- | --- |
| **forced** | What is it worth to take the card rather than leave it this turn? | a randomised experiment: unbiased |
| **judged** | How much better is taking it than the best alternative? | the judge of the [reviews](review.md) |
| **acquired** | How much more often than their equal share do those win who took it? | counted: biased, see below |

    vigil cards hedron cannon                       the worth of a card, with all its groups of games
    vigil.card("Hedron Cannon").worth               the same in Python
    vigil simulate --set my_set.py --worth --out study      your own cards, or other bots ...
    vigil report study                              ... and the page about them

In the browser the card list can be sorted by each measure, and every card shows all three.

## How it is measured

- **The games.** The quick policy with its fitted weights, the one that plays the rollouts of the searching bots, sits
  in every seat: a competent player that plans a turn's purchases, but below Expert. Every set alone and all four
  together, with two, three and four players: {tables} tables in turn. A worth is therefore that of the card *in the
  hands of this policy, against this policy*.
- **Forced.** For each card that could be taken in a game, one of the real decisions at which it could be taken is
  drawn, all with the same chance. (A decision is real if the policy has played everything that is free, and now has
  to spend.) From there the game is played to its end twice. In one arm the player takes the card. In the other, the
  policy chooses the best of everything else, and the card is left for the rest of this turn. A coin could decide
  which arm a game gets; instead both are played, with the same order of the center deck, and the difference counts.
  Its mean is the same, its variance smaller. In each of these games one decision was forced, nothing else.
- **Judged.** In every other game one real decision is drawn, and the judge plays each option on in {worlds} sampled
  worlds, from what the player may know. The gain of a card is the win chance with it less that with the best other
  option. Whatever looks best in some worlds was lucky in them, so the best are found in one half of the worlds and
  compared in the other, and the other way round. The alternative may be to take the card a step later, after another
  purchase. So whoever can afford both loses nothing by it, and gains of cheap cards are close to zero or below.
- **Acquired.** In the same games, the results of the players who took the card, less an equal share (50 % for two
  players, 33 % for three). This is what sites with statistics of drafts show, and it has their bias: whoever is ahead
  can afford more, long games see more cards, and a card is taken when it fits. It does not say what the card does.
- **Monsters** are taken by defeating them. Their worth includes the reward, the power that it costs, and the card
  that comes next.
- **Groups.** The numbers in the table are of games with the card's own set alone. Those of two, three and four
  players, of the phases (more than two thirds of the honor pool left; more than one third; less) and of games with
  all sets mixed are in the package. Cards that are always available have those of every set. A number with fewer than
  {fewest} games is left out.
- **Intervals** are normal ones over games; a game is one observation, however many players took the card. Nothing
  corrects for the number of cards: of a hundred cards without any effect, five have an interval that does not contain
  zero.

The command goes on where it stopped, and studies with different seeds, also of several machines, add up:

    python -m tools.card_worth run FOLDER --minutes 5 --processes 16 --seed 2
    python -m tools.card_worth write FOLDER ...
"""


def write_all(paths: Sequence[Path]) -> None:
    studies = [read_study(path) for path in paths]
    sheet = merged(studies)
    batches = sum(study.batches for study in studies)
    about = {
        "made": f"{datetime.now(UTC):%Y-%m-%d}",
        "made_by": studies[0].made_by,
        "judge": JUDGE_VERSION,
        "seeds": sorted(study.seed for study in studies),
        "games": batches * GAMES_IN_BATCH,
        "forced": total(sheet, lambda cell: cell.measure == EFFECT).count,
        "judged": total(sheet, lambda cell: cell.measure == GAIN).count,
    }
    MEASURED.write_text(laid_out(file_of(sheet, about)), encoding="utf-8")
    data.cache_clear()
    PAGE.write_text(page(about, sheet), encoding="utf-8")


def laid_out(found: dict[str, Any]) -> str:
    """JSON with a line for each card."""
    head = [f"{dumps(key)}:{dumps(value)}" for key, value in found.items() if key != "cards"]
    cards = [
        f"{dumps(name, ensure_ascii=False)}:{dumps(groups, separators=(',', ':'))}"
        for name, groups in found["cards"].items()
    ]
    return "{\n" + ",\n".join(head) + ',\n"cards":{\n' + ",\n".join(cards) + "\n}\n}\n"


def page(about: dict[str, Any], sheet: Sheet) -> str:
    head = HEAD.format(
        day=datetime.now(UTC).strftime("%d %B %Y"), tables=len(TABLES), worlds=JUDGED_WORLDS, fewest=FEWEST
    )
    return "\n".join([head, *_about(about), *_controls(sheet), *_sets()])


def _about(about: dict[str, Any]) -> list[str]:
    found = [worth for card in LIBRARY if (worth := own_worth(card.name)) is not None]
    missing = [card.name for card in _takeable() if own_worth(card.name) is None]
    sure = [worth.effect.is_sure for worth in found if worth.effect]
    reach = [worth.effect.high - worth.effect.value for worth in found if worth.effect]
    judged = [worth.gain.high - worth.gain.value for worth in found if worth.gain]
    return [
        "## The study",
        "",
        f"{about['games']:,} games ({about['games'] // JUDGED_GAMES:,} of them judged) with seed "
        f"{', '.join(map(str, about['seeds']))}: {about['forced']:,} forced decisions, {about['judged']:,} judged "
        f"cards. {len(found)} cards have a worth; {'nothing' if not missing else ', '.join(missing)} is missing of "
        "those that can be taken.",
        "",
        f"Half of the intervals of the forced measure are narrower than ±{np.median(reach):.1f} points, of the judged "
        f"one than ±{np.median(judged):.1f}. {sum(sure)} of {len(sure)} forced intervals do not contain zero; "
        f"{0.05 * len(sure):.0f} would be expected if no card made a difference.",
        "",
        "How the measures agree over cards (correlation, with the noise of the measurements in it): "
        f"forced and judged {_agreement(found, 'effect', 'gain')}, "
        f"forced and acquired {_agreement(found, 'effect', 'acquired')}, "
        f"judged and acquired {_agreement(found, 'gain', 'acquired')}.",
        "",
    ]


def _takeable() -> list[Card]:
    return [card for card in LIBRARY if card.origin in (FROM_CENTER, FROM_SUPPLY) and not card.is_event]


def _agreement(found: Iterable[Worth], one: str, other: str) -> str:
    pairs = [(getattr(each, one), getattr(each, other)) for each in found]
    values = [(mine.value, theirs.value) for mine, theirs in pairs if mine and theirs]
    return f"{np.corrcoef(np.array(values).T)[0, 1]:.2f}" if len(values) > 2 else "not measured"


def _controls(sheet: Sheet) -> list[str]:
    """The forced effect of all cards together, by phase and players: what it is worth to spend at all."""
    rows = []
    forced = {cell: sums for cell, sums in sheet.items() if cell.measure == EFFECT}
    for title, fits in _parts():
        if found := total(forced, fits).estimate:
            rows.append(f"| {title} | {_interval(found.value, found.low, found.high)} | {found.count:,} |")
    return [
        "All cards together, each as often as it was met: what it is worth to take something that one could leave.",
        "",
        "| games | forced | decisions |",
        "| --- | ---: | ---: |",
        *rows,
        "",
    ]


def _parts() -> list[tuple[str, Callable[[Any], bool]]]:
    players = [(f"{each} players", lambda cell, each=each: cell.players == each) for each in (2, 3, 4)]
    phases = [(each, lambda cell, each=each: cell.phase == each) for each in ("early", "middle", "late")]
    sets = [(box.title, lambda cell, name=name: cell.sets == name) for name, box in LIBRARY.sets.items()]
    return [*sets, (MIXED, lambda cell: "+" in cell.sets), *players, *phases]


def _interval(value: float, low: float, high: float) -> str:
    return f"{signed(100 * value)} ({signed(100 * low)} to {signed(100 * high)})"


# --- the tables of cards


def _sets() -> list[str]:
    basic = [card for card in LIBRARY if not card.set_name and own_worth(card.name)]
    lines = ["## In every set", "", *_table(basic)]
    for box in LIBRARY.sets.values():
        cards = [card for card in box.cards if (worth := own_worth(card.name)) and worth.effect]
        ranked = sorted(cards, key=lambda card: -_effect(card))
        lines += [
            f"## {box.title}",
            "",
            f"Best by the forced measure: {_names(ranked[:EXTREMES])}. Worst: {_names(ranked[: -EXTREMES - 1 : -1])}.",
            "",
            *_table(ranked),
        ]
    return lines


def _effect(card: Card) -> float:
    worth = own_worth(card.name)
    return worth.effect.value if worth and worth.effect else 0.0


def _names(cards: Iterable[Card]) -> str:
    return ", ".join(f"{card.name} {signed(_effect(card))}" for card in cards)


def _table(cards: Iterable[Card]) -> list[str]:
    lines = [
        "| card | forced | games | in honor | judged | decisions | acquired | games |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for card in cards:
        worth = own_worth(card.name)
        assert worth is not None
        cells = [*_cells(worth.effect), _cells(worth.honor)[0], *_cells(worth.gain), *_cells(worth.acquired)]
        lines.append(f"| {card.name} | {' | '.join(cells)} |")
    return [*lines, ""]


def _cells(measure: Measure | None) -> list[str]:
    if measure is None:
        return ["", ""]
    return [f"{signed(measure.value)} ±{measure.high - measure.value:.1f}", f"{measure.games:,}"]
