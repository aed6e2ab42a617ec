"""Players in hints: a mark while the sentence is made, a piece for the browser, `p2` in words."""

from __future__ import annotations

from vigil.bots.hints.players import in_pieces, in_words, player
from vigil.bots.hints.sentences import compose
from vigil.engine.terms import seat_name
from vigil.text.tokens import plain


def test_a_player_is_a_piece_of_its_own() -> None:
    said = compose("Mephit", [f"slows down the deck of {player(1)}, your strongest opponent"])
    assert in_pieces(said) == ["Mephit: slows down the deck of ", ["seat", "p2", "1"], ", your strongest opponent."]
    assert plain(in_pieces(said)) == in_words(said)


def test_a_mark_takes_as_much_room_as_the_word() -> None:
    assert [len(player(seat)) for seat in range(6)] == [len(seat_name(seat)) for seat in range(6)]
    assert in_words("p7 is no player here.") == "p7 is no player here."
