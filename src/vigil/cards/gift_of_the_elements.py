"""Gift of the Elements: empower, infest, events that transform. 55 different cards, 107 in the center deck."""

from __future__ import annotations

from vigil.engine.vocabulary import *

from .nodes import MYSTIC, MYSTIC_OR_INFANTRY, BanishThis, DiscardTwoKeepThePair


def PayToTransform(into: str, runes: int = 0, power: int = 0) -> Use:
    return Use((Transform(into),), runes=runes, power=power, once=False)


VOID_IN_DISCARD = InDiscard(VOID)

CARDS = [
    # Enlightened
    Event(
        "Dhartha's Trial",
        ENLIGHTENED,
        OncePerTurn(Draw(1), only_if=Played(MYSTIC_OR_INFANTRY)),
        PayToTransform("Dhartha, Eternal Seer", runes=8),
        becomes="Dhartha, Eternal Seer",
    ),
    Hero("Radiant Aspirant", ENLIGHTENED, cost=Runes(1), honor=1, copies=2, empower=True, play=[Draw(1)]),
    Hero("Water Elemental", ENLIGHTENED, cost=Runes(2), honor=1, copies=3, play=[Draw(1)], banished=[Draw(2)]),
    Hero(
        "Sister of the Wind",
        ENLIGHTENED,
        cost=Runes(3),
        honor=1,
        copies=2,
        play=[BanishThis(Banish(HAND, then=[Acquire(MYSTIC_OR_INFANTRY, SUPPLY, to=TO_HAND, count=2, at_least=1)]))],
    ),
    Hero(
        "Yuk Tribe Outcast",
        ENLIGHTENED,
        cost=Runes(3),
        honor=1,
        copies=3,
        play=[
            Draw(1),
            Banish(CENTER_ROW),
            May(Banish(HAND, Named("Yuk Tribe Outcast") | Named("Yuk Tribe Gremlin"), then=[AcquireOrDefeat()])),
        ],
    ),
    Hero(
        "Thunder Templar",
        ENLIGHTENED,
        cost=Runes(4),
        honor=2,
        copies=2,
        empower=True,
        play=[Defeat(MONSTER & CostsAtMost(5))],
    ),
    Hero("Whirlwind Ascetic", ENLIGHTENED, cost=Runes(5), honor=3, copies=2, play=[Draw(3), DiscardTwoKeepThePair()]),
    Hero(
        "Brother Laias",
        ENLIGHTENED,
        cost=Runes(6),
        honor=4,
        empower=True,
        arrives=Redirect(HERO, TO_HAND, must=True, only_if=Played(MYSTIC), this=True),
        play=[Draw(2)],
    ),
    Hero(
        "Sonny, Lightwielder", ENLIGHTENED, cost=Runes(7), honor=5, empower=True, play=[Defeat(MONSTER, may_send=True)]
    ),
    Construct(
        "Piercing Eye",
        ENLIGHTENED,
        cost=Runes(1),
        honor=1,
        copies=2,
        abilities=[OncePerTurn(Draw(1), only_if=DefeatedInRow())],
    ),
    Construct(
        "Temple of the Wind",
        ENLIGHTENED,
        cost=Runes(6),
        honor=4,
        abilities=[OncePerTurn(May(Banish(DISCARD, then=[Acquire(MYSTIC_OR_INFANTRY, SUPPLY)])))],
    ),
    # Lifebound
    Event(
        "Cetra's Trial",
        LIFEBOUND,
        PriceCut(HERO, by=1, minimum=1),
        PayToTransform("Cetra, Celestial Body", runes=8),
        becomes="Cetra, Celestial Body",
    ),
    Hero(
        "Keen-eyed Aspirant", LIFEBOUND, cost=Runes(1), honor=1, copies=3, empower=True, play=[Gain(runes=1, honor=1)]
    ),
    Hero(
        "Thicket Familiar",
        LIFEBOUND,
        cost=Runes(2),
        honor=1,
        copies=2,
        empower=True,
        play=[RevealTopCard(EMPOWERED, honor=2)],
    ),
    Hero(
        "Verdant Elemental", LIFEBOUND, cost=Runes(3), honor=1, copies=3, play=[Gain(honor=3)], banished=[Gain(honor=3)]
    ),
    Hero(
        "Flourishing Druidess",
        LIFEBOUND,
        cost=Runes(3),
        honor=2,
        copies=3,
        empower=True,
        play=[Gain(runes=2), If(MostHonor(), Gain(runes=1))],
    ),
    Hero("Kiri, Meadow Witch", LIFEBOUND, cost=Runes(5), honor=2, play=[Draw(1), Unite(LIFEBOUND, Gain(honor=5))]),
    Hero(
        "Hearthglow Clique",
        LIFEBOUND,
        cost=Runes(5),
        honor=2,
        copies=2,
        empower=True,
        play=[Gain(runes=2, honor=2), Unite(LIFEBOUND, Draw(1))],
    ),
    Hero(
        "Earthmender Pura",
        LIFEBOUND,
        cost=Runes(6),
        honor=4,
        play=[Gain(runes=3), May(SendCard(HAND | DISCARD, MONSTER, anyone=False))],
    ),
    Construct(
        "Wildbark Mail",
        LIFEBOUND,
        cost=Runes(1),
        honor=1,
        copies=2,
        abilities=[OncePerTurn(Gain(honor=2), only_if=DefeatedInRow())],
    ),
    Construct(
        "Temple of Heroes",
        LIFEBOUND,
        cost=Runes(4),
        honor=3,
        copies=2,
        abilities=[OncePerTurn(Gain(honor=2), only_if=Played((LIFEBOUND & HERO) | MONSTER))],
    ),
    # Mechana
    Event(
        "Reysa's Trial",
        MECHANA,
        PriceCut(CONSTRUCT, by=1, minimum=1),
        PayToTransform("Forgemother Reysa", runes=8),
        becomes="Forgemother Reysa",
    ),
    Hero("Innovative Aspirant", MECHANA, cost=Runes(1), honor=1, copies=2, empower=True, play=[Gain(runes=1, power=1)]),
    Hero(
        "Scrap Weaver",
        MECHANA,
        cost=Runes(2),
        honor=1,
        copies=2,
        play=[Draw(1), ThisTurn(Redirect(CONSTRUCT, INTO_PLAY), once=True)],
    ),
    Hero("Iron Elemental", MECHANA, cost=Runes(3), honor=1, copies=3, play=[Gain(runes=2)], banished=[Gain(runes=2)]),
    Hero(
        "Conduit Monk",
        MECHANA,
        cost=Runes(6),
        honor=4,
        copies=2,
        empower=True,
        play=[Gain(runes=3), CountMoreMechana(2)],
    ),
    Construct(
        "Elemental Projector",
        MECHANA,
        cost=Runes(2),
        honor=2,
        copies=2,
        abilities=[OncePerTurn(Gain(power=2), only_if=Control(MECHANA & CONSTRUCT, 2))],
    ),
    Construct(
        "Processing Hub",
        MECHANA,
        cost=Runes(3),
        honor=3,
        copies=2,
        abilities=[OncePerTurn(Gain(runes=2), only_if=Control(MECHANA & CONSTRUCT, 3))],
    ),
    Construct(
        "Spire of Insight",
        MECHANA,
        cost=Runes(4),
        honor=4,
        copies=2,
        abilities=[OncePerTurn(Draw(2), only_if=Control(MECHANA & CONSTRUCT, 4))],
    ),
    Construct(
        "Blast Goggles",
        MECHANA,
        cost=Runes(5),
        honor=5,
        copies=2,
        abilities=[OncePerTurn(Gain(honor=5), only_if=Control(MECHANA & CONSTRUCT, 5))],
    ),
    Construct("Cell Block E", MECHANA, cost=Runes(7), honor=7, abilities=[Captures()]),
    Construct(
        "P.R.I.M.E Directive",
        MECHANA,
        cost=Runes(8),
        honor=8,
        abilities=[OncePerTurn(WinTheGame(), only_if=Control(MECHANA & CONSTRUCT, 8))],
    ),
    # Void
    Event(
        "Emri's Trial",
        VOID,
        PriceCut(MONSTER, by=1, minimum=1),
        PayToTransform("Emri, Born of Battle", runes=8),
        becomes="Emri, Born of Battle",
    ),
    Hero("Deranged Aspirant", VOID, cost=Runes(1), honor=1, copies=3, empower=True, play=[May(Banish(HAND | DISCARD))]),
    Hero("Shadow Elemental", VOID, cost=Runes(2), honor=1, copies=3, play=[Gain(power=2)], banished=[Gain(power=2)]),
    Hero(
        "Patient Assassin",
        VOID,
        cost=Runes(3),
        honor=2,
        copies=2,
        play=[Gain(power=2), If(VOID_IN_DISCARD, Gain(power=1))],
    ),
    Hero(
        "Venom Priestess", VOID, cost=Runes(4), honor=3, copies=2, play=[Gain(power=2), May(Banish(PLAYED | DISCARD))]
    ),
    Hero(
        "Voidrift Stalker",
        VOID,
        cost=Runes(5),
        honor=4,
        copies=2,
        empower=True,
        play=[Gain(power=3), If(VOID_IN_DISCARD, Draw(1))],
    ),
    Hero(
        "Grand-Arbiter Todd",
        VOID,
        cost=Runes(6),
        honor=3,
        empower=True,
        play=[Draw(2), Banish(HAND, then=[Draw(1)], then_if=MONSTER)],
    ),
    Hero(
        "Ulan, the Crusher",
        VOID,
        cost=Runes(6),
        honor=4,
        empower=True,
        play=[Gain(power=4), If(Control(Named("Ulan's Fist", unique=True)), Draw(1))],
    ),
    Construct(
        "Madness' Embrace",
        VOID,
        cost=Runes(1),
        honor=1,
        copies=2,
        abilities=[OncePerTurn(May(Banish(HAND | DISCARD)), only_if=DefeatedInRow())],
    ),
    Construct(
        "Oblivion Blossoms",
        VOID,
        cost=Runes(3),
        honor=2,
        copies=2,
        abilities=[OncePerTurn(Gain(power=1)), OncePerTurn(Gain(honor=1), only_if=HaveBanished())],
    ),
    Construct(
        "Ulan's Fist",
        VOID,
        cost=Runes(6),
        honor=4,
        abilities=[
            OncePerTurn(Gain(power=2)),
            OncePerTurn(Gain(power=2), only_if=Played(Named("Ulan, the Crusher", unique=True))),
        ],
    ),
    # No faction
    Event(
        "Xeron's Trial",
        None,
        When(ON_PLAY, MONSTER, Gain(power=2)),
        PayToTransform("Xeron, False Ally", power=8),
        becomes="Xeron, False Ally",
    ),
    Monster("Nom Tribe Gremlin", cost=Power(1), copies=4, reward=[Gain(honor=1)], infest=True, play=[MaySendThis()]),
    Monster("Yuk Tribe Gremlin", cost=Power(2), copies=4, reward=[Gain(honor=1)], infest=True),
    Monster("Bam Tribe Gremlins", cost=Power(3), copies=4, reward=[Gain(honor=2)], infest=True),
    Monster("Bramble Elemental", cost=Power(4), copies=4, reward=[Gain(honor=5), May(Banish(HAND | DISCARD))]),
    Monster(
        "Wildfire Elemental", cost=Power(4), copies=2, reward=[Gain(honor=4), Banish(CENTER_ROW, count=2, at_least=0)]
    ),
    Monster("Unspeakable Doom", cost=Power(5), copies=2, reward=[Gain(honor=5), ShowHands(MONSTER, honor=2)]),
    Monster("Tectonic Thrasher", cost=Power(5), copies=2, reward=[Gain(honor=4), EachOpponent(Destroy(2))]),
    Monster("Static Elemental", cost=Power(6), reward=[Gain(honor=5), EachOpponent(LiftConstructs())]),
    Monster(
        "Eek Tribe Gremlin",
        cost=Power(6),
        reward=[Gain(honor=5), SendCard(THE_VOID, MONSTER, anyone=True)],
        infest=True,
    ),
    Monster("Yur, Eye of Chaos", cost=Power(7), reward=[Gain(honor=4), Draw(3)]),
    Monster(
        "Deluge Elemental",
        cost=Power(8),
        reward=[Gain(honor=6), Banish(HAND | DECK | DISCARD | PLAYED, count=4, at_least=0)],
    ),
]

TRANSFORMED = [
    Hero("Dhartha, Eternal Seer", ENLIGHTENED, cost=Runes(8), honor=6, play=[Draw(4)]),
    Hero(
        "Cetra, Celestial Body",
        LIFEBOUND,
        cost=Runes(8),
        honor=6,
        play=[Gain(honor=HonorOf(CENTER_ROW, HERO_OR_CONSTRUCT))],
    ),
    Hero(
        "Forgemother Reysa",
        MECHANA,
        cost=Runes(8),
        honor=6,
        play=[Choose(Draw(1), Acquire(CONSTRUCT, CENTER_ROW, count=EVERY_ONE, at_least=0))],
    ),
    Hero(
        "Emri, Born of Battle",
        VOID,
        cost=Runes(8),
        honor=6,
        play=[
            Gain(power=4),
            ThisTurn(When(ON_DEFEAT, MONSTER, TakeHonor(2, from_everyone=True), in_row=True), once=True),
        ],
    ),
    Hero(
        "Xeron, False Ally",
        None,
        cost=Runes(8),
        honor=6,
        play=[
            Gain(runes=5),
            ForEach(CardsIn(PLAYED, MONSTER), Gain(runes=2)),
            ThisTurn(When(ON_PLAY, MONSTER, Gain(runes=2))),
        ],
    ),
]

SET = CardSet(
    "gift-of-the-elements",
    "Gift of the Elements",
    CARDS,
    starting={"Apprentice": 8, "Militia": 2},
    supply={"Mystic": 20, "Heavy Infantry": 20},
    standing=["Cultist"],
    transformed=TRANSFORMED,
)
