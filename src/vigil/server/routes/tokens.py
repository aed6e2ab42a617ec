"""Personal tokens for programs, and the webhook that is told when it is somebody's turn."""

from __future__ import annotations

from typing import Annotated, Final

from litestar import delete, get, post, put
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from vigil.storage.usernames import LONGEST_NAME
from vigil.table.refusals import Code, Refused

from ..accounts import person_of
from ..notifications import Test, checked_address
from ..sessions import InjectedServices, KnownVisitor

MOST_TOKENS: Final = 20


class NewToken(Struct, frozen=True, forbid_unknown_fields=True):
    """`label` is for yourself: what the token is for."""

    label: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]


class TokenLine(Struct, frozen=True):
    """A token without its secret; `id` is for revoking it."""

    id: str
    label: str
    created: float
    used: float | None


class FreshToken(Struct, frozen=True):
    """The token itself; it is shown this once."""

    token: str


class Webhook(Struct, frozen=True, forbid_unknown_fields=True):
    url: Annotated[str, Meta(max_length=500)]


class WebhookTest(Struct, frozen=True):
    """Whether the address has accepted the message: it answered with a status of 200 to 299."""

    delivered: bool


@get("/api/me/tokens", summary="List your tokens", tags=["tokens"])
async def my_tokens(services: InjectedServices, me: KnownVisitor) -> list[TokenLine]:
    found = await services.people.tokens_of(me.id)
    return [TokenLine(each.hash, each.label, each.created, each.used) for each in found]


@post("/api/me/tokens", summary="Create a personal token", tags=["tokens"])
async def make_token(services: InjectedServices, me: KnownVisitor, data: JSONBody[NewToken]) -> FreshToken:
    """The program sends it with every request: `Authorization: Bearer TOKEN`. It may play as you, but not change or
    export the account."""
    if len(await services.people.tokens_of(me.id)) >= MOST_TOKENS:
        raise Refused(Code.LIMIT_REACHED, f"You have {MOST_TOKENS} tokens already.", "Revoke one first.")
    return FreshToken(await services.people.add_token(me.id, data.label, services.clock.now()))


@delete("/api/me/tokens/{token_id:str}", summary="Revoke a token", tags=["tokens"])
async def drop_token(services: InjectedServices, me: KnownVisitor, token_id: FromPath[str]) -> None:
    await services.people.drop_token(me.id, token_id)
    await services.look_at_lines()


@put("/api/me/webhook", status_code=204, summary="Set your webhook", tags=["tokens"])
async def set_webhook(services: InjectedServices, me: KnownVisitor, data: JSONBody[Webhook]) -> None:
    """A POST request with JSON is sent there when it is your turn in a game without a live clock and you are not
    connected to its table."""
    address = checked_address(data.url, services.settings.private_webhooks)
    await services.people.set_webhook(me.id, address)


@delete("/api/me/webhook", summary="Remove your webhook", tags=["tokens"])
async def drop_webhook(services: InjectedServices, me: KnownVisitor) -> None:
    await services.people.set_webhook(me.id, None)


@post("/api/me/webhook/test", status_code=200, summary="Send a test message to your webhook", tags=["tokens"])
async def test_webhook(services: InjectedServices, me: KnownVisitor) -> WebhookTest:
    person = await person_of(services, me)
    if not person.webhook:
        raise Refused(Code.NO_EFFECT, "You have no webhook.", "Set one first.")
    services.limits.spend("webhook", me.id)
    return WebhookTest(await services.notifications.deliver(person.webhook, Test()))


HANDLERS = [my_tokens, make_token, drop_token, set_webhook, drop_webhook, test_webhook]
