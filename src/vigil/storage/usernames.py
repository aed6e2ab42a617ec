"""What people may be called, and which names look alike.

    checked_name("  Ada   Lovelace ")      "Ada Lovelace", or a BadName
    name_key("ADA")                        equal for all names that readers would confuse

A name uses one script, because letters of different scripts look alike: a Cyrillic "а" in a Latin name is invisible.
Names that are wholly Cyrillic or Greek are fine; they are compared with Latin ones letter by letter, by their looks.
"""

from __future__ import annotations

import re
from typing import Final
from unicodedata import category, normalize
from unicodedata import name as unicode_name

from vigil.engine.errors import VigilError
from vigil.table.characters import CHARACTERS
from vigil.table.table import ANONYMOUS

LONGEST_NAME: Final = 40
_LONGEST_KEY: Final = 2 * LONGEST_NAME

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

_LOOKALIKES: Final = str.maketrans(
    # After case folding, so each letter stands for its capital too: Cyrillic "в" for "В", which looks like "B".
    dict(zip("авекмнорстухѕіјԛԝԁһӏѵү", "abekmhopctyxsljqwdhlvy", strict=True))
    | dict(zip("αβεζηικμνορτυχ", "abezhlkmnoptyx", strict=True))
    | dict(zip("ᴀʙᴄᴅᴇɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢɑɡıɩǀ", "abcdeghljklmnoprstuvwyzaglll", strict=True))
    | dict(zip("i10|×", "llolx", strict=True))
    | dict.fromkeys("‐‑–—", "-")
    | dict.fromkeys("’‘ʼʻ`", "'")
)
_PAIRS: Final = (("rn", "m"), ("vv", "w"))


class BadName(VigilError):
    """Nobody can be called that, or somebody else already is."""


class NameTaken(BadName):
    def __init__(self, name: str) -> None:
        super().__init__(f'The name "{name}" is taken, or too similar to one that is.')


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
    scripts = {_script(each) for each in shown if category(each)[0] in "LMN"} - {""}
    if len(scripts) > 1 or "?" in scripts:
        raise BadName("A name is written in a single, commonly used alphabet.")
    if "/" in shown or "\\" in shown or not shown.strip("."):
        # It is the last part of the address of a profile.
        raise BadName("A name has no slashes in it, and is more than dots.")
    if name_key(shown) in _RESERVED or _GUEST.fullmatch(name_key(shown)):
        raise NameTaken(shown)
    return shown


def _script(character: str) -> str:
    """The script of a letter, mark or digit; empty for those that belong to all of them."""
    first = re.split("[ -]", unicode_name(character, "?"))[0]
    return "" if first in _COMMON else _SCRIPTS.get(first, "?")


def plain_key(name: str) -> str:
    """Equal for different spellings of the same characters. Earlier versions stored accounts by it."""
    return normalize("NFKC", " ".join(normalize("NFC", name).split())).casefold()[:_LONGEST_KEY]


def name_key(name: str) -> str:
    """Equal for names that look alike: capitals, letters of other scripts, digits."""
    key = normalize("NFKC", normalize("NFKD", plain_key(name)).translate(_LOOKALIKES))
    for pair, letter in _PAIRS:
        key = key.replace(pair, letter)
    return key[:_LONGEST_KEY]


_RESERVED: Final = {
    name_key(each) for level, characters in CHARACTERS.items() for each in (level, f"bot {level}", *characters)
} | {name_key(ANONYMOUS)}
_GUEST: Final = re.compile(r"guest ?[\dol]+")
"""What the server itself calls bots, guests and deleted people; digits as `name_key` writes them."""
