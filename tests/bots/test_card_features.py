"""What the network knows of a card is read off the card's declaration."""

from __future__ import annotations

from hashlib import blake2b

import pytest

from tests.helpers.networks import chances, library_of_five_cards
from vigil.bots.card_features import FEATURES, card_features
from vigil.bots.network import load_network
from vigil.cards import LIBRARY
from vigil.engine.library import Library
from vigil.engine.setup import Setup, deal

BEARERS = {
    "is a hero": "Apprentice",
    "is a construct": "Snapdragon",
    "is a monster": "Cultist",
    "is a treasure": "Energy Shard",
    "is a event": "Dhartha's Trial",
    "belongs to nobody": "Militia",
    "belongs to Enlightened": "Arha Initiate",
    "belongs to Lifebound": "Flytrap Witch",
    "belongs to Mechana": "Hedron Cannon",
    "belongs to Void": "Demon Slayer",
    "from the start": "Apprentice",
    "always there": "Mystic",
    "runes": "Mystic",
    "power": "Cultist",
    "honor": "Mystic",
    "either cost": "Vyrak, the First",
    "light orb": "Twilight Scout",
    "dark orb": "Shrine Attendant",
    "trophy": "Serpent Siren",
    "empower": "Radiant Aspirant",
    "infest": "Nom Tribe Gremlin",
    "arrives elsewhere": "Rescuebot 505",
    "special price": "Oziah, Judge of Logos",
    "each": "Apprentice",
    "each while long": "Void Initiate",
    "each with mechana": "Hedron Cannon",
    "once": "Tablet of Time's Dawn",
    "reward": "Avatar of the Fallen",
    "banished": "Water Elemental",
    "play: runes": "Mystic",
    "play: power": "Heavy Infantry",
    "play: honor": "Flytrap Witch",
    "play: energy": "Energy Shard",
    "play: draws": "Arha Initiate",
    "play: banishes own": "Void Initiate",
    "play: banishes row": "Seer of the Forked Path",
    "play: discards": "Temple Librarian",
    "play: acquires": "Druids of the Stone Circle",
    "play: defeats": "Arha Templar",
    "play: copies": "Twofold Askara",
    "play: other": "Reactor Monk",
    "reward: runes": "Wind Tyrant",
    "reward: honor": "Cultist",
    "reward: draws": "Earth Tyrant",
    "reward: banishes own": "Mistake of Creation",
    "reward: banishes row": "Mephit",
    "reward: destroys": "Corrosive Widow",
    "reward: acquires": "Avatar of the Fallen",
    "reward: defeats": "Aklys, the Scourge",
    "reward: harms": "Sea Tyrant",
    "reward: other": "Xeron, Duke of Lies",
    "table: runes": "Snapdragon",
    "table: power": "Muramasa",
    "table: honor": "Yggdrasil Staff",
    "table: energy": "Tome of Erabus",
    "table: mechana runes": "The Grand Design",
    "table: draws": "The All-Seeing Eye",
    "table: banishes own": "Voidfeeder",
    "table: acquires": "Tablet of the Dreamer",
    "table: other": "Dhartha's Trial",
    "sacrifice: runes": "Shade Viper",
    "sacrifice: power": "Riftwatch Outpost",
    "sacrifice: energy": "Serpent Siren",
    "sacrifice: banishes row": "Deceitful Ghoul",
    "sacrifice: again": "Tablet of Time's Dawn",
}
"""For every trait that a printed card has, one that has it."""

FOR_CARDS_TO_COME = {
    *("play: mechana runes", "play: destroys", "play: harms", "play: again"),
    *("reward: power", "reward: energy", "reward: mechana runes"),
    *("reward: discards", "reward: copies", "reward: again"),
    *("table: banishes row", "table: discards", "table: destroys", "table: defeats"),
    *("table: copies", "table: harms", "table: again"),
    *("sacrifice: honor", "sacrifice: mechana runes", "sacrifice: draws", "sacrifice: banishes own"),
    *("sacrifice: discards", "sacrifice: destroys", "sacrifice: acquires", "sacrifice: defeats"),
    *("sacrifice: copies", "sacrifice: harms", "sacrifice: other"),
}
"""What no printed card does at such a moment."""


def traits(name: str, library: Library = LIBRARY) -> dict[str, float]:
    """What is not zero about a card."""
    numbers = card_features(library)[library.card(name).number]
    return {trait: number for trait, number in zip(FEATURES, numbers, strict=True) if number}


def test_every_trait_belongs_to_a_card_or_waits_for_one() -> None:
    assert [trait for trait in FEATURES if trait not in FOR_CARDS_TO_COME] == list(BEARERS)
    assert set(FEATURES) > FOR_CARDS_TO_COME
    assert len(set(FEATURES)) == len(FEATURES)


def test_who_bears_a_trait_has_it_and_the_others_have_none_of_those_to_come() -> None:
    numbers = card_features(LIBRARY)
    for place, trait in enumerate(FEATURES):
        if trait in BEARERS:
            assert numbers[LIBRARY.card(BEARERS[trait]).number][place], f"{BEARERS[trait]}: {trait}"
        else:
            assert not any(row[place] for row in numbers), trait


def test_a_card_in_numbers() -> None:
    assert traits("Mystic") == pytest.approx(
        {
            "is a hero": 1,
            "belongs to nobody": 1,
            "always there": 1,
            "runes": 3 / 4,
            "honor": 1 / 4,
            "each": 2 / 4,
            "play: runes": 2 / 4,
        }
    )


def test_numbers_are_small() -> None:
    """A trait much larger than the others would drown them."""
    assert all(abs(number) <= 4 for row in card_features(LIBRARY) for number in row)


# --- cards that nobody has taught it


def test_a_card_of_somebodys_own_gets_traits_from_its_declaration() -> None:
    library = library_of_five_cards()
    penitent = traits("Ashmark Penitent", library)
    assert {"is a hero", "belongs to Void", "play: draws", "play: banishes own", "each"} < set(penitent)
    assert (penitent["runes"], penitent["honor"]) == (3 / 4, 1 / 4)
    niece = traits("Gearwright's Niece", library)
    assert niece["play: runes"] == niece["play: power"] == pytest.approx(0.5 * 2 / 4), "one of the two"
    orchard = traits("Orchard of Bells", library)
    assert orchard["table: runes"] > orchard["table: honor"] > 0, "every turn, and now and then"
    assert {"trophy", "sacrifice: draws", "reward: honor"} < set(traits("Lantern-Eater", library))


def test_an_effect_that_is_unknown_counts_as_something_else() -> None:
    speaker = traits("Speaker of Four Halls", library_of_five_cards())
    assert speaker["play: other"] == 1 / 4
    assert speaker["play: draws"] == 1 / 4


def test_the_network_judges_a_table_of_cards_that_it_has_never_met() -> None:
    library = library_of_five_cards()
    game = deal(Setup(library, 2, ("five-cards",)), seed=3)
    rich = game.copy()
    rich.players[0].discard = tuple(library.card(name).number for name in ("Ashmark Penitent", "Orchard of Bells") * 3)
    network = load_network()
    before, after = chances(network, game)[0], chances(network, rich)[0]
    assert before.sum() == pytest.approx(1)
    assert after[0] > before[0] + 0.05, "six good cards for nothing"


TAUGHT_WITH = "f4b222295ab7f388"


def test_the_network_was_taught_with_these_numbers() -> None:
    """A network knows cards by their traits alone. Where the judgement or a card has changed, it has to be taught anew
    (`vigil train`), or at least measured again (`make ladder`); then the new fingerprint goes here."""
    text = "\n".join(" ".join(f"{trait:.3f}" for trait in card) for card in card_features(LIBRARY))
    assert blake2b(text.encode(), digest_size=8).hexdigest() == TAUGHT_WITH
