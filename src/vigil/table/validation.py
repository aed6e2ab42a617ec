"""Whether an action is allowed now.

    entry, after = accept(table, by, action, now)       or Refused, with a reason

Nothing changes: `entry` is the action as it is to be written down, `after` the table that it leads to. A choice is
written in its shortest unambiguous text, so that the journal and the record say the same.
"""

from __future__ import annotations

from msgspec.structs import replace

from vigil.bots import BUILT_IN, bot_kind
from vigil.engine.errors import BadNotation, IllegalChoice, VigilError
from vigil.engine.library import fold
from vigil.engine.options import Decision
from vigil.engine.reasons import Reason, why_not_chosen
from vigil.engine.state import GameState

from . import actions as do
from .actions import LONGEST_CHOICE, LONGEST_TEXT, PHRASES, SERVER, Action, Entry
from .refusals import Code, Refused
from .settings import TableSettings
from .table import MOST_UNDOS, Phase, Seat, Table


def accept(table: Table, by: str, action: Action, now: float, key: str = "") -> tuple[Entry, Table]:
    """The action as an entry, and the table after it."""
    require_somebody(by)
    game: GameState | None = None
    if isinstance(action, do.Choose):
        action, game = _choose(table, by, action, now)
    else:
        action = _allowed(table, by, action, now)
    entry = Entry(table.number + 1, now, by, action, key)
    after = table.copy()
    after.apply(entry, game)
    return entry, after


def _allowed(table: Table, by: str, action: Action, now: float) -> Action:
    match action:
        case do.Say():
            _say(action)
        case do.Sit(seat=place, name=name):
            _sit(table, by, place, name)
        case do.Stand(seat=place):
            _stand(table, by, place)
        case do.SeatBot():
            return _seat_bot(table, by, action)
        case do.Start():
            _start(table, by)
        case do.Undo(version=version):
            return _undo(table, by, version)
        case do.AnswerUndo(request=request):
            _answer_undo(table, by, request)
        case do.Leave():
            _leave(table, by)
        case do.Abort():
            _abort(table, by)
        case do.Return():
            _return(table, by)
        case do.Expire(seat=place):
            _expire(table, by, place, now)
        case do.Close():
            _close(table, by)
        case do.Merge():
            _merge(by)
        case do.Open():
            raise Refused(Code.GAME_STARTED, "This table is already open.", "Take a seat.")
    return action


# --- what many of them need


def require_somebody(by: str) -> None:
    if not by:
        raise Refused(Code.UNAUTHENTICATED, "This requires an identity.", "Send the session cookie or a token.")


def require_repeat(action: Action, earlier: Action) -> None:
    """A request with a key that was used before has to be the same request."""
    match action, earlier:
        case do.Choose(), do.Choose():
            # The journal has the shortest text of a choice: what was sent may have more words, or fewer of a label.
            words, kept = set(fold(action.choice).split()), set(fold(earlier.choice).split())
            is_same = replace(action, choice="") == replace(earlier, choice="") and (words <= kept or kept <= words)
        case do.Undo(), do.Undo():
            # Whose consent it needs is written down by the server.
            is_same = action.version == earlier.version
        case do.SeatBot(), do.SeatBot():
            is_same = action.seat == earlier.seat and action.level.strip().lower() == earlier.level
        case _:
            is_same = action == earlier
    if not is_same:
        raise Refused(
            Code.IDEMPOTENCY_KEY_REUSED,
            "This key was already used for another action.",
            "Use a new key for every action; repeat a key only to retry the same action.",
        )


def _seat(table: Table, place: int) -> Seat:
    if not 0 <= place < len(table.seats):
        count = len(table.seats)
        raise Refused(Code.SEAT_NOT_FOUND, f"There is no seat {place}.", f"The seats are 0 to {count - 1}.")
    return table.seats[place]


def _of_a_person(place: int) -> Reason:
    return Reason("seat-of-a-person", {"seat": place})


def _in_lobby(table: Table) -> None:
    if table.phase != Phase.LOBBY:
        raise Refused(Code.GAME_STARTED, "The game has started.", "This is possible only before it starts.")


def _while_playing(table: Table) -> None:
    if table.phase == Phase.LOBBY:
        raise Refused(Code.GAME_NOT_RUNNING, "The game has not started.", "It can start when all seats are taken.")
    if table.phase != Phase.PLAYING:
        raise Refused(Code.GAME_NOT_RUNNING, "The game is over.", "Open a new table.")


def _for_the_owner(table: Table, by: str, what: str) -> None:
    if by != table.owner:
        raise Refused(Code.FORBIDDEN, f"Only the owner of the table may {what}.", "Ask the owner.")


def _at_version(table: Table, version: int) -> None:
    if version != table.version:
        raise Refused(
            Code.STALE,
            f"This answers version {version}, but the table is at version {table.version}.",
            "Get the table again and choose from its options.",
        )


def _merge(by: str) -> None:
    if by != SERVER:
        raise Refused(Code.FORBIDDEN, "Only the server merges a guest into an account.", "Sign in, and let it do so.")


# --- before the game


def _sit(table: Table, by: str, place: int, name: str) -> None:
    _in_lobby(table)
    if by == SERVER:
        raise Refused(Code.NOT_YOUR_SEAT, "The server does not play.", "Seat a bot.")
    if not _seat(table, place).is_open:
        free = [str(each) for each, seat in enumerate(table.seats) if seat.is_open]
        hint = f"Open seats: {', '.join(free)}." if free else "All seats are taken; you can watch."
        raise Refused(Code.SEAT_TAKEN, f"Seat {place} is taken.", hint)
    if table.settings.rated and table.seats_of(by):
        raise Refused(
            Code.NOT_IN_RATED_GAMES, "In a rated game everybody has one seat.", "Give up the other seat first."
        )
    if table.settings.rated and name:
        raise Refused(Code.NOT_IN_RATED_GAMES, "Rated games are played under your own name.", "Leave the name out.")


def _stand(table: Table, by: str, place: int) -> None:
    _in_lobby(table)
    seat = _seat(table, place)
    if seat.is_open:
        raise Refused(Code.NO_EFFECT, f"Seat {place} is empty.", "Choose a seat that is taken.")
    if seat.person != by:
        _for_the_owner(table, by, "clear somebody else's seat")


def _seat_bot(table: Table, by: str, action: do.SeatBot) -> do.SeatBot:
    seat = _seat(table, action.seat)
    try:
        level = bot_kind(action.level).name
    except VigilError as error:
        raise Refused(Code.INVALID_REQUEST, str(error), "Choose one of these levels.") from None
    require_rated_bot(table.settings, level)
    if by == SERVER and table.phase == Phase.PLAYING:
        if not seat.bot:
            raise Refused(Code.SEAT_TAKEN, _of_a_person(action.seat), "Only bots can be replaced.")
    else:
        _in_lobby(table)
        _for_the_owner(table, by, "seat bots")
        if not seat.is_open:
            raise Refused(Code.SEAT_TAKEN, f"Seat {action.seat} is taken.", "Clear it first.")
    return replace(action, level=level)


def require_rated_bot(settings: TableSettings, level: str) -> None:
    """The strength of a bot from a file is not known, and may change with its file."""
    if settings.rated and level not in BUILT_IN:
        raise Refused(
            Code.NOT_IN_RATED_GAMES, f'The bot "{level}" has no rating.', "Choose another bot, or play unrated."
        )


def _start(table: Table, by: str) -> None:
    _in_lobby(table)
    if by != table.owner and not table.seats_of(by):
        raise Refused(Code.NOT_SEATED, "Only somebody with a seat can start the game.", "Take a seat.")
    free = [str(place) for place, seat in enumerate(table.seats) if seat.is_open]
    if free:
        raise Refused(Code.SEATS_OPEN, f"Open seats: {', '.join(free)}.", "Wait for players, or seat bots there.")


# --- playing


def _choose(table: Table, by: str, action: do.Choose, now: float) -> tuple[do.Choose, GameState]:
    _while_playing(table)
    seat = _seat(table, action.seat)
    _may_answer_for(by, action.seat, seat)
    _at_version(table, action.version)
    if table.deciding != action.seat:
        wrong = Reason("nothing-to-decide", {"who": action.seat})
        raise Refused(Code.NOT_YOUR_TURN, wrong, Reason("waiting", {"who": table.deciding}), action.seat)
    deadline = table.deadline
    if deadline is not None and now > deadline:
        wrong = Reason("out-of-time", {"who": action.seat})
        raise Refused(Code.OUT_OF_TIME, wrong, "Return to your seat first.", action.seat)
    return _possible(table, action)


def _may_answer_for(by: str, place: int, seat: Seat) -> None:
    if by == SERVER:
        if not seat.bot:
            raise Refused(Code.NOT_YOUR_SEAT, _of_a_person(place), "The server plays bots only.")
    elif seat.person != by:
        raise Refused(Code.NOT_YOUR_SEAT, Reason("seat-of-another", {"seat": place}), "Choose for your own seats only.")
    elif seat.bot:
        raise Refused(Code.SEAT_HELD_BY_BOT, Reason("seat-of-a-bot", {"seat": place}), "Return to your seat first.")


def _possible(table: Table, action: do.Choose) -> tuple[do.Choose, GameState]:
    """The choice in the words of the decision, and the game after it. A fault of the rules shows here, or never."""
    decision = table.playing.decision
    assert decision is not None
    if len(action.choice) > LONGEST_CHOICE:
        raise Refused(Code.INVALID_REQUEST, f"A choice has at most {LONGEST_CHOICE} characters.", _offered(decision))
    try:
        option = table.option(action.choice)
        exact = replace(action, choice=decision.text(option))
        return exact, table.game_after(option)
    except BadNotation as error:
        raise Refused(Code.INVALID_REQUEST, str(error), _offered(decision)) from None
    except IllegalChoice:
        reason = why_not_chosen(table.playing, action.choice) if decision.is_turn else None
        wrong = reason or Reason("not-possible", {"choice": action.choice})
        raise Refused(Code.ILLEGAL_CHOICE, wrong, _offered(decision)) from None
    except Exception as fault:
        failed = f'The rules failed on "{action.choice}"; nothing has changed.'
        raise Refused(Code.INTERNAL_ERROR, failed, "Choose something else, and please report this.") from fault


def _offered(decision: Decision) -> str:
    """In the notation of choices, for programs and for whoever writes them."""
    return f"You may: {'; '.join(decision.texts())}."


def _undo(table: Table, by: str, version: int) -> do.Undo:
    _while_playing(table)
    _at_version(table, version)
    place = table.last_own_move(by)
    if table.seats_of(by) and by not in table.humans():
        raise Refused(Code.SEAT_HELD_BY_BOT, Reason("no-undo-for-bot", {}), "Return to your seat first.")
    if place is None or not table.seats_of(by):
        raise Refused(Code.NOTHING_TO_UNDO, Reason("no-undo-yet", {}), "Choose first.")
    if table.request is not None:
        raise Refused(Code.NO_EFFECT, Reason("no-undo-twice", {}), "Wait for the answers.")
    if table.settings.rated and not table.undo_is_free(place):
        raise Refused(
            Code.NOT_IN_RATED_GAMES,
            Reason("no-undo-when-rated", {}),
            "In a rated game only a choice that revealed nothing can be taken back.",
        )
    if table.daily is not None and table.daily.scored:
        raise Refused(
            Code.NOT_IN_SCORED_ATTEMPTS,
            Reason("no-undo-when-scored", {}),
            "In a practice attempt choices can be taken back.",
        )
    if not table.has_undos_left:
        raise Refused(Code.NOTHING_TO_UNDO, Reason("no-undo-left", {"most": MOST_UNDOS}), "Continue the game.")
    return do.Undo(version, tuple(person for person in table.affected_by_undo(place) if person != by))


def _answer_undo(table: Table, by: str, request: int) -> None:
    _while_playing(table)
    asked = table.request
    if asked is None or asked.number != request:
        raise Refused(Code.STALE, "This request is no longer open.", "Continue the game.")
    if by not in table.unanswered():
        raise Refused(Code.NOT_ASKED, "You are not asked.", "Only the other players answer.")


def _leave(table: Table, by: str) -> None:
    is_owner = table.phase == Phase.LOBBY and by == table.owner
    if table.is_over or not (table.seats_of(by) or is_owner):
        raise Refused(Code.NOT_SEATED, "You have no seat at this table.", "Just close the page.")
    if table.phase == Phase.PLAYING and by not in table.humans():
        hint = "A rated game cannot be resumed." if table.settings.rated else "You can return."
        raise Refused(Code.NO_EFFECT, "You have already left; a bot plays on your seat.", hint)


def _abort(table: Table, by: str) -> None:
    _while_playing(table)
    if by not in table.humans():
        raise Refused(Code.NOT_SEATED, "You do not play in this game.", "Only its players can abort it.")
    if not table.settings.rated:
        raise Refused(Code.NO_EFFECT, "Only rated games are aborted.", "Leave the game; nothing is at stake.")
    if not table.is_first_round:
        raise Refused(
            Code.FORBIDDEN,
            "Everybody has had a turn: the game counts.",
            "Play on, or leave it, which counts as a loss.",
        )


def _return(table: Table, by: str) -> None:
    _while_playing(table)
    if table.settings.rated:
        raise Refused(Code.NOT_IN_RATED_GAMES, "Leaving a rated game is final.", "Open a new table.")
    if not any(table.seats[place].is_kept for place in table.seats_of(by)):
        raise Refused(Code.NO_EFFECT, "No bot plays on a seat of yours.", "Continue the game, or watch.")


def _expire(table: Table, by: str, place: int, now: float) -> None:
    _while_playing(table)
    _seat(table, place)
    if by != SERVER:
        raise Refused(Code.FORBIDDEN, "Only the server ends a player's time.", "Wait for the server.")
    if table.clocks.seat != place or table.deadline is None or now < table.deadline:
        raise Refused(Code.TIME_LEFT, Reason("time-left", {"who": place}), "Wait.")


def _close(table: Table, by: str) -> None:
    if table.is_over:
        raise Refused(Code.NO_EFFECT, "The table is already closed.", "Open a new one.")
    if by == SERVER:
        return
    if table.phase == Phase.LOBBY:
        _for_the_owner(table, by, "close it")
    elif not table.seats_of(by):
        raise Refused(Code.NOT_SEATED, "You have no seat in this game.", "Only its players can close it.")
    elif any(seat.person not in ("", by) for seat in table.seats):
        raise Refused(Code.FORBIDDEN, "Other people play in this game.", "Leave it instead: a bot will play for you.")
    elif table.settings.rated:
        raise Refused(
            Code.NOT_IN_RATED_GAMES,
            "A rated game cannot be closed.",
            "Abort it in the first round, or leave it, which counts as a loss.",
        )


# --- talking


def _say(action: do.Say) -> None:
    if bool(action.phrase) == bool(action.text):
        raise Refused(
            Code.INVALID_REQUEST,
            "Send either a phrase or a text.",
            "Name one of the phrases, or write a text of your own.",
        )
    if action.phrase and action.phrase not in PHRASES:
        raise Refused(Code.INVALID_REQUEST, "There is no such phrase.", f"Known phrases: {', '.join(PHRASES)}.")
    if len(action.text) > LONGEST_TEXT:
        raise Refused(
            Code.INVALID_REQUEST, f"That is {len(action.text)} characters long.", f"Use at most {LONGEST_TEXT}."
        )
    # Joined emoji hold a sign that is not printable by itself.
    if action.text and not (action.text.strip() and action.text.replace("\u200d", "").isprintable()):
        raise Refused(
            Code.INVALID_REQUEST,
            "The text is blank, or contains characters that cannot be shown.",
            "Write one line of visible text.",
        )
