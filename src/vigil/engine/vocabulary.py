"""Everything that a card's declaration is written with."""

from .abilities import (
    ON_ACQUIRE,
    ON_DEFEAT,
    ON_ENTER,
    ON_PLAY,
    Ability,
    AnyTime,
    BringsDay,
    Captures,
    ConstructsBecome,
    OncePerTurn,
    PriceCut,
    Redirect,
    TreasurePriceCut,
    Trophy,
    Unbanishable,
    Use,
    When,
)
from .amounts import (
    Amount,
    CardsInDiscard,
    CardsPlayed,
    EnergyGained,
    FactionsInPlay,
    InPlay,
    TreasureUnderThis,
)
from .basic import (
    ByDay,
    ByNight,
    Choose,
    Draw,
    EachOpponent,
    EachPlayer,
    Energize,
    ExtraTurn,
    ForEach,
    Gain,
    GrowPool,
    GrowRow,
    If,
    Instead,
    MayPay,
    PlayOrHavePlayed,
    TakeHonor,
    TakeHonorFromAll,
    ThisTurn,
    ToEachOpponent,
    Unite,
    WinTheGame,
)
from .card import Card, Construct, Event, Hero, Monster, Power, Runes, RunesOrPower, Treasure
from .conditions import (
    Control,
    DefeatedInRow,
    Energized,
    GainedEnergy,
    HaveBanished,
    InDiscard,
    IsDay,
    IsNight,
    MostHonor,
    Played,
    PlayedEach,
    PutIntoPlay,
    RowIsAll,
)
from .effect import Effect
from .filters import (
    ANOTHER,
    ANY,
    CONSTRUCT,
    DARK,
    EMPOWERED,
    ENLIGHTENED,
    HERO,
    LIFEBOUND,
    LIGHT,
    MECHANA,
    MONSTER,
    TREASURE,
    VOID,
    CostsAtMost,
    Named,
)
from .hands import (
    DiscardRandomThenTakeOne,
    LiftConstructs,
    MaySendThis,
    RevealTopCard,
    SendCard,
    ShowHands,
    TakeRandomCards,
)
from .library import CardSet
from .places import ANYWHERE, CENTER_ROW, DECK, DISCARD, HAND, PLAYED, THE_VOID
from .select import EVERY_ONE, Banish, Destroy, DestroyAll, DestroyAllButOne, Discard, May, Select
from .taking import (
    HERO_OR_CONSTRUCT,
    SUPPLY,
    Acquire,
    AcquireOrDefeat,
    CopyHero,
    Defeat,
    DefeatAll,
    TakeAll,
    Transform,
)
from .terms import DARK_ORB, LIGHT_ORB, MECHANA_FACTION
from .terms import CONSTRUCTS as INTO_PLAY
from .terms import DECK as TOP_OF_DECK
from .terms import HAND as TO_HAND

__all__ = [name for name in dir() if not name.startswith("_")]
