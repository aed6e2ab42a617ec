"""Reviews of finished games: requesting, following and reading them."""

from __future__ import annotations

from litestar import Response, delete, get, post
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from vigil.review.model import Review
from vigil.storage.reviews import Depth, ReviewJob, ReviewState
from vigil.table.refusals import Code, Refused

from ..sessions import AnyVisitor, InjectedServices, KnownVisitor
from .games import game_that_is_over


class ReviewRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A quick review takes a few seconds, a full one about half a minute of one processor."""

    depth: Depth = Depth.QUICK


class ReviewStatus(Struct, frozen=True):
    """`progress` goes from 0 to 1; `ahead` is how many reviews are computed before this one. Only whoever requested a
    review (`mine`) can cancel it."""

    depth: Depth
    state: ReviewState
    progress: float
    ahead: int
    mine: bool

    @staticmethod
    def of(job: ReviewJob, person: str) -> ReviewStatus:
        mine = bool(person) and job.requested_by == person
        return ReviewStatus(job.depth, job.state, job.progress, job.ahead, mine)


class ReviewList(Struct, frozen=True):
    """The reviews of a game that were requested so far, the quick one first."""

    reviews: list[ReviewStatus]


@get("/api/games/{table_id:str}/reviews", summary="List the reviews of a finished game", tags=["reviews"])
async def list_reviews(services: InjectedServices, visitor: AnyVisitor, table_id: FromPath[str]) -> ReviewList:
    """Ask again every second to follow the progress of a review."""
    await game_that_is_over(services, table_id)
    found = await services.reviewing.reviews.of(table_id)
    return ReviewList([ReviewStatus.of(job, visitor.id) for job in found])


@post("/api/games/{table_id:str}/reviews", status_code=202, summary="Request a review", tags=["reviews"])
async def request_review(
    services: InjectedServices, me: KnownVisitor, table_id: FromPath[str], data: JSONBody[ReviewRequest]
) -> ReviewStatus:
    """The review is computed once and kept with the game. Requesting it again changes nothing."""
    await game_that_is_over(services, table_id)
    known = await services.reviewing.reviews.find(table_id, data.depth)
    if known is None or known.state == ReviewState.FAILED:
        services.limits.spend("review", me.bucket)
        known = await services.reviewing.request(table_id, data.depth, me.id)
    return ReviewStatus.of(known, me.id)


@get(
    "/api/games/{table_id:str}/reviews/{depth:str}",
    responses={200: ResponseSpec(Review, generate_examples=False, description="The review.")},
    summary="Read a review",
    tags=["reviews"],
)
async def read_review(services: InjectedServices, table_id: FromPath[str], depth: FromPath[Depth]) -> Response[bytes]:
    """Players are known by their seats; the page of the game has their names."""
    await game_that_is_over(services, table_id)
    content = await services.reviewing.reviews.content(table_id, depth)
    if content is None:
        raise Refused(Code.REVIEW_NOT_FOUND, f"There is no {depth} review of this game.", "Request it first.")
    return Response(content, media_type="application/json")


@delete("/api/games/{table_id:str}/reviews/{depth:str}", summary="Cancel a review", tags=["reviews"])
async def cancel_review(
    services: InjectedServices, me: KnownVisitor, table_id: FromPath[str], depth: FromPath[Depth]
) -> None:
    """Only one that you have requested and that is not done yet."""
    if not await services.reviewing.reviews.cancel(table_id, depth, me.id):
        raise Refused(
            Code.REVIEW_NOT_FOUND, "You have no such review in the queue.", "It may be done, or somebody else's."
        )


HANDLERS = [list_reviews, request_review, read_review, cancel_review]
