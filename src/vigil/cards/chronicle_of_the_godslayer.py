"""Chronicle of the Godslayer: the first set. 48 different cards, 100 in the center deck."""

from __future__ import annotations

from vigil.engine.vocabulary import *

CARDS = [
    # Enlightened
    Hero("Arha Initiate", ENLIGHTENED, cost=Runes(1), honor=1, copies=3, play=[Draw(1)]),
    Hero("Arha Templar", ENLIGHTENED, cost=Runes(4), honor=3, copies=2, play=[Defeat(MONSTER & CostsAtMost(4))]),
    Hero("Ascetic of the Lidless Eye", ENLIGHTENED, cost=Runes(5), honor=2, copies=2, play=[Draw(2)]),
    Hero("Master Dhartha", ENLIGHTENED, cost=Runes(7), honor=3, play=[Draw(3)]),
    Hero("Oziah the Peerless", ENLIGHTENED, cost=Runes(6), honor=3, play=[Defeat(MONSTER & CostsAtMost(6))]),
    Hero(
        "Seer of the Forked Path",
        ENLIGHTENED,
        cost=Runes(2),
        honor=1,
        copies=3,
        play=[Draw(1), May(Banish(CENTER_ROW))],
    ),
    Construct(
        "Tablet of Time's Dawn", ENLIGHTENED, cost=Runes(5), honor=2, abilities=[AnyTime(ExtraTurn(), banish_this=True)]
    ),
    Hero("Temple Librarian", ENLIGHTENED, cost=Runes(2), honor=1, copies=3, play=[Discard(1, then=[Draw(2)])]),
    Construct("The All-Seeing Eye", ENLIGHTENED, cost=Runes(6), honor=2, abilities=[OncePerTurn(Draw(1))]),
    Hero("Twofold Askara", ENLIGHTENED, cost=Runes(4), honor=2, play=[CopyHero(HERO)]),
    # Lifebound
    Hero("Cetra, Weaver of Stars", LIFEBOUND, cost=Runes(7), honor=4, play=[Acquire(HERO, to=TOP_OF_DECK)]),
    Hero(
        "Druids of the Stone Circle",
        LIFEBOUND,
        cost=Runes(4),
        honor=3,
        copies=2,
        play=[Acquire(HERO & CostsAtMost(3), to=TOP_OF_DECK)],
    ),
    Hero("Flytrap Witch", LIFEBOUND, cost=Runes(5), honor=2, copies=2, play=[Gain(honor=2), Draw(1)]),
    Hero("Landtalker", LIFEBOUND, cost=Runes(6), honor=3, play=[Gain(runes=3)]),
    Hero("Lifebound Initiate", LIFEBOUND, cost=Runes(1), honor=1, copies=3, play=[Gain(runes=1, honor=1)]),
    Hero(
        "Runic Lycanthrope",
        LIFEBOUND,
        cost=Runes(3),
        honor=1,
        copies=2,
        play=[Gain(runes=2), If(Played(LIFEBOUND & HERO, another=True), Gain(power=2))],
    ),
    Construct(
        "Snapdragon",
        LIFEBOUND,
        cost=Runes(5),
        honor=2,
        copies=2,
        abilities=[OncePerTurn(Gain(runes=1)), When(ON_PLAY, LIFEBOUND & HERO, Gain(honor=1), first=True)],
    ),
    Hero("Wolf Shaman", LIFEBOUND, cost=Runes(3), honor=1, copies=3, play=[Gain(runes=1), Draw(1)]),
    Construct(
        "Yggdrasil Staff",
        LIFEBOUND,
        cost=Runes(4),
        honor=2,
        copies=2,
        abilities=[OncePerTurn(Gain(power=1)), OncePerTurn(Gain(honor=3), runes=4)],
    ),
    # Mechana
    Hero(
        "Avatar Golem",
        MECHANA,
        cost=Runes(4),
        honor=2,
        copies=2,
        play=[Gain(power=2), ForEach(FactionsInPlay(), Gain(honor=1))],
    ),
    Construct(
        "Burrower Mark II",
        MECHANA,
        cost=Runes(3),
        honor=3,
        copies=2,
        abilities=[When(ON_ENTER, MECHANA & CONSTRUCT, Draw(1), once=True)],
    ),
    Construct(
        "Hedron Cannon",
        MECHANA,
        cost=Runes(8),
        honor=8,
        abilities=[OncePerTurn(ForEach(InPlay(MECHANA & CONSTRUCT), Gain(power=1)))],
    ),
    Construct("Hedron Link Device", MECHANA, cost=Runes(7), honor=7, abilities=[ConstructsBecome(MECHANA)]),
    Hero(
        "Kor, the Ferromancer",
        MECHANA,
        cost=Runes(3),
        honor=2,
        play=[Gain(power=2), If(Control(CONSTRUCT, at_least=2), Draw(1))],
    ),
    Hero("Mechana Initiate", MECHANA, cost=Runes(1), honor=1, copies=3, play=[Choose(Gain(runes=1), Gain(power=1))]),
    Hero("Reactor Monk", MECHANA, cost=Runes(4), honor=2, copies=2, play=[Gain(runes=2), NextConstructCostsLess(1)]),
    Construct(
        "Rocket Courier X-99",
        MECHANA,
        cost=Runes(4),
        honor=4,
        copies=2,
        abilities=[Redirect(MECHANA & CONSTRUCT, INTO_PLAY, once=True)],
    ),
    Construct(
        "The Grand Design", MECHANA, cost=Runes(6), honor=6, copies=2, abilities=[OncePerTurn(Gain(mechana_runes=2))]
    ),
    Construct(
        "Watchmaker's Altar", MECHANA, cost=Runes(5), honor=5, copies=2, abilities=[OncePerTurn(Gain(mechana_runes=1))]
    ),
    # Void
    Hero("Arbiter of the Precipice", VOID, cost=Runes(4), honor=1, copies=2, play=[Draw(2), Banish(HAND)]),
    Hero("Demon Slayer", VOID, cost=Runes(4), honor=2, copies=2, play=[Gain(power=3)]),
    Hero("Emri, One with the Void", VOID, cost=Runes(6), honor=3, play=[Gain(power=4)]),
    Construct("Muramasa", VOID, cost=Runes(7), honor=4, abilities=[OncePerTurn(Gain(power=3))]),
    Hero(
        "Shade of the Black Watch",
        VOID,
        cost=Runes(3),
        honor=1,
        copies=3,
        play=[Gain(power=2), May(Banish(HAND | DISCARD))],
    ),
    Construct("Shadow Star", VOID, cost=Runes(3), honor=2, copies=2, abilities=[OncePerTurn(Gain(power=1))]),
    Hero("Spike Vixen", VOID, cost=Runes(2), honor=1, copies=2, play=[Gain(power=1), Draw(1)]),
    Hero("Void Initiate", VOID, cost=Runes(1), honor=1, copies=3, play=[Gain(runes=1), May(Banish(HAND | DISCARD))]),
    Construct(
        "Voidthirster",
        VOID,
        cost=Runes(5),
        honor=3,
        copies=2,
        abilities=[OncePerTurn(Gain(power=1)), When(ON_DEFEAT, MONSTER, Gain(honor=1), first=True, in_row=True)],
    ),
    # Monsters
    Monster(
        "Avatar of the Fallen",
        cost=Power(7),
        abilities=[Unbanishable()],
        reward=[Gain(honor=4), May(AcquireOrDefeat())],
    ),
    Monster("Corrosive Widow", cost=Power(4), copies=4, reward=[Gain(honor=3), EachOpponent(Destroy(1))]),
    Monster("Earth Tyrant", cost=Power(6), copies=2, reward=[Gain(honor=5), Draw(2)]),
    Monster("Mephit", cost=Power(3), copies=3, reward=[Gain(honor=2), May(Banish(CENTER_ROW))]),
    Monster(
        "Mistake of Creation",
        cost=Power(4),
        copies=4,
        reward=[Gain(honor=4), May(Banish(CENTER_ROW)), May(Banish(DISCARD))],
    ),
    Monster("Samael's Trickster", cost=Power(3), copies=4, reward=[Gain(honor=1, runes=1)]),
    Monster("Sea Tyrant", cost=Power(5), copies=3, reward=[Gain(honor=5), EachOpponent(DestroyAllButOne())]),
    Monster("Tormented Soul", cost=Power(3), copies=3, reward=[Gain(honor=1), Draw(1)]),
    Monster("Wind Tyrant", cost=Power(5), copies=3, reward=[Gain(honor=3, runes=3)]),
    Monster("Xeron, Duke of Lies", cost=Power(6), reward=[Gain(honor=3), TakeRandomCards()]),
]

SET = CardSet(
    "chronicle-of-the-godslayer",
    "Chronicle of the Godslayer",
    CARDS,
    starting={"Apprentice": 8, "Militia": 2},
    supply={"Mystic": 30, "Heavy Infantry": 29},
    standing=["Cultist"],
)
