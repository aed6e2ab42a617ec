"""A checker for the grammar of card text. It knows nothing of the tree: it reads the text as a person would."""

from __future__ import annotations

import re

_MANY = r"(?:two|three|four|five|six|seven|eight|nine|ten|all|any number of)(?: or more| additional)?"
_ONE = r"(?:an?|another|for each|the next|one of each)"
_ADJECTIVES = r"(?: (?:always-available|light|dark|Enlightened|Lifebound|Mechana|Void))*"
_NOUN, _NOUNS = r"(?:card|Hero|Construct|Monster|Treasure)", r"(?:cards|Heroes|Constructs|Monsters|Treasures)"
_VERBS = [
    *("acquire", "add", "banish", "choose", "copy", "count", "defeat", "destroy", "discard", "draw", "gain", "keep"),
    *("pay", "put", "return", "reveal", "shuffle", "spend", "take", "transform", "win"),
]

# What is wrong, and the pattern that finds it.
MISTAKES = [
    ("two spaces", r"  "),
    ("a space before a mark", r" [.,:;)]"),
    ("two marks together", r"[.,:;][.,:;]|\( |\. ,|, ,"),
    ("a word twice", r"(?i)\b(\w+) \1\b"),
    ("no capital after a full stop", r"\. [a-z]"),
    ("no capital after a colon", r"(?<!one): [a-z]"),
    ("a keyword within a sentence", r"(?<!Trophy)[a-z,] (?:Energize|Unite|Day|Night)(?: \d+)?:"),
    ("`a` before a vowel", r"(?i)\ba [aeiou](?!ni)"),
    ("`an` before a consonant", r"(?i)\ban [^aeiou]"),
    ("two articles", r"\b[Aa]n? (?:another|an?|the)\b"),
    ("a kind without a capital", r"\b(?:hero|construct|monster|treasure)(?:e?s)?\b"),
    ("one of a plural", rf"\b{_ONE}{_ADJECTIVES} {_NOUNS}\b"),
    ("many of a singular", rf"\b{_MANY}{_ADJECTIVES} {_NOUN}\b"),
    ("a singular verb after a plural", rf"{_NOUNS} (?:[a-z ]+ )?that (?:costs|has)\b"),
    ("a plural verb after a singular", rf"\b{_NOUN} (?:(?!if|cards)[a-z]+ )*that (?:cost|have)\b(?! been)"),
    ("1 runes", r"\b1 runes|\b(?:\d*[02-9]|\d+1) rune\b"),
    ("its cost of many", rf"\b(?i:acquire|defeat) {_MANY} [^.,]*without paying its cost"),
    ("it of many", rf"\b(?:all|two) {_NOUNS} [^.]*\bput it\b"),
    ("an -s after `may` or `to`", rf"\b(?:may|to|choose and) (?:{'|'.join(_VERBS)})e?s\b"),
    ("no -s after a singular subject", rf"\b[Ee]ach (?:player|opponent),? (?:{'|'.join(_VERBS)})\b(?! and)"),
    ("no verb after a singular subject", r"\b[Ee]ach (?:player|opponent) (?!may\b|\w+s\b)"),
    ("no verb after `may`", rf"\bmay (?!{'|'.join(_VERBS)}|have any)"),
    ("no verb after `to`", rf"\b(?:runes?|power|this) to (?!{'|'.join(_VERBS)})"),
    ("if within if", r"(?i)(?<!as )\bif [^.;:]*, if\b"),
    ("a choice within a choice", r"(?i)choose one: [^.]*choose one:"),
    ("whenever within whenever", r"(?i)\bwhenever [^.;:]*, (?:whenever|the next time)\b"),
    ("one of those that are counted", r"for each [^.;]* or one you have"),
    ("the same twice", rf"(?i)\b(an?{_ADJECTIVES} {_NOUN}) and \1\b|\bif ([^.,;]+) or \2[ ,.]"),
    ("no subject after another one", rf"opponent \w+s [^.;]* and (?:{'|'.join(_VERBS)}) \d"),
    ("a condition of one step only", r"then (?!if)[^.;,]*, then [^.;,]* if "),
    ("leftovers", r"None|\[|\]|<|>|_"),
]  # fmt: skip
_COMPILED = [(name, re.compile(pattern)) for name, pattern in MISTAKES]


def mistakes(text: str) -> list[str]:
    """What is wrong with the text of a line."""
    found = [name for name, pattern in _COMPILED if pattern.search(text)]
    if not text[:1].isupper():
        found.append("no capital in front")
    if not text.endswith(".") or text.endswith(".."):
        found.append("not one full stop at the end")
    if text.count("(") != text.count(")"):
        found.append("parentheses do not match")
    for sentence in text.split(". "):
        about_each = re.search(
            r"\b[Ee]ach (?:player|opponent) (.*?)(?: and you |, then you | when(?:ever)? | the next time |$)", sentence
        )
        if about_each and re.search(r"\byour?\b", about_each[1]):
            found.append("`you` in the third person")
    return found
