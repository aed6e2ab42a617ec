"""Text for screen readers: numbers as words, no parentheses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from . import phrases as p
from .english import English
from .inflection import number_word
from .nouns import Voice
from .phrases import Words
from .tokens import Token, Tokens, capitalized


class Spoken(English):
    """Renders phrases to be read aloud."""

    def lines(self, phrases: Iterable[Words]) -> str:
        return " ".join(self.text(phrase) for phrase in phrases)

    def number(self, number: int) -> str:
        return number_word(number)

    def do_Reminder(self, clause: p.Reminder, voice: Voice) -> Tokens:
        return [*self.part(clause.keyword, voice), Token(":"), *capitalized(self.inline(clause.clause, voice.inside()))]


SPOKEN: Final = Spoken()
