"""Leaving a table and coming back, friends who leave, and undos that go further than the own turn. Seed 8."""

from __future__ import annotations

from tests.helpers.browsers import ComeIn, Player, expect
from tests.helpers.servers import Served


def leaves(player: Player, promise: str) -> None:
    page = player.page
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Leave the table").click()
    expect(page.get_by_role("dialog")).to_contain_text(promise)
    page.get_by_role("button", name="Leave", exact=True).click()


def test_a_game_against_bots_waits_for_whoever_leaves_it(come_in: ComeIn, served: Served) -> None:
    player = come_in()
    page = player.page
    table = player.opens(seats=["me", "player", "player"], players=3, first=0)
    player.hand.first.click()
    expect(player.hand).to_have_count(4)
    leaves(player, "The game waits for you until you come back.")
    expect(page.get_by_text("The game waits for you.")).to_be_visible()
    expect(page.locator("[data-zone=status]")).to_contain_text("Come back to play on.")
    expect(player.lit).to_have_count(0)
    expect(player.end).to_have_count(0)
    bot_players = served.services.bot_players
    assert bot_players is not None
    assert table not in bot_players._playing
    page.reload()
    page.get_by_role("button", name="Come back").click()
    expect(page.get_by_text("The game waits for you.")).to_have_count(0)
    expect(page.locator("[data-zone=status]")).to_contain_text("Your turn.")
    expect(player.hand).to_have_count(4)


def test_a_game_against_bots_is_abandoned_only_after_a_question(come_in: ComeIn, served: Served) -> None:
    player = come_in()
    page = player.page
    player.opens(first=0)
    for answer in ("Cancel", "Abandon"):
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("button", name="Abandon the game").click()
        expect(page.get_by_role("dialog")).to_contain_text("It ends for good")
        page.get_by_role("button", name=answer, exact=True).click()
        if answer == "Cancel":
            expect(page.get_by_role("dialog")).to_have_count(0)
            expect(player.hand).to_have_count(5)
    expect(page.locator(".outcome")).to_contain_text("left the game")


def test_a_game_with_a_friend_cannot_be_abandoned(come_in: ComeIn, served: Served) -> None:
    player = come_in()
    player.plays_with(served.guest("Bob"))
    player.waits()
    player.page.get_by_role("button", name="Settings").click()
    expect(player.page.get_by_role("button", name="Leave the table")).to_be_visible()
    expect(player.page.get_by_role("button", name="Abandon the game")).to_have_count(0)


def test_everybody_sees_and_hears_that_a_bot_plays_for_a_friend(come_in: ComeIn, served: Served) -> None:
    player = come_in()
    page = player.page
    bob = served.guest("Bob")
    table = player.plays_with(bob)
    player.waits()
    bob.act(table, do="leave")
    plate, log = page.get_by_role("article", name="Bob"), page.get_by_label("What happened")
    live = page.locator(".table > [aria-live=polite]")
    expect(plate).to_contain_text("bot plays")
    expect(log).to_contain_text("Bob left the table, and a bot plays for them.")
    expect(live).to_contain_text("Bob left the table, and a bot plays for them.")
    bob.act(table, do="return")
    expect(live).to_contain_text("Bob came back.")
    expect(log).to_contain_text("Bob came back.")
    expect(plate).not_to_contain_text("bot plays")


def test_an_undo_asks_before_it_rewinds_the_turns_of_others(come_in: ComeIn) -> None:
    player = come_in()
    page = player.page
    player.opens(seats=["me", "random", "random"], players=3, first=0)
    player.hand.first.click()
    expect(player.hand).to_have_count(4)
    page.get_by_role("button", name="Undo").click()
    expect(player.hand).to_have_count(5)
    for _ in range(2):
        player.end.click()
    expect(page.locator("[data-zone=head] .title")).to_contain_text("turn 4")
    for close in ("Escape", "Cancel"):
        page.keyboard.press("u")
        expect(page.get_by_role("dialog")).to_contain_text("Take back the last round: 2 other turns?")
        if close == "Escape":
            page.keyboard.press("Escape")
        else:
            page.get_by_role("button", name="Cancel").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("[data-zone=head] .title")).to_contain_text("turn 4")
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("[data-zone=head] .title")).to_contain_text("turn 1")
    expect(player.hand).to_have_count(5)
