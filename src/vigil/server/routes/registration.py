"""Who may make an account: anybody, people with an invitation of an operator, or nobody."""

from __future__ import annotations

from typing import Annotated

from litestar import get
from litestar.params import QueryParameter
from msgspec import Struct

from vigil.table.refusals import Code, Refused

from ..services import Services
from ..sessions import InjectedServices


class Registration(Struct, frozen=True):
    """`mode` is `open`, `invitation` or `closed`; `may_register` says whether you may, with this invitation."""

    mode: str
    may_register: bool


@get("/api/registration", summary="Show who may register", tags=["people"])
async def registration(
    services: InjectedServices,
    invitation: Annotated[str, QueryParameter(max_length=64, description="The token of an invitation.")] = "",
) -> Registration:
    mode = services.settings.registration
    is_invited = mode == "invitation" and await services.administration.is_invited(invitation, services.clock.now())
    return Registration(mode, mode == "open" or is_invited)


async def require_registration(services: Services, person_id: str, invitation: str) -> None:
    """Refuses whoever may not register. An invitation belongs to this person from now on."""
    mode = services.settings.registration
    if mode == "closed":
        raise Refused(Code.REGISTRATION_CLOSED, "This server takes no new accounts.", _instead(services))
    if mode == "invitation" and not (
        invitation and await services.administration.claim_invitation(invitation, person_id, services.clock.now())
    ):
        raise Refused(
            Code.INVITATION_REQUIRED,
            "An account on this server needs an invitation that nobody has used.",
            f"Ask an operator for one. {_instead(services)}",
        )


def _instead(services: Services) -> str:
    return "Sign in, if you have one." if services.settings.accounts_only else "You can play as a guest."


HANDLERS = [registration]
