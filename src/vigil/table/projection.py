"""What a person at the table is told, and nothing more.

    project(table, person, since, names, now) -> TableNow   for a player, a hot-seat player, or somebody who watches
    piles(table, seat) -> Piles                             the counting of cards, for whoever asks

Everything about the game comes from the seat's `View`. Two games that a seat cannot tell apart give the same bytes: a
test says so.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from vigil.cards import LIBRARY
from vigil.engine.card import Card
from vigil.engine.happenings import Happening as Happened
from vigil.engine.light import light_for, light_over
from vigil.engine.modifiers import CONSTRUCT_DISCOUNT, MIXED_PAYMENT, TREASURE_DISCOUNT, VOID_DEFEATS
from vigil.engine.options import Decision, Option
from vigil.engine.procedures.turn import YOUR_TURN
from vigil.engine.reasons import Reason
from vigil.engine.scoring import scores
from vigil.engine.state import GameState, RawHappening
from vigil.engine.terms import DAY, NIGHT, NOTHING, VERB_WORDS, ZONE_WORDS
from vigil.engine.view import SPECTATOR, Layer, PlayerView, SeatView
from vigil.messages import Reader, sentences
from vigil.ratings.bots import bot_rating
from vigil.ratings.games import Standing
from vigil.text.english import ENGLISH
from vigil.text.phrases import Words
from vigil.text.tokens import Piece, joined, pieces

from .actions import REMOVED
from .characters import character, style
from .daily import is_sealed
from .messages import (
    Bag,
    Board,
    Cards,
    DailyNow,
    DecisionNow,
    Happening,
    Held,
    Line,
    News,
    OptionNow,
    Piles,
    PlayerNow,
    PresenceNow,
    RatingChange,
    RatingNow,
    Result,
    Revealed,
    SeatNow,
    TableNow,
    TurnNow,
    UndoNow,
    ViewNow,
    WhyNot,
)
from .offers import pile_offers, row_offers
from .rated import pool
from .table import ANONYMOUS, Move, Phase, Seat, SeatChange, Table, person_name


class Ratings(NamedTuple):
    """What is known about the people of a rated game, in its pool; and by seats, what the game changed."""

    standings: Mapping[str, Standing] = {}
    changes: Mapping[int, RatingChange] = {}


NO_RATINGS: Final = Ratings()
REMEMBERED: Final = 8_192
"""So many texts and parts of messages are kept for the next time."""
_LIGHT: Final = {DAY: "day", NIGHT: "night"}


def project(
    table: Table,
    person: str,
    since: int,
    names: Mapping[str, str],
    now: float,
    muted: Container[str] = (),
    here: Collection[str] = (),
    ratings: Ratings = NO_RATINGS,
) -> TableNow:
    """The table as this person may know it. `since` is the last entry that the person has seen, 0 for none.

    `names` are those of `table.people()`: whoever is not among them is forgotten, and so is what they said. What the
    `muted` say is left out. `here` are the people who are connected. `ratings` are for rated games.
    """
    undo = _undo_place(table, person)
    present = presence(table, here)
    own = table.seats_of(person)
    return TableNow(
        id=table.id,
        number=table.number,
        version=table.version,
        since=since,
        phase=table.phase,
        settings=table.settings,
        beginning=table.beginning,
        owner=table.owner,
        you=person,
        your_seats=own,
        seats=[_seat(table, place, names, now, is_here, ratings) for place, is_here in enumerate(present.here)],
        paused=table.is_paused,
        seat_changes=_since(table.seat_changes, since),
        watching=present.watching,
        may_abort=table.settings.rated and table.is_first_round and person in table.humans(),
        daily=None if table.daily is None else DailyNow(table.daily, is_sealed(table, now)),
        may_undo=undo is not None,
        undo_turns=[] if undo is None else table.turns_since(undo),
        undo=_undo(table),
        taken_back=_taken_back(table, since),
        chat=[_line(line, names) for line in table.chat if line.number > since and line.by not in muted],
        commitment=table.secret.commitment,
        revealed=_revealed(table, now),
        result=_result(table, ratings),
        views=[] if table.game is None else [view_of(table, seat, since) for seat in own or [SPECTATOR]],
    )


def presence(table: Table, here: Collection[str]) -> PresenceNow:
    """Which of the people who are connected sit at the table, and how many do not."""
    seated = {seat.person for seat in table.seats if seat.person in here}
    return PresenceNow([seat.person in here for seat in table.seats], len(here) - len(seated))


def _seat(table: Table, place: int, names: Mapping[str, str], now: float, is_here: bool, ratings: Ratings) -> SeatNow:
    seat, clocks = table.seats[place], table.clocks
    left = clocks.left(place, now)
    bot: str = seat.bot
    return SeatNow(
        person=seat.person,
        name=seat_name(seat, table.id, place, names),
        bot=bot,
        style=style(bot, table.secret.bot_seed(place)) if bot else "",
        here=is_here,
        bot_since=table.bot_since(place) if bot else None,
        seconds=None if left is None else round(left, 1),
        clock_runs=left is not None and clocks.seat == place and table.deadline is not None,
        rating=_rating(table, place, now, ratings) if table.settings.rated else None,
    )


def _rating(table: Table, place: int, now: float, ratings: Ratings) -> RatingNow | None:
    seat = table.seats[place]
    if place in ratings.changes:
        return ratings.changes[place].before
    if seat.person:
        return RatingNow.of(ratings.standings.get(seat.person, Standing()).at(now))
    return RatingNow.of(bot_rating(seat.bot, pool(table.settings))) if seat.bot else None


def seat_name(seat: Seat, table_id: str, place: int, names: Mapping[str, str]) -> str:
    """The name of the person, or of the character that a bot plays; empty for an open seat."""
    if seat.person:
        return person_name(seat, names)
    return character(seat.bot, table_id, place) if seat.bot else ""


def _undo_place(table: Table, person: str) -> int | None:
    """The choice that an undo would take back, where it is worth asking: in a rated game only what showed nothing."""
    place = table.last_own_move(person) if table.phase == Phase.PLAYING and person in table.humans() else None
    if place is None or not table.has_undos_left or (table.daily is not None and table.daily.scored):
        return None
    return place if not table.settings.rated or table.undo_is_free(place) else None


def _undo(table: Table) -> UndoNow | None:
    asked = table.request
    if asked is None:
        return None
    return UndoNow(asked.number, asked.by, table.unanswered())


def _taken_back(table: Table, since: int) -> int | None:
    earliest: int | None = None
    for number, first in reversed(table.taken_back):
        if number <= since:
            break
        earliest = first if earliest is None else min(first, earliest)
    return earliest


def _since(changes: Sequence[SeatChange], since: int) -> list[SeatChange]:
    return [change for change in changes if change.number > since]


def _line(line: tuple[int, float, str, str, str], names: Mapping[str, str]) -> Line:
    number, at, by, phrase, text = line
    return Line(number, at, by, names.get(by, ANONYMOUS), phrase, text if by in names or not text else REMOVED)


def _revealed(table: Table, now: float) -> Revealed | None:
    secret = table.secret
    is_open = (table.is_over or secret.is_known) and not is_sealed(table, now)
    return Revealed(str(secret.seed), secret.salt) if is_open else None


def _result(table: Table, ratings: Ratings) -> Result | None:
    if table.game is None or not table.is_over:
        return None
    left_by = None if table.left_by == NOTHING else table.left_by
    changes = [ratings.changes.get(place) for place in range(len(table.seats))] if ratings.changes else []
    return Result(list(table.game.winners), scores(table.game), left_by, table.is_aborted, changes)


# --- one seat


def view_of(table: Table, seat: int, since: int) -> ViewNow:
    game = table.playing
    view = game.view(seat)
    is_open = table.phase == Phase.PLAYING
    decision = view.decision if is_open else None
    shown = None if decision is None else _decision(decision, view.cards)
    news: list[News] = []
    for move in _moves_since(table, since):
        happenings, text = _told(tuple(move.told), seat)
        news.append(News(move.version, _some(move.seat), happenings, text))
    return ViewNow(None if seat == SPECTATOR else seat, _board(view, game, decision, is_open), shown, news)


def _moves_since(table: Table, version: int) -> list[Move]:
    """The moves after this version, the first one first."""
    place = len(table.moves)
    while place and table.moves[place - 1].version > version:
        place -= 1
    return table.moves[place:]


def _board(view: SeatView, game: GameState, decision: Decision | None, is_open: bool) -> Board:
    cards = view.cards
    # Of the game itself only what lies open is asked: prices, in the own turn, and the light.
    return Board(
        turn=_turn(view),
        row=row_offers(view, game, decision),
        piles=pile_offers(view, game, decision),
        event=_name(cards, view.event),
        light=_LIGHT.get(light_over(game), "neither"),
        day_for_active=bool(light_for(game, view.turn.seat) & DAY),
        pool=view.pool,
        center_deck=sum(layer.size for layer in view.center_deck),
        void=_bag(cards, view.void),
        removed=_bag(cards, view.removed),
        set_aside=_names(cards, view.set_aside),
        on_its_way=_names(cards, view.in_transit),
        cult_honor=view.cult_honor,
        cult_cards=_bag(cards, view.cult_cards),
        extra_turns=view.extra_turns,
        first=view.first,
        ending=view.ending,
        over=view.over,
        winners=list(view.winners),
        deciding=_some(view.deciding),
        asking=_asking(view),
        waits=_waits(view, decision, is_open),
        players=[_player(player, cards) for player in view.players],
    )


def _waits(view: SeatView, decision: Decision | None, is_open: bool) -> WhyNot | None:
    """What has to happen before the seat can do something in a turn of its own; nothing in that turn."""
    asking = _asking(view)
    if not is_open:
        reason = Reason("game-over", {})
    elif decision is None:
        who: dict[str, int | str] = {"who": view.deciding}
        reason = Reason("waiting", who) if asking is None else Reason("waiting-for-answer", {**who, "card": asking})
    elif decision.is_turn:
        return None
    else:
        reason = Reason("question-first", {}) if asking is None else Reason("answer-first", {"card": asking})
    return WhyNot.of(reason)


def _asking(view: SeatView) -> str | None:
    """The card that asks a question; nothing in a turn."""
    return _name(view.cards, view.stack[-1].context.card) if view.stack else None


def _turn(view: SeatView) -> TurnNow:
    turn = view.turn
    return TurnNow(
        seat=turn.seat,
        number=view.turn_number,
        runes=turn.runes,
        power=turn.power,
        energy=turn.energy,
        mechana_runes=turn.mechana_runes,
        construct_discount=turn.modifiers[CONSTRUCT_DISCOUNT],
        treasure_discount=turn.modifiers[TREASURE_DISCOUNT],
        void_defeats=turn.modifiers[VOID_DEFEATS],
        mixed_payment=turn.modifiers[MIXED_PAYMENT] > 0,
        pending=_names(view.cards, [each.context.card for each in turn.pending]),
    )


def _player(player: PlayerView, cards: list[Card]) -> PlayerNow:
    top = player.deck[0] if player.deck else None
    is_known = top is not None and top.size == 1 and top.cards is not None
    return PlayerNow(
        honor=player.honor,
        hand=None if player.hand is None else _names(cards, player.hand),
        hand_count=player.hand_count,
        shown=_names(cards, player.shown),
        deck_count=player.deck_count,
        top_of_deck=cards[top.cards[0]].name if is_known and top is not None and top.cards else None,
        discard=_bag(cards, player.discard),
        played=_names(cards, player.played),
        constructs=_names(cards, player.constructs),
        used=[bool(bits) for bits in player.uses],
        trophies=_names(cards, player.trophies),
    )


def _decision(decision: Decision, cards: list[Card]) -> DecisionNow:
    prompt, prompt_pieces = _YOUR_TURN if decision.is_turn else _question(decision.question)
    return DecisionNow(
        prompt=prompt,
        prompt_pieces=prompt_pieces,
        card=_name(cards, decision.card),
        is_turn=decision.is_turn,
        is_optional=decision.is_optional,
        refusal=decision.refusal,
        picks=[card.name for card in decision.chosen],
        options=[_option(decision.text(each), each) for each in decision.options],
    )


def _question(phrase: Words) -> tuple[str, list[Piece]]:
    """The question as a sentence, and in pieces."""
    tokens = ENGLISH.sentences(phrase)
    return joined(tokens), pieces(tokens)


_YOUR_TURN: Final = _question(YOUR_TURN)


@lru_cache(maxsize=REMEMBERED)
def _option(text: str, option: Option) -> OptionNow:
    """Options are interned, so the same ones come again in every game."""
    return OptionNow(
        text=text,
        verb=VERB_WORDS[option.verb],
        card=None if option.card is None else option.card.name,
        zone=_zone(option.zone),
        slot=_some(option.slot),
        seat=_some(option.seat),
        label=option.label,
        power=_some(option.power),
        cuts=_some(option.cuts),
    )


# --- what happened


@lru_cache(maxsize=REMEMBERED)
def _told(happened: tuple[RawHappening, ...], seat: int) -> tuple[list[Happening], str]:
    """What came of a choice as the seat may know it, as data and as text. Most choices have been made before, in this
    game or in another one; and all games have their cards from one library."""
    cards = LIBRARY.cards
    seen = [Happened(*each).seen_by(seat) for each in happened]
    return [_happening(each, cards) for each in seen], " ".join(sentences(seen, cards, Reader(seat)))


def _happening(seen: Happened, cards: list[Card]) -> Happening:
    return Happening(
        kind=seen.kind,
        seat=_some(seen.seat),
        card=_name(cards, seen.card),
        amount=seen.amount,
        source=_zone(seen.source),
        target=_zone(seen.target),
        other=_some(seen.other),
        detail=seen.detail,
    )


# --- counting


def piles(table: Table, seat: int) -> Piles:
    """The bags that the face-down piles consist of, as far as the seat knows them."""
    view = table.playing.view(seat)
    cards = view.cards
    return Piles(
        seat=None if seat == SPECTATOR else seat,
        version=table.version,
        center_deck=[_bag(cards, layer.cards or ()) for layer in view.center_deck],
        decks=[[_layer(cards, layer) for layer in player.deck] for player in view.players],
        unseen=[_bag(cards, player.unseen) for player in view.players],
    )


def _layer(cards: list[Card], layer: Layer) -> Bag:
    return Bag(layer.size, None if layer.cards is None else _bag(cards, layer.cards))


def held(game: GameState) -> list[Held]:
    """What everybody has out of sight: for games that are over."""
    return [Held(_names(game.cards, each.hand), _bag(game.cards, sorted(each.deck.cards))) for each in game.players]


# --- words for numbers


def _some(number: int) -> int | None:
    return None if number == NOTHING else number


def _zone(zone: int) -> str | None:
    return None if zone == NOTHING else ZONE_WORDS[zone]


def _name(cards: list[Card], number: int) -> str | None:
    return None if number == NOTHING else cards[number].name


def _names(cards: list[Card], numbers: Sequence[int]) -> list[str]:
    return [cards[number].name for number in numbers]


def _bag(cards: list[Card], numbers: Sequence[int]) -> Cards:
    bag: Cards = {}
    for number in numbers:
        name = cards[number].name
        bag[name] = bag.get(name, 0) + 1
    return bag
