"""The board: everything that a seat may know, for every table and width, and nothing else."""

import re
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from tests.helpers.terminal import TABLES, drawn, named, wander
from vigil.cards import LIBRARY, new_state
from vigil.engine.costs import price
from vigil.engine.frames import Context
from vigil.engine.modifiers import CONSTRUCT_DISCOUNT
from vigil.engine.snapshot import reopen
from vigil.engine.state import GameState
from vigil.engine.terms import NOTHING, ROW_ZONE
from vigil.engine.view import SPECTATOR
from vigil.terminal.board import board, fitting_board
from vigil.terminal.layout import TIGHTEST, Look
from vigil.terminal.signs import ASCII, UNICODE


@pytest.mark.parametrize("table", TABLES, ids=named)
@pytest.mark.parametrize("width", [80, 120])
def test_boards_of_every_table_fit_their_width(table: dict[str, Any], width: int) -> None:
    game = new_state(seed=width, **table)
    for part in range(4):
        wander(game, part, 35)
        if game.over:
            break
        for seat in (game.turn.seat, (game.turn.seat + 1) % len(game.players), SPECTATOR):
            look = Look(width, tightness=(part + seat) % (TIGHTEST + 1), about=["", "advanced"])
            text = drawn(board(game.view(seat), look, ["p2 plays Mystic."]), width)
            assert max(map(len, text.splitlines())) <= width


@pytest.mark.parametrize("table", TABLES[:8], ids=named)
def test_a_board_shows_only_what_the_seat_knows(table: dict[str, Any]) -> None:
    game = new_state(seed=3, **table)
    for part in range(5):
        wander(game, part, 40)
        if game.over:
            break
        for seat in range(len(game.players)):
            view = game.view(seat)
            mine = drawn(board(view, Look()))
            # Another game, in which everything that the seat cannot see is dealt anew, looks the same.
            assert drawn(board(view.sample(part).view(seat), Look())) == mine


def test_cards_in_another_hand_are_not_on_the_board() -> None:
    game = new_state(seed=1, first=0)
    hidden = LIBRARY.card("Hedron Cannon")
    game.players[1].hand = tuple(sorted([*game.players[1].hand[1:], hidden.number]))
    game.row = (LIBRARY.card("Mephit").number,) * 6
    assert hidden.name in drawn(board(game.view(1), Look()))
    for seat in (0, SPECTATOR):
        assert hidden.name not in drawn(board(game.view(seat), Look()))


def test_what_everybody_has_seen_of_a_hand_is_on_the_board() -> None:
    game = new_state(seed=1, first=0)
    game.players[1].shown = (game.players[1].hand[0],)
    shown = game.cards[game.players[1].hand[0]].name
    assert f"shown: {shown}" in drawn(board(game.view(0), Look()))


# --- what the lines say


def set_row(game: GameState, *names: str) -> None:
    game.row = tuple(LIBRARY.card(name).number for name in names)
    game.under = ((),) * len(names)


def line_with(text: str, words: str) -> str:
    return next(line for line in text.splitlines() if words in line)


def test_a_row_card_shows_type_price_honor_orb_treasure_and_text() -> None:
    game = new_state(sets=["rise-of-vigil", "war-of-shadows"], seed=1, first=0)
    set_row(game, "Foundry Hound", "Dark Gladiator", "Mephit")
    game.under = ((LIBRARY.card("Energy Shard").number,) * 2, *game.under[1:])
    text = drawn(board(game.view(0), Look()))
    assert re.search(r"M constr\s+3R\+2P\s+3★\s+☼\s+◇2\s+1/turn: If it is day", line_with(text, "Foundry Hound"))
    assert re.search(r"V hero\s+1R\+1P\s+2★\s+☾\s+\+2P. Night: \+2P", line_with(text, "Dark Gladiator"))
    assert re.search(r"monster\s+3P\s+\+2★. May banish a card in row", line_with(text, "Mephit"))
    assert "Mechana Construct" in drawn(board(game.view(0), Look(120)), 120)
    assert "Neither day nor night (☼ 1 light, ☾ 1 dark)" in text


def test_a_changed_price_stands_before_the_printed_one() -> None:
    game = new_state(sets=["gift-of-the-elements"], seed=1, first=0)
    set_row(game, "Iron Elemental", "Spire of Insight")
    game.event = LIBRARY.card("Reysa's Trial").number
    text = drawn(board(game.view(0), Look()))
    assert "3R (4R)" in line_with(text, "Spire of Insight")
    assert " 3R " in line_with(text, "Iron Elemental")
    assert "Event Reysa's Trial" in text
    card = LIBRARY.card("Spire of Insight")
    assert price(game, card, ROW_ZONE, 1)[0] == 3


def test_numbers_stand_beside_what_they_take() -> None:
    game = new_state(seed=1, first=0)
    set_row(game, "Void Initiate", "Landtalker", "Void Initiate")
    game.turn.runes = 1
    reopen(game)
    assert game.decision is not None
    number = 1 + game.decision.texts().index("acquire Void Initiate")
    lines = drawn(board(game.view(0), Look())).splitlines()
    assert sum(line.startswith(f"[{number}] Void Initiate") for line in lines) == 2
    assert any(line.startswith("    Landtalker") for line in lines)
    assert any(re.match(rf"acquire {number} Void Initiate", line) for line in lines)


def test_constructs_say_what_is_still_usable() -> None:
    game = new_state(seed=1, first=0)
    staff = LIBRARY.card("Yggdrasil Staff")
    me = game.players[0]
    me.constructs, me.uses = (staff.number, LIBRARY.card("Shadow Star").number), (staff.uses[0].bit, 0)
    game.turn.runes = 4
    reopen(game)
    text = drawn(board(game.view(0), Look()))
    assert re.search(r"Yggdrasil Staff: used / \[\d+\] May pay 4R for \+3★", text)
    assert re.search(r"Shadow Star: \[\d+\] \+1P", text)
    assert re.search(
        r"Yggdrasil Staff used / \[\d+\], Shadow Star \[\d+\]", drawn(board(game.view(0), Look(tightness=5)))
    )


def test_the_last_round_is_announced() -> None:
    game = new_state(seed=1, first=1, players=3)
    game.ending, game.pool = True, 0
    text = drawn(board(game.view(1), Look()))
    assert "Last round: p1 takes the last turn." in text
    assert "p2 you (started)" in text


def test_day_of_one_player_alone_is_told() -> None:
    game = new_state(sets=["war-of-shadows"], seed=1, first=0)
    set_row(game, "Dark Gladiator")
    game.players[0].constructs = (LIBRARY.card("Shade Converter").number,) * 3
    game.players[0].uses = (0, 0, 0)
    assert "Night (☼ 0 light, ☾ 1 dark), day for you too" in drawn(board(game.view(0), Look()))


def test_solitaire_shows_the_cult_and_what_it_takes_next() -> None:
    game = new_state(players=1, variant="solitaire", seed=1)
    set_row(game, "Mephit", "Arha Templar", "Spike Vixen")
    text = drawn(board(game.view(0), Look()))
    assert "the Cult" in text
    assert [line.split()[0] for line in text.splitlines() if "(Cult)" in line] == ["Arha", "Spike"]


def test_a_question_names_the_card_that_asks() -> None:
    game = new_state(seed=1, first=0)
    game.players[0].hand = (LIBRARY.card("Seer of the Forked Path").number,)
    reopen(game)
    assert game.decision is not None
    game.choose(game.decision.options[0])
    text = drawn(board(game.view(0), Look()))
    assert "Seer of the Forked Path: Banish a card in the center row." in text
    assert "no (decline)" in text


def test_what_waits_for_the_rest_of_the_turn_is_told() -> None:
    game = new_state(sets=["rise-of-vigil"], seed=1, first=0)
    game.turn.modify(CONSTRUCT_DISCOUNT, 2)
    game.turn.mechana_runes, game.turn.energy = 1, 3
    for card in (LIBRARY.card("Oras, the Redeemer"), LIBRARY.card("Isha, the Pursuer")):
        for effect in card.play:
            effect.do(game, Context(0, card.number))
    text = drawn(board(game.view(0), Look()))
    assert "The next Construct costs 2R less" in text
    assert "+1 for Mechana Constructs" in text
    assert "ENERGY 3" in text
    assert "Whenever you acquire a Hero from row this turn" in text
    assert "The next time you defeat a Monster this turn" in text


# --- plain terminals


@pytest.mark.parametrize("table", TABLES, ids=named)
def test_every_board_can_be_drawn_in_ascii(table: dict[str, Any]) -> None:
    game = new_state(seed=5, **table)
    wander(game, 5, 60)
    if not game.over:
        for tightness in (0, TIGHTEST):
            text = drawn(board(game.view(game.turn.seat), Look(80, tightness, ASCII)))
            assert text.isascii()


def test_every_card_can_be_told_in_short_and_in_ascii() -> None:
    for card in LIBRARY:
        assert ASCII.brief.lines(card.phrases()).isascii(), card.name
        assert 0 < len(UNICODE.brief.lines(card.phrases())) <= len(card.text), card.name


def test_no_color_means_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    game = new_state(seed=1, first=0)
    texts = {}
    for no_color in ("", "1"):
        monkeypatch.setenv("NO_COLOR", no_color)
        console = Console(file=StringIO(), force_terminal=True, color_system="standard", width=80)
        console.print(board(game.view(0), Look()))
        assert isinstance(console.file, StringIO)
        texts[no_color] = console.file.getvalue()
    colour = re.compile(r"\x1b\[(?:\d+;)*(?:3[0-7]|9[0-7])m")
    assert colour.search(texts[""])
    assert not colour.search(texts["1"])


@pytest.mark.parametrize("table", TABLES[:4], ids=named)
def test_a_board_of_two_fits_the_smallest_usual_terminal(table: dict[str, Any]) -> None:
    game = new_state(seed=9, **table)
    wander(game, 9, 30)
    console = Console(file=StringIO(), width=80, height=24)
    drawn_board = fitting_board(game.view(game.turn.seat), console, Look(80), 22)
    assert len(drawn(drawn_board).splitlines()) <= 22


def test_an_empty_place_in_the_row_is_said_to_be_empty() -> None:
    game = new_state(seed=1, first=0)
    game.row = (*game.row[:2], NOTHING, *game.row[3:])
    assert "(empty)" in drawn(board(game.view(0), Look()))
