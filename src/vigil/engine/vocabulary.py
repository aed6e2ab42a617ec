# ruff: noqa: I001
"""The vocabulary of card declarations: the names imported here under their own name, and those defined below."""

from . import terms as _terms
from .abilities import (
    ON_ACQUIRE as ON_ACQUIRE,
    ON_DEFEAT as ON_DEFEAT,
    ON_ENTER as ON_ENTER,
    ON_PLAY as ON_PLAY,
    Ability as Ability,
    AnyTime as AnyTime,
    BringsDay as BringsDay,
    ConstructsBecome as ConstructsBecome,
    OncePerTurn as OncePerTurn,
    PriceCut as PriceCut,
    Redirect as Redirect,
    TreasurePriceCut as TreasurePriceCut,
    Trophy as Trophy,
    Unbanishable as Unbanishable,
    Use as Use,
    When as When,
)
from .amounts import (
    THAT_CARD as THAT_CARD,
    Amount as Amount,
    CardsIn as CardsIn,
    EnergyGained as EnergyGained,
    FactionsInPlay as FactionsInPlay,
    HonorOf as HonorOf,
    InPlay as InPlay,
    PowerCostOf as PowerCostOf,
    RuneCostOf as RuneCostOf,
    TreasureUnderThis as TreasureUnderThis,
)
from .effects.combine import (
    ByDay as ByDay,
    ByNight as ByNight,
    Choose as Choose,
    Energize as Energize,
    ForEach as ForEach,
    If as If,
    Instead as Instead,
    MayPay as MayPay,
    PlayOrHavePlayed as PlayOrHavePlayed,
    ThisTurn as ThisTurn,
    Unite as Unite,
)
from .effects.gain import (
    Draw as Draw,
    ExtraTurn as ExtraTurn,
    Gain as Gain,
    GrowPool as GrowPool,
    GrowRow as GrowRow,
    WinTheGame as WinTheGame,
)
from .effects.other_players import (
    EachOpponent as EachOpponent,
    EachPlayer as EachPlayer,
    TakeHonor as TakeHonor,
    ToEachOpponent as ToEachOpponent,
)
from .capture import Captures as Captures
from .card import Card as Card, Power as Power, Runes as Runes, RunesOrPower as RunesOrPower
from .conditions import (
    Control as Control,
    DefeatedInRow as DefeatedInRow,
    Energized as Energized,
    HaveBanished as HaveBanished,
    InDiscard as InDiscard,
    IsDay as IsDay,
    IsNight as IsNight,
    MostHonor as MostHonor,
    Played as Played,
    PutIntoPlay as PutIntoPlay,
    RowIsAll as RowIsAll,
)
from .declarations import (
    Construct as Construct,
    Event as Event,
    Hero as Hero,
    May as May,
    Monster as Monster,
    Treasure as Treasure,
)
from .effect import Effect as Effect
from .filters import (
    ANY as ANY,
    CONSTRUCT as CONSTRUCT,
    DARK as DARK,
    EMPOWERED as EMPOWERED,
    ENLIGHTENED as ENLIGHTENED,
    HERO as HERO,
    LIFEBOUND as LIFEBOUND,
    LIGHT as LIGHT,
    MECHANA as MECHANA,
    MONSTER as MONSTER,
    TREASURE as TREASURE,
    VOID as VOID,
    CostsAtMost as CostsAtMost,
    Named as Named,
)
from .effects.hands import (
    DiscardRandomThenTakeOne as DiscardRandomThenTakeOne,
    LiftConstructs as LiftConstructs,
    MaySendThis as MaySendThis,
    RevealTopCard as RevealTopCard,
    SendCard as SendCard,
    ShowHands as ShowHands,
    TakeRandomCards as TakeRandomCards,
)
from .library import CardSet as CardSet
from .places import (
    ANYWHERE as ANYWHERE,
    CENTER_ROW as CENTER_ROW,
    DECK as DECK,
    DISCARD as DISCARD,
    HAND as HAND,
    PLAYED as PLAYED,
    THE_VOID as THE_VOID,
)
from .effects.select import (
    EVERY_ONE as EVERY_ONE,
    Banish as Banish,
    Destroy as Destroy,
    DestroyAllButOne as DestroyAllButOne,
    Discard as Discard,
    Select as Select,
)
from .effects.acquire import (
    HERO_OR_CONSTRUCT as HERO_OR_CONSTRUCT,
    SUPPLY as SUPPLY,
    Acquire as Acquire,
    AcquireOrDefeat as AcquireOrDefeat,
    Defeat as Defeat,
    Transform as Transform,
)
from .effects.copy_hero import CopyHero as CopyHero
from .effects.turn_rules import (
    CountMoreMechana as CountMoreMechana,
    HuntInTheVoid as HuntInTheVoid,
    MixPayments as MixPayments,
    NextConstructCostsLess as NextConstructCostsLess,
    NextTreasureMonsterCostsLess as NextTreasureMonsterCostsLess,
)
from .terms import DARK_ORB as DARK_ORB, LIGHT_ORB as LIGHT_ORB

INTO_PLAY = _terms.CONSTRUCTS_ZONE
TO_HAND = _terms.HAND_ZONE
TOP_OF_DECK = _terms.DECK_ZONE

WORDS = tuple(name for name in dir() if not name.startswith("_"))
"""All names of the vocabulary."""
