"""What people may be called, and which names are taken for the same."""

from __future__ import annotations

import pytest

from vigil.storage.confusables import _pairs as unicode_pairs
from vigil.storage.confusables import skeleton
from vigil.storage.usernames import LONGEST_NAME, BadName, NameTaken, checked_name, name_keys

BLANKS = (0x0, 0xAD, 0x34F, 0x115F, 0x17B4, 0x180B, 0x200D, 0x202E, 0x2800, 0x3164, 0xFE0F, 0xE0101)
LATIN = ["Zoë O’Neill", "Łukasz 2", "Đỗ Mười", "🦊 Fox"]
NAMES = [*LATIN, "Нина Ёлкина", "Ελένη", "山田たろう", "김철수", "محمد", "שרה", "नमस्ते"]


@pytest.mark.parametrize("name", ["", "  ", "x" * (LONGEST_NAME + 1), "ﷺ" * 3, "😀" * 10_000, "\u0301", "a\nb\x07"])
def test_nobody_is_called_that(name: str) -> None:
    with pytest.raises(BadName, match="visible characters"):
        checked_name(name)


@pytest.mark.parametrize("blank", BLANKS)
def test_a_name_holds_nothing_invisible(blank: int) -> None:
    for name in (chr(blank), f"Ad{chr(blank)}a"):
        with pytest.raises(BadName, match="visible characters"):
            checked_name(name)


@pytest.mark.parametrize("name", NAMES)
def test_people_write_their_names_in_their_own_script(name: str) -> None:
    assert checked_name(f"  {name}\n") == name


@pytest.mark.parametrize("name", ["Аda", "Adа", "Ελεna", "ꓮꓓꓮ", "ᎪᎠᎪ", "Ada١", "Ada漢"])
def test_scripts_that_look_alike_are_not_mixed(name: str) -> None:
    with pytest.raises(BadName, match="alphabet"):
        checked_name(name)


@pytest.mark.parametrize("name", ["Moderator", "ADMlN", "Vigi1", "Server"])
def test_nobody_is_called_like_those_who_run_the_server(name: str) -> None:
    with pytest.raises(NameTaken):
        checked_name(name)


@pytest.mark.parametrize("name", ["Expert", "bot master", "B0T  ADVANCED", "Odra", "0DRA", "Somebody", "Guest 6180"])
def test_nobody_is_called_like_a_bot_or_like_what_the_server_says(name: str) -> None:
    with pytest.raises(NameTaken):
        checked_name(name)


@pytest.mark.parametrize("name", ["..", "-", "Ada/Ben", "C:\\Ada", "Z\u0335\u0321\u0322\u0347\u0316a"])
def test_a_name_can_be_part_of_an_address_and_stays_on_its_line(name: str) -> None:
    with pytest.raises(BadName):
        checked_name(name)


def are_alike(one: str, other: str) -> bool:
    return any(first == second for first, second in zip(name_keys(one), name_keys(other), strict=True))


ALIKE = [
    ("Bill", "BiIl", "bi11", "BILL"),
    ("Morna", "Moma"),
    ("Vivian", "ViVian", "VlVlAN"),
    ("William", "VVilliam", "wi11iarn"),
    ("coco", "СОСО", "C0CO"),
    ("Beth", "Ветн", "ʙᴇᴛʜ", "βΕΤΗ"),
    ("Nik", "ΝΙΚ", "Νικ"),
    ("O'Neill", "O’Neill", "O`Neill"),
    ("Anne-Marie", "Anne–Marie", "Anne−Marie"),
    ("Åsa", "Ȧsa"),
    ("Istanbul", "İstanbul"),
    ("Straße", "STRASSE"),
]


@pytest.mark.parametrize("names", ALIKE)
def test_names_that_look_alike_have_a_key_in_common(names: tuple[str, ...]) -> None:
    assert [other for other in names[1:] if not are_alike(names[0], other)] == []


def test_names_that_look_different_do_not() -> None:
    others = ["Zoe O’Neill", "Lukasz 2", "Fox", "Ada", "Adam", "Nora", "Vora", "Guy", "Guu"]
    everybody = NAMES + others
    assert [(one, other) for one in everybody for other in everybody if one < other and are_alike(one, other)] == []


LOWER_AND_CAPITAL = {"bƄ", "bЬ", "b̄Б", "blЫ", "lOЮ", "ßꞵ", "ßβ", "ςϛ", "l̵l̵S̵𐆘", "\u0328\u0345"}
"""A small letter that looks like a capital of another script: keys compare small letters, and capitals."""


def shown(text: str) -> str:
    """As it is in a name, where a name may have it."""
    for before in ("x", ""):
        try:
            return checked_name(before + text).removeprefix(before)
        except BadName:
            continue
    return ""


def test_whatever_unicode_calls_confusable_is() -> None:
    pairs = {(one, other) for one, others in unicode_pairs().items() for other in others if one < other}
    possible = [(one, other) for one, other in pairs if (shown(one), shown(other)) == (one, other)]
    assert len(possible) > 1_500
    assert {one + other for one, other in possible if not are_alike(one, other)} == LOWER_AND_CAPITAL


def test_a_skeleton_is_its_own_skeleton() -> None:
    for text in ("раураl", "Москва", "ﬀ", "ᗩ", "rnm", "Ｐaola"):
        assert skeleton(skeleton(text)) == skeleton(text)
