"""The lessons in a real browser: followed by mouse and by keyboard, left, begun again."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page

from tests.helpers.browsers import ComeIn, Player, expect
from tests.helpers.looking import picture, problems

NEXT = "next"
"""What is only read."""
ALL_THE_SAME = "end"
"""The turn is ended, though something could still be done."""

# What the guide says, and what is done then by mouse.
STORIES: dict[str, list[tuple[str, str]]] = {
    "first-steps": [
        ("Welcome", NEXT),
        ("Play an Apprentice", "play Apprentice"),
        ("You have 1 rune now", "play Militia"),
        ("Play the others too", "Play all"),
        ("Read Wolf Shaman", NEXT),
        ("Now acquire Wolf Shaman", "acquire Wolf Shaman"),
        ("Wolf Shaman went to your discard pile", NEXT),
        ("2 power is left", "defeat Cultist"),
        ("You have 1 honor", NEXT),
        ("End the turn", "End turn"),
        ("Your turn again", "Play all"),
        ("Shadow Star is a construct", "acquire Shadow Star"),
        ("You have 2 runes", "acquire Heavy Infantry"),
        ("Your deck is empty", "End turn"),
        ("you have drawn: Heavy Infantry and Shadow Star", "play Shadow Star"),
        ("Shadow Star lies in front of you", "use Shadow Star"),
        ("Play the rest", "Play all"),
        ("enough for Samael's Trickster", "defeat Samael's Trickster"),
        ("You have 4 runes", "acquire Mystic"),
        ("Then you know everything", "End turn"),
    ],
    "a-better-deck": [
        ("The last turns of a game", NEXT),
        ("Play Void Initiate", "play Void Initiate"),
        ("Banish an Apprentice from your discard pile", "choose Apprentice from discard"),
        ("Apprentice is gone, and your deck has 16 cards", NEXT),
        ("The emblem on a card is its faction", NEXT),
        ("So play Lifebound Initiate first", "play Lifebound Initiate"),
        ("Now play Runic Lycanthrope", "play Runic Lycanthrope"),
        ("Play the rest", "Play all"),
        ("Wolf Shaman is Lifebound too", "acquire Wolf Shaman"),
        ("Defeat Samael's Trickster", "defeat Samael's Trickster"),
        ("End the turn", ALL_THE_SAME),
        ("Only 3 honor is left in the pool", NEXT),
        ("Play your hand", "Play all"),
        ("Demon Slayer has the most", "acquire Demon Slayer"),
        ("Defeat Mistake of Creation", "defeat Mistake of Creation"),
        ("banish a card in the row", "decline"),
        ("banish a card of your discard pile", "decline"),
        ("this is the last round", NEXT),
        ("see how it ends", "End turn"),
    ],
    "rise-of-vigil": [
        ("Rise of Vigil brings energy", NEXT),
        ("Play the Energy Shard", "play Energy Shard (starting)"),
        ("You have 1 energy", "play Leotan's Familiar"),
        ("Play the rest", "Play all"),
        ("Darkwalker lies on an Energy Shard", "acquire Darkwalker"),
        ("The shard went to your discard pile too", NEXT),
        ("Spirit Merchant says Fate", NEXT),
        ("End the turn", ALL_THE_SAME),
        ("Play your hand", "Play all"),
        ("Serpent Siren is a trophy", "defeat Serpent Siren"),
        ("Use Serpent Siren", "use Serpent Siren"),
        ("Now you have 2 energy. Defeat Raging Ursine", "defeat Raging Ursine"),
        ("You have 4 runes", "acquire Mystic"),
        ("End the turn", "End turn"),
    ],
    "war-of-shadows": [
        ("every card carries a light orb", NEXT),
        ("4 suns and 2 moons. It is day", NEXT),
        ("Play it now, while it is day", "play Solar Sentry"),
        ("Play the rest", "Play all"),
        ("Lunar Guardian has a dual cost: 1 rune and 1 power", "acquire Lunar Guardian"),
        ("has left the row", NEXT),
        ("Acquire a Mystic", "acquire Mystic"),
        ("End the turn", ALL_THE_SAME),
        ("Keep it in your hand for a moment", NEXT),
        ("Play the other cards", "play Heavy Infantry"),
        ("Play the other cards", "play Heavy Infantry"),
        ("Shardwing Beetle carries a sun", "defeat Shardwing Beetle"),
        ("for 4 power instead of 2", "play Dark Gladiator"),
        ("Play the rest", "Play all"),
        ("enough for Shade Viper", "defeat Shade Viper"),
        ("End the turn", ALL_THE_SAME),
    ],
    "gift-of-the-elements": [
        ("Gift of the Elements brings events", NEXT),
        ("Emri's Trial is an event", NEXT),
        ("Play your hand", "Play all"),
        ("Flourishing Druidess has Empower", "acquire Flourishing Druidess"),
        ("Banish an Apprentice", "choose Apprentice"),
        ("Apprentice is gone", NEXT),
        ("Bam Tribe Gremlins can infest", "defeat Bam Tribe Gremlins"),
        ("Put it into your opponent's discard pile", "choose p2"),
        ("End the turn", "End turn"),
        ("A rich hand", "Play all"),
        ("You have 9 runes", "use Emri's Trial"),
        ("The hero went to your discard pile", NEXT),
        ("End the turn", "End turn"),
    ],
}
STORY = STORIES["first-steps"]
CLOSINGS = {
    "first-steps": "That is the whole game",
    "a-better-deck": "The game is over",
    "rise-of-vigil": "Energy is counted and never spent",
    "war-of-shadows": "Count suns and moons",
    "gift-of-the-elements": "Events are for everybody",
}
SECOND_TURNS = {
    "a-better-deck": "left in the pool",
    "rise-of-vigil": "Play your hand",
    "war-of-shadows": "Keep it in your hand",
    "gift-of-the-elements": "A rich hand",
}
"""What the guide says first in the second turn, whatever was done in the first."""
CLOSING = CLOSINGS["first-steps"]
KEYS = {"Play all": "p", "End turn": "e", NEXT: "g"}


def guide(page: Page) -> Locator:
    return page.get_by_role("region", name="Lesson")


def begins(player: Player, lesson: str = "first-steps") -> Page:
    player.page.goto(f"{player.url}/learn/{lesson}")
    expect(guide(player.page)).to_contain_text(STORIES[lesson][0][0])
    expect(player.page).to_have_url(re.compile(rf"/learn/{lesson}/[\w-]+"))
    return player.page


def does(page: Page, what: str) -> None:
    """By mouse: a button's name, or the choice that lies on a card."""
    if what == NEXT:
        guide(page).get_by_role("button", name="Next").click()
    elif what == ALL_THE_SAME:
        ends_all_the_same(page)
    elif what in KEYS:
        page.locator("[data-zone=bar]").get_by_role("button", name=what).click()
    else:
        page.locator(f'[data-choice="{what}"]').first.click()


def ends_all_the_same(page: Page) -> None:
    """Though something could still be done."""
    page.keyboard.press("e")
    expect(page.locator("[data-zone=status]")).to_contain_text("You could still")
    page.keyboard.press("e")


def is_lit(page: Page, thing: Locator) -> None:
    """The light falls on this thing, and the thing is in sight."""
    expect(thing).to_be_in_viewport()
    page.wait_for_function(
        """([light, thing]) => {
            const [a, b] = [light, thing].map((each) => each.getBoundingClientRect());
            return a.left <= b.left && a.top <= b.top && a.right >= b.right && a.bottom >= b.bottom;
        }""",
        arg=[page.locator("[data-zone=spotlight]").element_handle(), thing.element_handle()],
    )


def follows(page: Page, lesson: str) -> None:
    """Does what the guide says, to the end."""
    for says, what in STORIES[lesson]:
        expect(guide(page)).to_contain_text(says)
        if " " in what and what not in {*KEYS, "acquire Mystic", "decline"}:
            is_lit(page, page.locator(f'[data-choice="{what}"]').first)
        does(page, what)
    expect(guide(page)).to_contain_text(CLOSINGS[lesson])


def test_the_first_lesson_by_mouse_and_on_with_the_game(come_in: ComeIn) -> None:
    player = come_in()
    page = player.goes_home()
    page.get_by_role("link", name="Learn in five minutes").click()
    follows(page, "first-steps")
    page.get_by_role("button", name="Go on with this game").click()
    expect(page).to_have_url(re.compile(r"/tables/[\w-]+"))
    expect(guide(page)).to_have_count(0)
    expect(page.get_by_role("group", name="Constructs").get_by_role("button")).to_have_count(1)
    expect(player.end).to_be_visible()
    page.goto(player.url)
    expect(page.get_by_text("New here?")).to_have_count(0)


@pytest.mark.parametrize("lesson", list(STORIES)[1:])
def test_another_lesson_is_followed_to_its_end_and_remembered(come_in: ComeIn, lesson: str) -> None:
    player = come_in()
    page = begins(player, lesson)
    follows(page, lesson)
    page.goto(f"{player.url}/learn")
    done = page.get_by_role("listitem").filter(has=page.get_by_text("Done"))
    expect(done).to_have_count(1)
    expect(done.get_by_role("link")).to_have_attribute("href", f"/learn/{lesson}")


@pytest.mark.parametrize("lesson", list(STORIES)[1:])
def test_whoever_does_nothing_at_all_comes_to_the_end_too(come_in: ComeIn, lesson: str) -> None:
    page = begins(come_in(), lesson)
    for says in (STORIES[lesson][0][0], SECOND_TURNS[lesson]):
        expect(guide(page)).to_contain_text(says)
        # Everything is skipped but the end of the turn.
        for _ in range(12):
            page.keyboard.press("g")
        expect(guide(page)).to_contain_text("End the turn")
        ends_all_the_same(page)
    expect(guide(page).get_by_role("link", name="All lessons")).to_be_visible()


def test_the_whole_lesson_by_keyboard(come_in: ComeIn) -> None:
    page = begins(come_in())
    for says, what in STORY:
        expect(guide(page)).to_contain_text(says)
        if what in KEYS:
            page.keyboard.press(KEYS[what])
            continue
        lit = page.locator(f'[data-choice="{what}"][data-lit]').first
        for _ in range(40):
            if lit.evaluate("element => element === document.activeElement"):
                break
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
    expect(guide(page)).to_contain_text(CLOSING)
    new_game = guide(page).get_by_role("link", name="New game")
    new_game.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Begin the game")).to_be_visible()


def test_the_guide_never_takes_the_focus_and_speaks_to_those_who_listen(come_in: ComeIn) -> None:
    page = begins(come_in())
    expect(guide(page).get_by_role("status")).to_contain_text("Welcome")
    pass_over = guide(page).get_by_role("button").first
    pass_over.focus()
    page.keyboard.press("Enter")
    expect(guide(page)).to_contain_text("Play an Apprentice")
    expect(pass_over).to_be_focused()
    card = page.locator('[data-choice="play Militia"]').first
    card.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="Your hand").get_by_role("button")).to_have_count(4)
    assert not guide(page).evaluate("guide => guide.contains(document.activeElement)")


def test_whoever_goes_other_ways_is_followed(come_in: ComeIn) -> None:
    page = begins(come_in())
    # Everything at once, another card than the one that was meant, and no fight.
    page.get_by_role("button", name="Play all").click()
    expect(page.get_by_text("Your hand is empty.")).to_be_visible()
    does(page, "acquire Mystic")
    does(page, NEXT)
    expect(guide(page)).to_contain_text("Mystic went to your discard pile")
    ends_all_the_same(page)
    expect(guide(page)).to_contain_text("Your turn again")
    # A turn in which nothing is done at all.
    ends_all_the_same(page)
    expect(guide(page)).to_contain_text(re.compile("you have drawn|Play the rest"))
    # That was a mistake: the turn is taken back, and ended once more.
    page.keyboard.press("u")
    page.get_by_role("button", name="Take back").click()
    expect(guide(page)).to_contain_text("End the turn")
    ends_all_the_same(page)
    expect(guide(page)).to_contain_text(re.compile("you have drawn|Play the rest"))
    page.keyboard.press("p")
    expect(page.get_by_text("Your hand is empty.")).to_be_visible()
    # What is passed over is passed over, but a turn has to be ended.
    for _ in range(8):
        page.keyboard.press("g")
    expect(guide(page)).to_contain_text("Then you know everything")
    ends_all_the_same(page)
    expect(guide(page)).to_contain_text(CLOSING)


def test_a_card_that_is_looked_at_is_a_step(come_in: ComeIn) -> None:
    page = begins(come_in())
    page.keyboard.press("p")
    expect(page.get_by_text("Your hand is empty.")).to_be_visible()
    does(page, NEXT)
    expect(guide(page)).to_contain_text("Read Wolf Shaman")
    page.locator('[data-choice="acquire Wolf Shaman"]').focus()
    page.keyboard.press("i")
    expect(page.locator(".enlarged")).to_be_visible()
    expect(guide(page)).to_contain_text("Now acquire Wolf Shaman")


def test_a_lesson_is_kept_begun_again_and_left(come_in: ComeIn) -> None:
    player = come_in()
    page = begins(player)
    does(page, NEXT)
    does(page, "play Apprentice")
    page.reload()
    expect(guide(page)).to_contain_text("Play a Militia")
    first = page.url
    guide(page).get_by_role("button", name="Start again").click()
    expect(guide(page)).to_contain_text("Welcome")
    assert page.url != first
    guide(page).get_by_role("button", name="Leave the lesson").click()
    expect(page).to_have_url(re.compile("/tables/"))
    expect(guide(page)).to_have_count(0)
    expect(page.locator("[data-zone=spotlight]")).to_have_count(0)
    expect(player.end).to_be_visible()


def test_axe_finds_nothing_serious_in_a_lesson(come_in: ComeIn) -> None:
    page = begins(come_in())
    assert problems(page) == []
    page.keyboard.press("p")
    expect(page.get_by_text("Your hand is empty.")).to_be_visible()
    does(page, NEXT)
    expect(guide(page)).to_contain_text("Read Wolf Shaman")
    assert problems(page) == []


def test_on_a_phone_the_light_is_never_under_the_guide_nor_under_the_hand(come_in: ComeIn) -> None:
    page = begins(come_in(width=360, height=740, has_touch=True, is_mobile=True))
    for says, what in STORY[:13]:
        expect(guide(page)).to_contain_text(says)
        if what.startswith(("acquire", "defeat")):
            spot = page.locator(f'[data-choice="{what}"]').first
            is_lit(page, spot)
            page.wait_for_function(
                """([above, spot]) => {
                    const { top, bottom } = spot.getBoundingClientRect();
                    const below = document.querySelector("[data-zone=ribbon]");
                    return above.getBoundingClientRect().bottom <= top && bottom <= below.getBoundingClientRect().top;
                }""",
                arg=[guide(page).element_handle(), spot.element_handle()],
            )
        if what == "acquire Heavy Infantry":
            picture(page, "lesson")
        does(page, what)
