"""The checks of the table's layout find what is wrong: each of these changes to a table breaks one of the rules."""

from __future__ import annotations

import pytest

from tests.helpers.browsers import ComeIn
from tests.helpers.layout_checks import THEMED, Screen, Window, look, look_at_colors, moved
from tests.helpers.layout_tables import LayoutTables
from tests.helpers.question_kinds import Position, Seating, at_table, kinds

SCREEN = Screen(390, 844, touch=True)
LOW = Screen(820, 600)
LIT = "document.querySelector('[data-lit]')"
ADDED = """(tag, style, text = '') => {
    const added = document.createElement(tag);
    added.className = 'added';
    Object.assign(added.style, { position: 'fixed', left: '9px', top: '9px', zIndex: 9999, ...style });
    added.textContent = text;
    document.querySelector('[data-zone=table]').append(added);
}"""
# What is added or changed goes with the table, when the next one is opened.
SABOTAGE = {
    "covered": f"""() => {{ const {{ left, top, width, height }} = {LIT}.getBoundingClientRect();
        add('div', {{ left: left + 'px', top: top + 'px', width: width + 'px', height: height + 'px' }}) }}""",
    "off screen": f"() => {{ Object.assign({LIT}.style, {{ transition: 'none', translate: '0 100vh' }}) }}",
    "missing": "() => { for (const each of document.querySelectorAll('[data-lit]')) each.removeAttribute('data-lit') }",
    "sentence": "() => { document.querySelector('[data-zone=question]').style.translate = '0 100vh' }",
    "question": "() => { document.querySelector('[data-zone=question]').style.translate = '0 100vh' }",
    "small text": "() => { add('p', { fontSize: '10px' }, 'Very small') }",
    "cut number": "() => { document.querySelector('[data-zone=pool]').style.width = '30px' }",
    "small target": "() => { add('button', { width: '30px', height: '30px', padding: 0 }, 'x') }",
    "overflow": "() => { add('div', { position: 'absolute', width: '200vw', height: '1px' });"
    " document.querySelector('[data-zone=table]').style.overflow = 'visible' }",
    "scroll": "() => { add('div', { position: 'absolute', width: '1px', height: '200vh' }) }",
}

COLOR_SABOTAGE = {
    "unlit": f"const {{ style }} = {LIT}.querySelector('[role=img]');"
    " Object.assign(style, { transition: 'none', boxShadow: 'none', outline: 'none' })",
    "contrast": "const { style } = document.querySelector('[data-zone=question] > p');"
    " const ground = getComputedStyle(document.querySelector('[data-zone=ribbon]')).backgroundColor;"
    " Object.assign(style, { forcedColorAdjust: 'none', color: ground })",
}


@pytest.fixture(scope="module")
def question() -> Position:
    found = (at_table(each, Seating(2)) for each in kinds() if str(each.kind) == "Banish hand")
    return next(filter(None, found))


def found_by(tables: LayoutTables, question: Position, screen: Screen) -> list[tuple[str, str]]:
    seen = look(tables.page, screen, question.prompt, question.choices(), 2)
    return [(each.check, each.where) for each in seen.failures]


@pytest.mark.parametrize("check", SABOTAGE)
def test_what_is_wrong_is_found(tables: LayoutTables, question: Position, check: str) -> None:
    screen = LOW if check == "scroll" else SCREEN
    tables.open(question)
    tables.window.set(screen)
    before = found_by(tables, question, screen)
    tables.page.evaluate(f"() => {{ const add = {ADDED}; ({SABOTAGE[check]})() }}")
    new = [each for each in found_by(tables, question, screen) if each not in before]
    assert check in {each for each, _ in new}


@pytest.mark.parametrize("screen", THEMED[::2], ids=str)
def test_what_cannot_be_told_apart_is_found(tables: LayoutTables, question: Position, screen: Screen) -> None:
    tables.open(question)
    tables.window.set(screen)
    assert look_at_colors(tables.page) == []
    for sabotage in COLOR_SABOTAGE.values():
        tables.page.evaluate(f"() => {{ {sabotage} }}")
    assert {each.check for each in look_at_colors(tables.page)} == set(COLOR_SABOTAGE)


def test_scaled_and_generated_text_is_measured_as_it_is_drawn(come_in: ComeIn) -> None:
    page = come_in(width=800, height=600).page
    page.set_content(
        "<style>.made::after { content: 'made'; font-size: 9px }</style>"
        "<div style='transform: scale(0.5)'><p class=half>Half of 20 px</p></div>"
        "<p class=made>16 px, and more</p>"
        "<p class=hidden style='position: absolute; width: 1px; height: 1px; overflow: hidden'>For screen readers</p>"
        "<div style='height: 0; overflow: hidden'><p class=cut>Cut off</p></div>"
        "<svg><text class=drawn y=9>A picture</text></svg><style>p { font-size: 20px } .hidden, .cut { font-size: 5px }"
        " .drawn { font-size: 4px }</style>"
    )
    seen = look(page, Screen(800, 600))
    assert [(each.check, each.where.partition(" ")[0]) for each in seen.failures] == [
        ("small text", "p.half"),
        ("small text", "p.made"),
    ]


def test_a_target_may_reach_beyond_its_edge(come_in: ComeIn) -> None:
    page = come_in(no_viewport=True).page
    page.set_content(
        "<style>button { position: absolute; left: 90px; width: 30px; height: 30px; border: 0; padding: 0 }"
        " .wide { top: 90px } .wide::before { content: ''; position: absolute; inset: -8px } .small { top: 190px }"
        "</style><meta name=viewport content='width=device-width'><button class=wide></button><button class=small>"
    )
    Window(page).set(SCREEN)
    failures = look(page, SCREEN).failures
    assert [(each.check, each.where) for each in failures] == [("small target", "button.small")]


def test_what_lies_in_a_zone_that_scrolls_is_within_reach_on_a_crowded_board(come_in: ComeIn) -> None:
    page = come_in(width=400, height=300).page
    page.set_content(
        "<style>body { margin: 0 } .tray { height: 200px; overflow: auto } p { margin: 0; height: 150px }</style>"
        "<div class=tray><p data-lit>One</p><p data-lit>Two</p><p data-lit>Three</p></div>"
    )
    assert [each.check for each in look(page, Screen(400, 300)).failures] == ["covered", "off screen"]
    assert look(page, Screen(400, 300), crowded=True).failures == []
    assert page.evaluate("document.querySelector('.tray').scrollTop") == 0


def test_a_zone_that_has_moved_or_grown_is_named() -> None:
    before = {"row": [0.0, 50.0, 800.0, 120.0], "hand": [0.0, 400.0, 800.0, 150.0], "mat": [0.0, 0.0, 9.0, 9.0]}
    after = {"row": [0.0, 50.5, 800.0, 120.0], "hand": [0.0, 380.0, 800.0, 170.0], "tray": [1.0, 1.0, 1.0, 1.0]}
    assert [str(each) for each in moved(before, after)] == ["moved: [hand]: 800x150 at 0,400 is now 800x170 at 0,380"]
