"""Text in pieces for the browser, which can show an icon in place of words.

A piece is a string, `[icon, words]` or `[icon, words, figure]`. The words of all pieces together are the text. The full
stops of the short form have the icon `stop`.
"""

from __future__ import annotations

from .tokens import Tokens, spaced

Piece = str | list[str]


def pieces(tokens: Tokens) -> list[Piece]:
    found: list[Piece] = []
    for gap, token in spaced(tokens):
        if token.icon:
            if gap:
                _append(found, gap)
            found.append([token.icon, token.text, *([token.figure] if token.figure else [])])
        else:
            _append(found, gap + token.text)
    return found


def _append(found: list[Piece], text: str) -> None:
    """Appends the text, merged with the last piece if that is a string too."""
    if found and isinstance(found[-1], str):
        found[-1] += text
    else:
        found.append(text)
