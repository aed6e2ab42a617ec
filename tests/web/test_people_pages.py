"""Every page about people, at the width of a phone: by keyboard, by mouse, and for axe."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import Page

from tests.helpers.browsers import ComeIn
from tests.helpers.looking import has_no_overflow, problems
from tests.helpers.people import account, goes, loses, player_with_account, starts
from tests.helpers.servers import Served, write

PAGES: Final = (
    "/history",
    "/history?result=lost",
    "/people/{ben}",
    "/people/{ada}",
    "/account",
    "/new?opponent={ben}",
    "/leaderboard",
    "/leaderboard/team",
    "/sign-in",
    "/sign-up",
    "/forgot-password",
    "/admin/people/{ben_id}",
)
CONTROLS: Final = """(() => {
    const found = [...document.querySelectorAll(
        'main :is(a[href], button, input, select, textarea, summary):not([disabled], [type=hidden], [tabindex="-1"])'
    )].filter(each => each.checkVisibility({ visibilityProperty: true }) && !each.closest('[inert]'));
    found.forEach((each, place) => (each.dataset.control = place));
    return found.length;
})()"""
"""How many there are; each is numbered."""
FOCUSED: Final = "() => document.activeElement?.dataset.control ?? null"
NOT_FOCUSED: Final = """reached => [...document.querySelectorAll('main [data-control]')].filter(each => {
    // Of a group of radio buttons the keyboard reaches one, and goes on with the arrows.
    const group = each.type === 'radio' ? document.querySelectorAll(`input[name="${each.name}"]`) : [each];
    return ![...group].some(one => reached.includes(one.dataset.control));
}).map(each => each.outerHTML.slice(0, 120))"""
NOT_CLICKABLE: Final = """() => [...document.querySelectorAll('main [data-control]')].filter(each => {
    // Whoever clicks on the label of a field means the field.
    const shown = [each, ...(each.labels ?? [])].filter(one => one.getBoundingClientRect().width > 1);
    return !shown.some(one => {
        one.scrollIntoView({ block: 'center' });
        const { left, top, width, height } = one.getClientRects()[0];
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return hit !== null && (one.contains(hit) || hit.contains(one) && hit.tagName === 'LABEL');
    });
}).map(each => each.outerHTML.slice(0, 120))"""


def not_reached(page: Page) -> list[str]:
    """The controls that the Tab key does not lead to."""
    count = int(page.evaluate(CONTROLS))
    assert count, "This page has nothing to do."
    page.evaluate("document.activeElement?.blur(); window.scrollTo(0, 0)")
    reached: list[Any] = []
    for _ in range(count + 30):
        page.keyboard.press("Tab")
        reached.append(page.evaluate(FOCUSED))
    return list(page.evaluate(NOT_FOCUSED, reached))


def checks(page: Page) -> dict[str, Callable[[], object]]:
    return {
        "axe": lambda: problems(page),
        "keyboard": lambda: not_reached(page),
        "mouse": lambda: page.evaluate(NOT_CLICKABLE),
        "width": lambda: [] if has_no_overflow(page) else ["wider than the screen"],
    }


def test_every_page_about_people_on_a_phone(come_in: ComeIn, served: Served) -> None:
    ada, ada_name = player_with_account(come_in, "Ada", width=360, height=740)
    ben, ben_name = account(served, "Ben")
    loses(ada, ben)
    starts(ada, ben)
    write(served, "UPDATE people SET role = 'operator' WHERE name = ?", ada_name)
    wrong: dict[str, object] = {}
    for path in PAGES:
        page = goes(ada, path.format(ada=ada_name, ben=ben_name, ben_id=ben.id))
        page.wait_for_load_state("networkidle")
        for what, check in checks(page).items():
            if found := check():
                wrong[f"{path}: {what}"] = found
    assert wrong == {}


def test_what_neither_keyboard_nor_mouse_reaches_is_found(come_in: ComeIn) -> None:
    page = goes(come_in(width=360, height=740), "/sign-in")
    page.wait_for_load_state("networkidle")
    assert not_reached(page) == []
    page.evaluate(
        """() => {
            const cover = document.createElement('div');
            cover.style = 'position: fixed; inset: 0; z-index: 9999';
            document.body.append(cover);
            addEventListener('keydown', event => event.preventDefault(), { capture: true });
        }"""
    )
    assert any("<button" in each for each in not_reached(page))
    assert any("<button" in each for each in page.evaluate(NOT_CLICKABLE))
