"""What `render` of the environments shows: the view of a seat, and what it has to decide."""

from __future__ import annotations

from vigil.engine.terms import seat_name
from vigil.engine.view import SeatView
from vigil.public.view import View


def render(view: SeatView, mode: str | None) -> str | None:
    """Returns the text, or prints it if the mode is `human`."""
    text = str(View(view))
    if view.decision is not None:
        text += f"\n{seat_name(view.seat)}: {view.decision.prompt} {'; '.join(view.decision.texts())}."
    if mode != "human":
        return text
    print(text)
    return None
