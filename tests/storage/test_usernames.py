"""What people may be called, and which names are taken for the same."""

from __future__ import annotations

import pytest

from vigil.storage.usernames import LONGEST_NAME, BadName, NameTaken, checked_name, name_key

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


@pytest.mark.parametrize("name", ["Expert", "bot master", "B0T  ADVANCED", "Odra", "0DRA", "Somebody", "Guest 6180"])
def test_nobody_is_called_like_a_bot_or_like_what_the_server_says(name: str) -> None:
    with pytest.raises(NameTaken):
        checked_name(name)


@pytest.mark.parametrize("others", [("Bill", "BiIl", "bi11", "BILL"), ("Morna", "Moma"), ("СОСО", "coco", "C0CO")])
def test_names_that_look_alike_have_the_same_key(others: tuple[str, ...]) -> None:
    assert len({name_key(name) for name in others}) == 1


def test_names_that_look_different_do_not() -> None:
    others = ["Zoe O’Neill", "Lukasz 2", "Fox", "Ada", "Adam"]
    assert len({name_key(name) for name in NAMES + others}) == len(NAMES + others)
