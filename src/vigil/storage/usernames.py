"""What people may be called, and which names look alike.

    checked_name("  Ada   Lovelace ")      "Ada Lovelace", or a BadName
    name_keys("ADA")                       two names with an equal key would be confused by readers

A name uses one script, because letters of different scripts look alike: a Cyrillic "а" in a Latin name is invisible.
Names that are wholly Cyrillic or Greek are fine; they are compared with Latin ones letter by letter, by their looks.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple
from unicodedata import category, normalize
from unicodedata import name as unicode_name

from vigil.engine.errors import VigilError
from vigil.table.characters import CHARACTERS
from vigil.table.table import ANONYMOUS

from .confusables import skeleton

LONGEST_NAME: Final = 40
_LONGEST_KEY: Final = 2 * LONGEST_NAME
_MOST_MARKS: Final = 3
"""Accents and the like on one letter."""

_BLANK: Final = {
    *"\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U0001d159\U00016fe4",
    *map(chr, range(0xFE00, 0xFE10)),
    *map(chr, range(0xE0100, 0xE01F0)),
}
"""Printable for Python, but drawn as nothing: fillers, variation selectors, empty patterns."""

_ALPHABETS: Final = (
    "ARABIC", "ARMENIAN", "BENGALI", "CYRILLIC", "DEVANAGARI", "ETHIOPIC", "GEORGIAN", "GREEK", "GUJARATI", "GURMUKHI",
    "HEBREW", "KANNADA", "KHMER", "LAO", "LATIN", "MALAYALAM", "MYANMAR", "ORIYA", "SINHALA", "TAMIL", "TELUGU",
    "THAANA", "THAI", "TIBETAN",
)  # fmt: skip
_EAST_ASIAN: Final = ("BOPOMOFO", "CJK", "HANGUL", "HIRAGANA", "IDEOGRAPHIC", "KATAKANA")
_SCRIPTS: Final = {each: each for each in _ALPHABETS} | dict.fromkeys(_EAST_ASIAN, "CJK")
"""The scripts in modern use (Unicode Standard Annex 31, table 5), by the first word of their characters' names.

Those of East Asia are written together, and look like no others.
"""
_COMMON: Final = ("DIGIT", "COMBINING")

_SMALL_CAPITALS: Final = dict(zip("ᴀʙᴄᴅᴇɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdeghljklmnoprstuvwyz", strict=True))
_ALIKE: Final = str.maketrans(
    {skeleton(small): letter for small, letter in _SMALL_CAPITALS.items() if len(skeleton(small)) == 1}
    | dict(zip("i0", "lo", strict=True))
)
"""What Unicode tells apart, and people do not: small capitals, as Cyrillic has them; the capital i and a small L; zero
and O."""
_PAIRS: Final = (("vv", "w"), ("VV", "W"), ("i\u0307", "i"))
_SLASHES: Final = frozenset("/\\")
"""Names are part of addresses, and these divide an address."""


class BadName(VigilError):
    """Nobody can be called that, or somebody else already is."""


class NameTaken(BadName):
    def __init__(self, name: str) -> None:
        super().__init__(f'The name "{name}" is taken, or too similar to one that is.')


class NameKeys(NamedTuple):
    """Two names are taken for each other if they look alike in small letters or in capitals: `ν` is a v, `Ν` an N."""

    small: str
    capital: str


def visible_text(text: str) -> str:
    """A short text as it is shown: single spaces, and nothing invisible in it."""
    shown = " ".join(normalize("NFKC", text).split())
    is_visible = shown.isprintable() and _BLANK.isdisjoint(shown) and any(category(each)[0] in "LNPS" for each in shown)
    if not is_visible or len(shown) > LONGEST_NAME:
        raise BadName(f"A name has 1 to {LONGEST_NAME} visible characters.")
    return shown


def checked_name(text: str) -> str:
    """A name that somebody may choose, as it is shown."""
    shown = visible_text(text)
    if not _SLASHES.isdisjoint(shown) or all(category(each)[0] in "PZM" for each in shown):
        raise BadName("A name has letters or digits, and no slashes.")
    if _has_stacked_marks(shown):
        raise BadName(f"A letter has {_MOST_MARKS} accents at most.")
    scripts = {_script(each) for each in shown if category(each)[0] in "LMN"} - {""}
    if len(scripts) > 1 or "?" in scripts:
        raise BadName("A name is written in a single, commonly used alphabet.")
    if name_keys(shown).small in _RESERVED or _GUEST.fullmatch(name_keys(shown).small):
        raise NameTaken(shown)
    return shown


def _has_stacked_marks(text: str) -> bool:
    """Marks without end on one letter are drawn over the lines above and below."""
    kinds = "".join("M" if category(each) in ("Mn", "Me") else "-" for each in normalize("NFD", text))
    return "M" * (_MOST_MARKS + 1) in kinds


def _script(character: str) -> str:
    """The script of a letter, mark or digit; empty for those that belong to all of them."""
    first = re.split("[ -]", unicode_name(character, "?"))[0]
    return "" if first in _COMMON else _SCRIPTS.get(first, "?")


def plain_key(name: str) -> str:
    """Equal for different spellings of the same characters. Earlier versions stored accounts by it."""
    return normalize("NFKC", " ".join(normalize("NFC", name).split())).casefold()[:_LONGEST_KEY]


def name_keys(name: str) -> NameKeys:
    """Equal for names that look alike: capitals, letters of other scripts, digits, accents that nobody tells apart."""
    shown = " ".join(normalize("NFKC", name).split())
    return NameKeys(_key(shown.casefold()), _key(shown.upper()))


def _key(text: str) -> str:
    for pair, letter in _PAIRS:
        text = text.replace(pair, letter)
    # Twice: an accent may hide what looks alike, and what looks alike may have an accent.
    return skeleton(skeleton(text).translate(_ALIKE))[:_LONGEST_KEY]


_AUTHORITIES: Final = ("Vigil", "Server", "System", "Admin", "Administrator", "Moderator", "Operator")
"""Whoever is called that would be believed."""
_RESERVED: Final = {
    name_keys(each).small for level, characters in CHARACTERS.items() for each in (level, f"bot {level}", *characters)
} | {name_keys(each).small for each in (ANONYMOUS, *_AUTHORITIES)}
_GUEST: Final = re.compile(re.escape(name_keys("guest").small) + rf" ?[\d{_key('0123456789')}]+")
"""What the server itself calls bots, guests and deleted people; digits as keys write them."""
