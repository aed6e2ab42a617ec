"""What an effect is: it can be carried out, it may ask, and it has a phrase for the card's text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from mypy_extensions import mypyc_attr

from ..text.english import ENGLISH
from ..text.phrases import Words, steps
from .errors import BadCard
from .subclasses import move_to_instances

if TYPE_CHECKING:
    from .abilities import Ability
    from .frames import Context, Frame
    from .options import Option
    from .state import GameState


@mypyc_attr(allow_interpreted_subclasses=True)
class Effect:
    """The base of everything that a card can do, and of the procedures of the game itself.

    `do` begins the effect, `resume` goes on with a frame of it, `options` lists the answers when it asks, and `answer`
    takes one. An `instant` effect never asks and leaves nothing on the stack. Effects are shared by all games and
    never change once they are registered: by `procedure`, or by the library with the card that they belong to. Then
    they have a `key`, by which saved positions name them, and a `number` in the lists of the library.
    """

    instant: bool = False
    stays: bool = False
    """Whether its frame stays on the stack until the effect removes it. It asks even if there is a single option."""
    personal: bool = False
    """Whether it concerns the player of the context alone, so that EachPlayer and EachOpponent may hold it."""
    key: str = ""
    number: int = -1

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        move_to_instances(cls)
        if cls.do is Effect.do and cls.resume is Effect.resume and cls.answer is Effect.answer:
            raise BadCard(f"{cls.__name__} does not say what it does: give it do(self, game, context).")

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
        """The complete, ordered list of answers to the question that the frame asks."""
        raise NotImplementedError

    def answer(self, game: GameState, frame: Frame, choice: Option) -> None:
        raise NotImplementedError

    def has_object(self, game: GameState, context: Context) -> bool:
        """Whether there is anything for it to do; an ability that would do nothing is not on offer."""
        return True

    def phrase(self) -> Words:
        """What it does: a phrase of `vigil.text`, or a string that begins with a verb (`gain 2 power`)."""
        raise BadCard(f"{type(self).__name__} has no text: give it phrase(self).")

    def question(self, frame: Frame) -> Words:
        """What is asked."""
        return self.phrase()

    def parts(self) -> tuple[Effect, ...]:
        """The effects inside this one."""
        return ()

    def marks(self) -> tuple[str, ...]:
        """The keywords that a card with this effect carries, those of its parts apart."""
        return ()

    def waiting_abilities(self) -> tuple[Ability, ...]:
        """The abilities that this effect may leave behind for the rest of the turn."""
        return ()

    def reads_light(self) -> bool:
        """Whether it matters to this effect if it is day or night."""
        return any(part.reads_light() for part in self.parts())

    def reads_trigger(self) -> bool:
        """Whether it reads the card that set off a trigger, so that only `When` may hold it."""
        return any(part.reads_trigger() for part in self.parts())


PROCEDURES: Final[list[Effect]] = []
"""The parts of the game itself that can stand unfinished on the stack. All libraries share them."""

Procedure = TypeVar("Procedure", bound=Effect)


def procedure(name: str, effect: Procedure) -> Procedure:
    """Registers a part of the game itself, by a name that stays the same."""
    effect.key = f"procedure:{name}"
    effect.number = len(PROCEDURES)
    PROCEDURES.append(effect)
    return effect


def phrases(effects: tuple[Effect, ...]) -> Words:
    """Several effects as one clause: `draw a card, then discard a card`."""
    return steps(tuple(effect.phrase() for effect in effects))
