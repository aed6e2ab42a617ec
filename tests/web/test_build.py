"""The page is built from sound sources, stays small, and says of the cards what the declarations say."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import make_web_cards, web
from tools.make_web_cards import rulings
from vigil.cards import LIBRARY
from vigil.rulings import rulings_for
from vigil.server.page_cards import page_cards
from vigil.text.tokens import plain


@pytest.mark.slow
@pytest.mark.parametrize("script", ["check", "test", "components"])
def test_types_logic_and_components_of_the_page(script: str) -> None:
    try:
        web.check(script)
    except web.CannotBuild as problem:
        pytest.fail(str(problem), pytrace=False)


def test_the_page_is_light(site: str) -> None:
    assert 20_000 < web.first_load() <= web.BUDGET


def test_the_page_is_built_only_when_its_sources_have_changed(site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> web.Node:
        raise web.CannotBuild("asked for Node.js")

    monkeypatch.setattr(web, "install", refuse)
    monkeypatch.setattr(web, "fingerprint", lambda: (web.PAGE / web.PRINT).read_text(encoding="utf-8"))
    assert web.build() is False
    monkeypatch.setattr(web, "fingerprint", lambda: "something else")
    with pytest.raises(web.CannotBuild, match=r"asked for Node\.js"):
        web.build()


def test_a_changed_source_changes_the_fingerprint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in web.WEB.glob("*.*"):
        if path.is_file():
            (tmp_path / path.name).write_bytes(path.read_bytes())
    source = tmp_path / "src" / "main.ts"
    source.parent.mkdir()
    source.write_text("one", encoding="utf-8")
    monkeypatch.setattr(web, "WEB", tmp_path)
    before = web.fingerprint()
    assert web.fingerprint() == before
    source.write_text("two", encoding="utf-8")
    assert web.fingerprint() != before


def test_the_data_of_the_page_is_up_to_date() -> None:
    for path, text in make_web_cards.files().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name} has changed: run make docs"


def test_every_card_is_told_in_the_words_of_its_declaration() -> None:
    told = {card["name"]: card for card in page_cards()["cards"]}
    assert set(told) == {card.name for card in LIBRARY}
    for card in LIBRARY:
        assert [plain(line) for line in told[card.name].get("lines", [])] == card.lines()
        assert told[card.name].get("runes", 0) == card.runes
        assert told[card.name].get("honor", 0) == card.honor


def test_rulings_go_with_their_cards() -> None:
    assert rulings()["Mephit"] == rulings_for("Mephit")


def test_without_node_the_advice_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(web, "find", lambda: None)
    monkeypatch.setattr(web, "get", lambda: False)
    with pytest.raises(web.CannotBuild, match="apt-get install nodejs npm"):
        web.node()


@pytest.mark.parametrize(("said", "fits"), [("v20.19.0", True), ("v18.20.4", False), ("v24.1.0", True), ("", False)])
def test_an_old_node_is_no_node(tmp_path: Path, said: str, fits: bool) -> None:
    program = tmp_path / "node"
    program.write_text(f"#!/bin/sh\necho {said}\n", encoding="utf-8")
    program.chmod(0o755)
    assert web._is_new_enough(str(program)) is fits
