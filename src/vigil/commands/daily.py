"""`vigil daily`: the deal of the day at the terminal, from its public seed."""

from __future__ import annotations

from pathlib import Path
from time import time

import click

from vigil.cards import LIBRARY
from vigil.daily.days import checked_day, day_of
from vigil.daily.deals import OPPONENT, PERSON, Kind, public_seed, setup_of
from vigil.daily.references import GAMES, LEVELS, references, result_of
from vigil.daily.results import Played, share_text
from vigil.engine.errors import BadRecord
from vigil.engine.records import Record
from vigil.terminal.app import bot_seed, play_game
from vigil.terminal.game_files import read

from .output import warn_about_plain_engine


@click.command()
@click.argument("kind", type=click.Choice([str(kind) for kind in Kind]), default=str(Kind.DUEL))
@click.option("--date", metavar="DATE", help="Another day, like 2026-11-18.  [default: today, UTC]")
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE", help="Continue a saved game of this deal.")
def daily(kind: str, date: str | None, resume: Path | None) -> None:
    """Play the daily deal at the terminal.

    A duel with Expert, or solitaire: the same cards for everybody who plays offline that day. Afterwards our bots play
    the deal, and your result is compared with theirs.

    The seed follows from the date, and so anybody can compute it: without a server, nobody can hide the cards from
    whoever owns the computer. On a server the seed of the day is secret, the cards are others, and results count.

    \b
      vigil daily
      vigil daily solitaire
      vigil daily duel --date 2026-11-18
    """
    day, deal = checked_day(date or day_of(time())), Kind(kind)
    setup, seed = setup_of(day, deal), public_seed(day, deal)
    if resume is not None:
        kept = read(resume)
        if (kept.setup, kept.seed) != (setup.to_dict(), seed):
            raise BadRecord(f"{resume} is not the {deal} of {day}. Name its date with --date.")
    warn_about_plain_engine()
    record = play_game(setup, [] if setup.solitaire else [OPPONENT], seed, resume)
    if record is not None and record.result is not None:
        click.echo(_compared(day, deal, record))


def _compared(day: str, kind: Kind, record: Record) -> str:
    """The result beside those of the bots, which play the same cards now."""
    setup = setup_of(day, kind)
    click.echo(f"\nOur bots play this deal, {GAMES} games of each level ...")
    bots = list(references(setup, record.seed, bot_seed(record, 1 - PERSON)))
    lines = []
    for level in LEVELS:
        margins = [each.result.margin for each in bots if each.level == level]
        lines.append(
            f"  {level:9} {sum(margins) / len(margins):+6.1f} on average, {min(margins):+d} to {max(margins):+d}"
        )
    own = result_of(record.replay(LIBRARY))
    played = Played(kind, own, bots=[each.result for each in bots])
    return "\n".join([*lines, f"  {'you':9} {own.margin:+4d}", "", share_text(day, [played])])
