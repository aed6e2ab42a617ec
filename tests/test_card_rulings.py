"""What `vigil cards` tells about each card is made from the fact tables, and is up to date."""

from __future__ import annotations

import tomllib

from tools.make_card_rulings import RULINGS, as_toml, plain, rulings
from vigil.cards import LIBRARY
from vigil.rulings import rulings_for


def test_the_rulings_are_up_to_date() -> None:
    assert RULINGS.read_text(encoding="utf-8") == as_toml(), "run: python -m tools.make_card_rulings"


def test_the_file_says_what_the_tables_say() -> None:
    assert tomllib.loads(as_toml()) == rulings()


def test_every_ruling_is_about_a_card_that_there_is() -> None:
    assert set(rulings()) <= set(LIBRARY.names())
    assert sum(len(said) for said in rulings().values()) > 300


def test_asides_about_sources_are_left_out() -> None:
    assert plain("price is runes (script agrees)") == "Price is runes."
    assert plain("Counts 1 (judgement; the script counts 2). Yes.") == "Counts 1 (judgement). Yes."
    assert plain("script treats it as acquired") == "The digital version treats it as acquired."


def test_looking_up() -> None:
    assert rulings_for("Hedron Cannon")[0].startswith("Counts itself")
    assert rulings_for("No such card") == []
