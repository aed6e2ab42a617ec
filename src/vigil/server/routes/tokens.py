"""Personal tokens for programs, and where somebody wants to be told that it is their turn."""

from __future__ import annotations

from typing import Annotated, Final

from litestar import delete, get, post, put
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from vigil.storage.usernames import LONGEST_NAME
from vigil.table.refusals import Code, Refused

from ..notifications import checked_address
from ..sessions import InjectedServices, KnownVisitor

MOST_TOKENS: Final = 20


class NewToken(Struct, frozen=True, forbid_unknown_fields=True):
    """`label` is for yourself: what the token is for."""

    label: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]


class TokenLine(Struct, frozen=True):
    """A token without the token: `id` is what it is taken back by."""

    id: str
    label: str
    created: float
    used: float | None


class FreshToken(Struct, frozen=True):
    """The token itself; it is shown this once."""

    token: str


class Webhook(Struct, frozen=True, forbid_unknown_fields=True):
    url: Annotated[str, Meta(max_length=500)]


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


@put("/api/me/webhook", status_code=204, summary="Set the address to notify of your turns", tags=["tokens"])
async def set_webhook(services: InjectedServices, me: KnownVisitor, data: JSONBody[Webhook]) -> None:
    """A POST with JSON goes there when a game without a live clock waits for you and you are not looking."""
    address = checked_address(data.url, services.settings.private_webhooks)
    await services.people.set_webhook(me.id, address)


@delete("/api/me/webhook", summary="Remove the address for notifications", tags=["tokens"])
async def drop_webhook(services: InjectedServices, me: KnownVisitor) -> None:
    await services.people.set_webhook(me.id, None)


HANDLERS = [my_tokens, make_token, drop_token, set_webhook, drop_webhook]
