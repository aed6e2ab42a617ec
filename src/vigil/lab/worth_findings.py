"""What the forced and judged decisions of a study say about its cards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from .card_worth import FORCED, JUDGED
from .findings import Findings
from .intervals import Estimate
from .studies import WORTH, Study
from .worth_sums import Sums


@dataclass(frozen=True)
class WorthFinding:
    """A card of the study. A measure is None where fewer than two games tell of it."""

    name: str
    set_name: str
    effect: Estimate | None
    """What it is worth to take the card rather than to leave it for the turn."""
    phases: dict[str, Estimate | None]
    """The same, by phase of the game."""
    honor: Estimate | None
    """The same in the lead of the final score."""
    gain: Estimate | None
    """How much better it is than the best alternative, in the eyes of the judge."""
    acquired: Estimate | None
    """How much more often than expected those who took it won: biased."""


def find_worth(study: Study, findings: Findings, phases: Iterable[str]) -> list[WorthFinding]:
    """The cards of the study, those with the largest effect first; empty if it was made without `--worth`."""
    if not study.has(WORTH):
        return []
    values: defaultdict[tuple[str, str, str], Sums] = defaultdict(Sums)
    honor: defaultdict[str, Sums] = defaultdict(Sums)
    sets: dict[str, str] = {}
    for row in study.table(WORTH).to_pylist():
        sets[row["card"]] = row["set"]
        for phase in ("", row["phase"]):
            values[row["card"], row["how"], phase].add(row["value"])
        if row["how"] == FORCED:
            honor[row["card"]].add(row["honor"])
    lifts = {card.name: card.tallied.lift for card in findings.cards}
    found = [
        WorthFinding(
            name,
            sets[name],
            values[name, FORCED, ""].estimate,
            {phase: values[name, FORCED, phase].estimate for phase in phases},
            honor[name].estimate,
            values[name, JUDGED, ""].estimate,
            lifts.get(name),
        )
        for name in sorted(sets)
    ]
    return sorted(found, key=lambda each: -each.effect.value if each.effect else 1.0)
