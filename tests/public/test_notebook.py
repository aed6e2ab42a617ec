"""What a notebook shows of a game, a view and a card."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

import vigil


class Balance(HTMLParser):
    """Fails where tags are not closed in their order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def balanced(html: str) -> str:
    parser = Balance()
    parser.feed(html)
    assert parser.open == []
    return html


def test_a_card_shows_its_name_its_cost_and_its_text() -> None:
    html = balanced(vigil.card("Arha Templar")._repr_html_())
    assert "Arha Templar" in html
    assert "4 runes" in html
    assert "without paying its cost" in html


@pytest.mark.parametrize("variant", ["standard", "solitaire"])
def test_a_board_shows_the_row_and_hides_the_other_hand(variant: str) -> None:
    game = vigil.new_game("all", 1 if variant == "solitaire" else 2, variant=variant, seed=8, first=0)
    html = balanced(game._repr_html_())
    assert all(card.name.replace("'", "&#x27;") in html for card in game.row)
    assert "Apprentice ×" in html
    if variant == "standard":
        assert "<td>5 cards</td>" in html
        assert html.count("Apprentice ×") == 1
    assert html == game.view(0)._repr_html_()
