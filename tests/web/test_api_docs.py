"""The document of the API in its viewer."""

from __future__ import annotations

from tests.helpers.browsers import ComeIn, expect


def test_the_api_can_be_browsed_and_tried(come_in: ComeIn) -> None:
    player = come_in()
    page = player.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{player.url}/api/docs")
    expect(page.get_by_role("heading", name="Vigil")).to_be_visible()
    page.get_by_text("Codes", exact=True).click()
    expect(page.get_by_role("cell", name="not_your_turn")).to_be_visible()
    operation = page.locator("#operations-tables-ApiLobbyLobby")
    operation.get_by_role("button").first.click()
    operation.get_by_role("button", name="Try it out").click()
    with page.expect_response("**/api/lobby") as answered:
        operation.get_by_role("button", name="Execute").click()
    assert answered.value.ok
    assert all(url.startswith((player.url, "data:")) for url in asked), "Everything comes from the server itself."
