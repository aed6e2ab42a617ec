"""The base class of effects, and the registry of the game's own procedures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from mypy_extensions import mypyc_attr

from ..text.english import ENGLISH
from ..text.phrases import Words, steps
from .declared import Declared, move_to_instances
from .errors import BadCard
from .frames import Context, Frame
from .options import Option
from .state import GameState

if TYPE_CHECKING:
    from .abilities import Ability


@mypyc_attr(allow_interpreted_subclasses=True)
class Effect(Declared):
    """The base class of everything that a card can do, and of the procedures of the game itself.

    `do` starts the effect, `resume` continues a frame of it, `options` lists the answers to its question, and `answer`
    handles one. An `instant` effect never asks and leaves nothing on the stack. Effects are shared by all games and
    never change once they are registered, by `procedure` or by the library with their card. From then on they have a
    `key`, which identifies them in saved positions, and a `number`, their index in the lists of the library.
    """

    instant: bool = False
    stays: bool = False
    """Whether its frame stays on the stack until the effect removes it. It asks even if there is only one option."""
    personal: bool = False
    """Whether it affects only the player of the context, so that EachPlayer and EachOpponent can contain it."""
    acts_on_played: bool = False
    """Whether it acts on its own card among the played ones, so that only `play` can contain it."""
    offers_picks: bool = False
    """Whether the picks of its frame are the cards that it offers, rather than those that have been chosen."""
    effects: tuple[Effect, ...] = ()
    key: str = ""
    number: int = -1

    def __init_subclass__(cls, **options: Any) -> None:
        # Not through super(): mypyc does not pass it the class.
        move_to_instances(cls)
        if cls.do is Effect.do and cls.resume is Effect.resume and cls.answer is Effect.answer:
            raise BadCard(f"{cls.__name__} does nothing. Give it a method do(self, game, context).")

    def __repr__(self) -> str:
        try:
            return f"<{type(self).__name__}: {ENGLISH.clause(self.phrase())}>"
        except BadCard:
            return f"<{type(self).__name__}>"

    def do(self, game: GameState, context: Context) -> None:
        raise NotImplementedError

    def resume(self, game: GameState, frame: Frame) -> None:
        self.do(game, frame.context)

    def options(self, game: GameState, frame: Frame) -> list[Option]:
        """All answers to the question of the frame, in a fixed order."""
        raise NotImplementedError

    def answer(self, game: GameState, frame: Frame, choice: Option) -> None:
        raise NotImplementedError

    def has_object(self, game: GameState, context: Context) -> bool:
        """Whether there is anything for it to act on. An ability that would do nothing is not offered."""
        return True

    def phrase(self) -> Words:
        """What it does: a phrase of `vigil.text`, or a string that begins with a verb (`gain 2 power`)."""
        raise BadCard(f"{type(self).__name__} has no text. Give it a method phrase(self).")

    def question(self, frame: Frame) -> Words:
        """The question that the frame asks."""
        return self.phrase()

    def refusal(self, frame: Frame) -> str:
        """What it means to decline the question: `banish nothing`."""
        return "no"

    def parts(self) -> tuple[Effect, ...]:
        return self.effects

    def pending_abilities(self) -> tuple[Ability, ...]:
        """The abilities that this effect can create for the rest of the turn."""
        return ()


PROCEDURES: Final[list[Effect]] = []
"""The game's own procedures, whose frames can be on the stack. All libraries share them."""

Procedure = TypeVar("Procedure", bound=Effect)


def procedure(name: str, effect: Procedure) -> Procedure:
    """Registers a procedure of the game. Saved positions contain its name, so the name must never change."""
    effect.key = f"procedure:{name}"
    effect.number = len(PROCEDURES)
    PROCEDURES.append(effect)
    return effect


def phrases(effects: tuple[Effect, ...]) -> Words:
    """Several effects as one clause: `draw a card, then discard a card`."""
    return steps(tuple(effect.phrase() for effect in effects))
