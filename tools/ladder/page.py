"""docs/bots.md: the opponents for players first, and then everything that was measured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date
from textwrap import fill
from typing import Final

from bench.grid import NOTHING, Grid
from vigil.engine.terms import STANDARD, TEAM
from vigil.lab.entrants import entrant_kind, parse_entrant
from vigil.lab.scripted_bots import SCRIPTS
from vigil.set_names import short_name

from .figures import Figures
from .plan import MOVE_LIMIT, SEED, TABLES, Fixture, Table
from .words import NOT_MEASURED, blocks, budget, commit, duration, points, rating, share, share_of_match

ABOVE: Final = ""
BELOW: Final = "**below the aim**"
UNSURE: Final = "**not sure**"
VERDICTS: Final = {ABOVE: "above the aim", BELOW: "below it", UNSURE: "not sure", NOT_MEASURED: NOT_MEASURED}

GOOD, WORLD_CLASS = 0.75, 0.85
"""What the best level is to win against the next."""
PAGE_WIDTH: Final = 120
NUMERALS: Final = ("no", "one", "two", "three", "four")
PLACES: Final = ("first", "second", "third", "fourth")


def page(figures: Figures, picture: str) -> str:
    """In Markdown. `picture` is what the file with the ratings is called."""
    sections = [
        head(figures),
        opponents(figures),
        *ladder(figures),
        solitaire(figures),
        ratings(figures, picture),
        headline(figures),
        scripts(figures),
        turn_order(figures),
        speed(figures),
        where_time_goes(figures),
        how(figures),
    ]
    return "\n\n".join(sections) + "\n"


def head(figures: Figures) -> str:
    fixtures = list(figures.plan.fixtures())
    measured = len(figures.findings)
    text = f"""\
Made by `make ladder` on {date.today():%d %B %Y} from {commit()}; do not edit. Of {len(fixtures)} matches {measured}
have been played or begun, {figures.games:,} games. What has not been played says “{NOT_MEASURED}”; “30 of 60” says
that half of a match has been played."""
    return "\n\n".join(["# The opponents", paragraph(text), *([QUICK] if figures.plan.is_quick else [])])


QUICK = """\
**This is only a quick look: few games, and bots that search were given next to no time. Nothing here says how strong
they are.**"""


# --- for players


def opponents(figures: Figures) -> str:
    rows = []
    for label in figures.plan.opponents:
        name, _ = parse_entrant(label)
        speed = figures.speed(label)
        times = [NOT_MEASURED] * 2 if speed is None else map(duration, (speed.answer, speed.longest_answer))
        rows.append((f"**{label}**: {entrant_kind(name).about}", budget(label), *times))
    columns = ("", "thinks", "mean answer", "longest answer")
    return section("## Who they are", OPPONENTS, Grid("", columns, rows))


OPPONENTS = """\
From gentle to merciless. Each of them plays every set, mixture and variant at any table, also with cards that it has
never seen: `vigil play --bots NAME`. None of them sees a hidden card. The steps between them are even because some hold
back: once in twenty decisions *player* does the first thing that comes to mind, *advanced* misjudges what things are
worth by about a quarter, each time in another way, and *expert* lets its search overrule its quick policy only where
there is no doubt. The times are from games against itself with a core of its own."""


def ladder(figures: Figures) -> Iterator[str]:
    plan = figures.plan
    yield f"## The ladder\n\n{paragraph(LADDER.format(best=plan.levels[-1], champion=plan.champion))}"
    for table in TABLES:
        verdicts: Counter[str] = Counter()
        rows = [
            (
                " against ".join(pair),
                *(cell(figures, table, plan.meeting(table, pair, box), verdicts) for box in plan.boxes),
            )
            for pair in plan.pairs
        ]
        summary = ", ".join(f"{verdicts[key]} {said}" for key, said in VERDICTS.items())
        text = f"{explanation(table)} Of {verdicts.total()} cells: {summary}."
        yield section(f"### {title(table)}", text, Grid("", ("", *(box.title for box in plan.boxes)), rows))


LADDER = f"""\
Every level against the one below: how often it wins, where the true rate lies with 95 % confidence, and the number of
blocks. A block is one deal, played from every chair. {BELOW} marks a win rate that is, {UNSURE} one whose interval
still reaches down to the share among equals. The best one is *{{best}}* here, which thinks for a part of the time that
*{{champion}}* takes: what counts nodes can be played again exactly, on any machine."""


def title(table: Table) -> str:
    return "Team play" if table.variant == TEAM else f"{NUMERALS[table.players].capitalize()} players"


def explanation(table: Table) -> str:
    if table.variant == TEAM:
        return "Two of the upper level against two of the lower one. Among equals it would be 50 %."
    if table.players == 2:
        return f"The aim is {100 * table.aim:.0f} %, with the whole interval above 50 %."
    others = NUMERALS[table.players - 1]
    return f"One of the upper level against {others} of the lower one. Its share would be {100 * table.par:.0f} %."


def cell(figures: Figures, table: Table, fixture: Fixture, verdicts: Counter[str]) -> str:
    won = figures.won(fixture)
    if won is None:
        verdicts[NOT_MEASURED] += 1
        return NOT_MEASURED
    verdict = BELOW if won.value < table.aim else UNSURE if won.low <= table.par else ABOVE
    verdicts[verdict] += 1
    return f"{share_of_match(won, fixture)} {verdict}".rstrip()


def solitaire(figures: Figures) -> str:
    plan = figures.plan
    rows = [
        (level, *(against_the_cult(figures, plan.solitaire(level, box)) for box in plan.boxes)) for level in plan.levels
    ]
    return section("### Solitaire", SOLITAIRE, Grid("", ("", *(box.title for box in plan.boxes)), rows))


SOLITAIRE = "How often each level beats the Cult, and by how much honor it is ahead of it in the end, on the average."


def against_the_cult(figures: Figures, fixture: Fixture) -> str:
    finding = figures.finding(fixture)
    if finding is None or finding.won is None or finding.ahead is None:
        return NOT_MEASURED
    return f"{share(finding.won)}, {points(finding.ahead.value, '+.1f')} honor, {blocks(finding.won, fixture)}"


def ratings(figures: Figures, picture: str) -> str:
    plan = figures.plan
    text = RATINGS.format(reference=plan.reference)
    if not figures.drawn:
        return f"## Elo\n\n{paragraph(text)}\n\nThe ratings are {NOT_MEASURED}."
    rows = [(level, *(rating(figures.ratings[box].get(level)) for box in plan.boxes)) for level in plan.levels]
    grid = Grid("", ("", *(box.title for box in plan.boxes)), rows)
    return section(f"## Elo\n\n![Elo of every level in every set, as lines with intervals]({picture})", text, grid)


RATINGS = """\
[Rated games](ratings.md) count a bot with its mean over the sets, for each number of players; `tools/bot_ratings.py`
derives it from [bots.json](bots.json). 400 points are a factor of ten in games won. In every set *{reference}* has
1500, so the lines compare levels and not sets. Neighbours have met at tables for two; their differences add up, and
the intervals grow with every step away from the reference. Where somebody won every game there is no measure of by
how much: *below* and *above* in the table and arrows in the picture give the bound."""


# --- for engineers


def headline(figures: Figures) -> str:
    fixture = figures.plan.headline
    won = figures.won(fixture)
    if won is None:
        said = f"This match is {NOT_MEASURED}."
    else:
        reached = "world class" if won.low >= WORLD_CLASS else "reached" if won.value >= GOOD else "missed"
        said = f"**{share_of_match(won, fixture)}** of two games each. The aim: {reached}."
    text = f"""\
{fixture.box.title}, two players, one core for a process. {said} {100 * GOOD:.0f} % is the aim, and
{100 * WORLD_CLASS:.0f} % with the whole interval would be world class; a player who knew every hidden card would win
about 95 %."""
    return f"## {' against '.join(fixture.bots)}\n\n{paragraph(text)}"


def scripts(figures: Figures) -> str:
    plan = figures.plan
    rows = []
    for script, kind in SCRIPTS.items():
        matches = [plan.scripted(level, script) for level in plan.strongest]
        cells = [share_of_match(figures.won(fixture), fixture) for fixture in matches]
        rows.append((f"**{script}**: {kind.about}", *cells))
    text = SCRIPTED.format(sets=plan.boxes[0].title)
    return section("## Against the scripts", text, Grid("", ("", *plan.strongest), rows))


SCRIPTED = """\
How often the two strongest win against fixed strategies, in {sets} for two. The scripts follow those of an earlier
public study of the game."""


def turn_order(figures: Figures) -> str:
    plan = figures.plan
    tables = [table.players for table in TABLES if table.variant == STANDARD]
    rows = []
    for level in plan.mirrored:
        for players in tables:
            finding = figures.finding(plan.seats(level, players))
            places = finding.places if finding else ()
            cells = [share(each) for each in places] or [NOT_MEASURED] * players
            games = f"{places[0].count:,}" if places else NOT_MEASURED
            rows.append((f"{level}, {players} players", *cells, *[NOTHING] * (max(tables) - players), games))
    text = TURN_ORDER.format(sets=plan.boxes[0].title)
    return section("## Who goes first", text, Grid("", ("", *PLACES[: max(tables)], "games"), rows))


TURN_ORDER = """\
What the first player wins, the second, and so on, where the same bot has every seat ({sets}). The arena rotates the
seats, so nothing of this is in the other tables."""


def speed(figures: Figures) -> str:
    rows = []
    for label in figures.plan.opponents:
        measured = figures.speed(label)
        cells = [NOT_MEASURED] * 4
        if measured is not None:
            pace = measured.games_a_second
            cells = [
                f"{pace:,.1f}" if pace >= 1 else f"{pace:.3f}",
                f"{measured.decisions_a_game:,.0f}",
                f"{measured.turns_a_game:,.0f}",
                duration(measured.turn),
            ]
        rows.append((label, *cells))
    text = SPEED.format(sets=figures.plan.boxes[0].title)
    columns = ("", "games a second", "decisions a game", "turns a game", "time of a turn")
    return section("## Speed", text, Grid("", columns, rows))


SPEED = """\
Each bot against itself in {sets} for two: one process, and nothing else is played meanwhile. What the engine takes of
it is in the [benchmarks](benchmarks.md)."""


def where_time_goes(figures: Figures) -> str:
    heading = f"## Where the time of {figures.plan.champion} goes"
    profile = figures.profile
    if profile is None:
        return f"{heading}\n\nThe profile is {NOT_MEASURED}."
    text = f"""\
A game against itself under Python's profiler: {profile.decisions} decisions between several options,
{profile.seconds:.1f} s ({profile.machine}). Whatever the search calls counts with all that
it does; the profiler's own time falls on the search."""
    rows = [(name, f"{100 * part:.1f} %") for name, part in profile.shares.items()]
    return section(heading, text, Grid("", ("", "time"), rows))


def how(figures: Figures) -> str:
    plan, folder = figures.plan, figures.folder
    machines = Counter(figures.machines())
    played_on = "\n".join(
        f"  - {name}: {count} {'match' if count == 1 else 'matches'}" for name, count in machines.most_common()
    )
    mishaps = "; ".join(
        f"{label}: {kind} in {count}" for label, kinds in figures.mishaps.items() for kind, count in kinds.items()
    )
    aside = f"{figures.aside} blocks were set aside" + (f" ({mishaps})" if mishaps else "")
    sizes, others = plan.sizes, plan.other_sizes
    sets = ",".join(map(short_name, plan.headline.box.sets))
    bots = " ".join(plan.headline.bots)
    return f"""\
## How it is measured

- In the [arena](arena.md): seat-rotated blocks on common deals. The block is the observation, and every interval is by
  block. A bot that fails, or thinks about one decision for more than {MOVE_LIMIT:.0f} s, neither wins nor loses:
  {aside}, in {figures.games:,} games.
- All deals are of seed {SEED}. At a table for two a match has {sizes.simple:,} games where nobody searches,
  {sizes.searching:,} where somebody looks at a few positions, {sizes.slow:,} where somebody looks at many, and
  {plan.headline_games:,} between {" and ".join(plan.headline.bots)}; elsewhere {others.simple:,},
  {others.searching:,} and {others.slow:,} or more. Where time is the budget, the results depend on the machine.
- Played on
{played_on or f"  - {NOT_MEASURED}"}
- `make ladder` plays what is missing and writes this page. It may be stopped at any time, and goes on where it was.
  What every match said is in [bots.json](bots.json), and what is there is not played again. Blocks lie in
  `.ladder/{folder.state}` on the machine that played them. The folder is named after a fingerprint
  of the engine, the cards and the bots: when those change, everything is measured anew. Files that another machine has
  played with the same sources can be laid into it.
- `make ladder ARGS=--list` shows the plan and the time that it takes, `make ladder ARGS='--only table/2'` plays a part
  of it, and `make ladder ARGS=--quick` has a look at everything in a few minutes.
- What the choices of every level cost, decision by decision, is measured on [the book of decisions](book.md).
- One match by hand: `vigil arena {bots} --sets {sets} --seed {SEED} --blocks {plan.headline.blocks}`"""


def section(heading: str, text: str, grid: Grid) -> str:
    return f"{heading}\n\n{paragraph(text)}\n\n{grid.for_markdown()}"


def paragraph(text: str) -> str:
    return fill(text, PAGE_WIDTH, break_long_words=False, break_on_hyphens=False)
