"""How the objects of the library print."""

from __future__ import annotations


class Printed:
    """An object that prints as its `str`: padded in f-strings, and within angle brackets where it is inspected."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {str(self)!r}>"


def amount(number: int, noun: str) -> str:
    """`1 rune`, `2 runes`"""
    return f"{number} {noun if number == 1 else noun + 's'}"
