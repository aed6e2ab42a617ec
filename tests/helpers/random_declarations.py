"""Declarations that nobody would write, as text: everything that the vocabulary allows, with any numbers."""

from __future__ import annotations

from random import Random

from tests.helpers.libraries import fresh_library
from tests.helpers.problems import problems
from vigil.engine import vocabulary
from vigil.engine.card import Card
from vigil.engine.errors import BadCard
from vigil.engine.setup import Setup, deal
from vigil.engine.snapshot import checksum, restore, snapshot
from vigil.engine.vocabulary import CardSet

WORDS = {name: getattr(vocabulary, name) for name in vocabulary.WORDS}
FILTERS = (
    "ANY HERO CONSTRUCT MONSTER TREASURE ENLIGHTENED LIFEBOUND MECHANA VOID LIGHT DARK EMPOWERED "
    "HERO_OR_CONSTRUCT CostsAtMost(N) Named('Mystic') Named('X',unique=True) (F&F) (F|F) "
)
PLACES = "HAND DISCARD DECK PLAYED CENTER_ROW ANYWHERE SUPPLY THE_VOID (P|P)"
CONDITIONS = (
    "Control(F) Control(F,N) DefeatedInRow() Energized(N) HaveBanished() InDiscard(F) IsDay() "
    "IsNight() MostHonor() Played(F) Played(F,another=True) Played(F,F) PutIntoPlay(F) RowIsAll(O) (C|C) "
)
AMOUNTS = (
    "CardsIn(P) CardsIn(DISCARD,F) CardsIn(PLAYED,F) EnergyGained() FactionsInPlay() InPlay(F) TreasureUnderThis() V"
)
VALUES = "HonorOf(P) PowerCostOf(CENTER_ROW,F) RuneCostOf(HAND) HonorOf(THAT_CARD) PowerCostOf(THAT_CARD)"
EFFECTS = (
    "Gain(runes=N) Gain(power=N) Gain(honor=N) Gain(energy=N,mechana_runes=N) Gain(honor=V,power=N) "
    "Draw(N) GrowPool(N) GrowRow() ExtraTurn() WinTheGame() "
    "If(C,E) If(C,E,E) Energize(N,E) ByDay(E) ByNight(E) Instead(E,C,E) "
    "ForEach(A,E) Choose(E,E) MayPay(N,E) EachPlayer(E) EachOpponent(E) ToEachOpponent(E) TakeHonor(N) "
    "TakeHonor(N,from_everyone=True) ThisTurn(B) ThisTurn(B,once=True) PlayOrHavePlayed(F,E) "
    "PlayOrHavePlayed(F,E,another=True) Unite(VOID,E) Banish(P) Banish(P,F,N) Banish(P,F,N,at_least=N) "
    "Banish(P,then=[E]) Banish(P,F,then=[E],then_if=F) May(E) May(E) Discard(N) Discard(N,then=[E]) Destroy(N) "
    "Destroy(EVERY_ONE) DestroyAllButOne() Acquire(F) Acquire(F,P) Acquire(F,P,to=D) Acquire(F,P,to=D,count=N) "
    "Acquire(F,count=EVERY_ONE,at_least=0) AcquireOrDefeat() Defeat(F) Defeat(F,P,count=N) "
    "Defeat(MONSTER,CENTER_ROW,count=EVERY_ONE) AcquireOrDefeat(count=EVERY_ONE) Banish(P,F,EVERY_ONE) "
    "CopyHero(F) CopyHero(F,again_if=C) Transform('Y') DiscardRandomThenTakeOne() LiftConstructs() MaySendThis() "
    "RevealTopCard(F,N) SendCard(P,F,True) SendCard(P,F,False) ShowHands(F,N) TakeRandomCards() "
    "NextConstructCostsLess(N) NextTreasureMonsterCostsLess(N) MixPayments() CountMoreMechana(N) HuntInTheVoid() "
)
ABILITIES = (
    "OncePerTurn(E) OncePerTurn(E,only_if=C) OncePerTurn(E,runes=N) AnyTime(E,banish_this=True) Trophy(E) "
    "AnyTime(E,destroy_this=True) AnyTime(E,banish_this=True,with_twin=True) Trophy(E,only_if=C) B B "
    "BringsDay(F,N) Captures() ConstructsBecome(VOID) PriceCut(F,N,N) TreasurePriceCut(N) "
    "Unbanishable() "
)
TRIGGERS = (
    "When(ON_PLAY,F,E) When(ON_ENTER,F,E) When(ON_ACQUIRE,F,E) When(ON_DEFEAT,F,E) When(ON_PLAY,F,E,first=True) "
    "When(ON_ACQUIRE,F,E,once=True) When(ON_DEFEAT,F,E,in_row=True) When(ON_ACQUIRE,F,E,also_on=ON_DEFEAT) "
    "Redirect(F,D) Redirect(F,D,must=True) Redirect(F,D,once=True) Redirect(F,D,only_if=C) "
)
CARDS = (
    "Hero('X',VOID,cost=Runes(N),copies=6,play=[E,E],fate=[E],banished=[E]) "
    "Hero('X',cost=RunesOrPower(N),copies=6,play=[E],empower=True) "
    "Hero('X',MECHANA,cost=Runes(N)+Power(N),copies=6,orb=O,play=[E],arrives=Redirect(F,D,this=True),free_if=C) "
    "Construct('X',MECHANA,cost=Runes(N),honor=N,copies=6,abilities=[U,U],play=[E],fate=[E]) "
    "Construct('X',VOID,cost=Runes(N),honor=N,copies=6,abilities=[U],arrives=Redirect(F,D,this=True,only_if=C)) "
    "Monster('X',cost=Power(N),copies=2,reward=[E,E],trophy=[U]) "
    "Monster('X',cost=Power(N),copies=2,reward=[E],infest=True,cheaper=(C,N)) "
    "Monster('X',cost=Power(N),copies=2,reward=[E],abilities=[U],play=[E],free_if=C) "
    "Event('X',VOID,U,U,becomes='Y')"
)
CHOICES = {
    "F": FILTERS,
    "P": PLACES,
    "C": CONDITIONS,
    "A": AMOUNTS,
    "V": VALUES,
    "E": EFFECTS,
    "U": ABILITIES,
    "B": TRIGGERS,
    "N": "-1 0 1 1 1 1 1 2 2 2 2 2 3 3 3 3 4 5 6 7",
    "O": "0 LIGHT_ORB DARK_ORB",
    "D": "INTO_PLAY TO_HAND TOP_OF_DECK",
}
SIMPLE = {"E": "Draw(1)", "F": "HERO", "P": "HAND", "C": "IsDay()"}
"""What is written where a declaration would become too deep."""
DEEP = 4


def declaration(random: Random) -> str:
    """The text of a declaration of a card called X."""
    return _filled(random.choice(CARDS.split()), random, 0)


def _filled(text: str, random: Random, depth: int) -> str:
    """Single capital letters stand for a choice."""
    parts = []
    for index, letter in enumerate(text):
        around = text[max(0, index - 1) : index] + text[index + 1 : index + 2]
        if letter not in CHOICES or any(each.isalnum() or each in "_'" for each in around):
            parts.append(letter)
        elif depth >= DEEP and letter in SIMPLE:
            parts.append(SIMPLE[letter])
        else:
            parts.append(_filled(random.choice(CHOICES[letter].split()), random, depth + 1))
    return "".join(parts)


def declared(text: str) -> Card:
    card: Card = eval(text, dict(WORDS))
    return card


def played(card: Card, seed: int, steps: int = 60) -> str:
    """A checksum of a game in which everybody has the card, or can take it; the text of the card is read on the way."""
    assert card.lines() is not None
    assert card.keywords is not None
    transformed = [declared("Hero('Y',play=[Draw(1)])")] if card.is_event else []
    starting = {"Apprentice": 4, "Militia": 4} | ({} if card.is_monster or card.is_event else {"X": 8})
    filler = [declared("Hero('Z',VOID,cost=Runes(1),play=[Gain(runes=2,power=2,energy=1)],copies=6)")]
    box = CardSet(
        "own",
        "Own",
        [*filler, card],
        starting=starting,
        supply={"Mystic": 9},
        standing=["Cultist"],
        transformed=transformed,
    )
    library = fresh_library()
    library.add_set(box)
    game = deal(Setup(library, 2, ["own"]), seed)
    random = Random(seed)
    for _ in range(steps):
        if game.decision is None:
            break
        assert problems(game) == []
        options = game.decision.options
        assert game.decision.prompt
        game.choose(options[0] if random.random() < 0.6 else random.choice(options))
    assert snapshot(restore(library, snapshot(game))) == snapshot(game)
    return checksum(game)


def results(count: int) -> list[str]:
    """For each of so many declarations why it is refused, or the checksum of a game with it."""
    found = []
    for seed in range(count):
        try:
            found.append(played(declared(declaration(Random(seed))), seed))
        except BadCard as error:
            found.append(str(error))
    return found
