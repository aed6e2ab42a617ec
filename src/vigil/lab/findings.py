"""The findings of a study.

All intervals have 95 % confidence. Players are compared with what their bots win at such tables anyway: a card is not
better because only the better bot buys it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby, takewhile
from operator import itemgetter
from typing import Any, Final

from vigil.engine.terms import KIND_WORDS, MONSTER_KIND, ROW_ZONE, SOLITAIRE, TEAM, TREASURE_KIND, ZONE_WORDS
from vigil.extras import needed

from .intervals import Estimate, mean, share
from .studies import CARDS, GAMES, OFFERS, TURNS, BadStudy, Study, game_key_of

STILL_PLAYING: Final = 0.2
"""A round is shown if this share of the players reached it: later ones are about a few long games only."""

WINNERS: Final = "winners"
OTHERS: Final = "the others"
POOL: Final = "honor pool"
GROUP: Final = "group"


@dataclass
class Tallied:
    """Counts for a card or a group of cards."""

    offered: int = 0
    taken: int = 0
    taken_from_row: int = 0
    turns: int = 0
    holders: int = 0
    """Players who took it at least once in a game."""
    wins: int = 0
    expected: float = 0.0
    score: float = 0.0
    score_squares: float = 0.0
    winning_takes: int = 0
    expected_takes: float = 0.0
    take_squares: int = 0

    def add(self, holding: Holding, expected: float) -> None:
        self.taken += holding.count
        self.taken_from_row += holding.from_row
        self.turns += holding.turns
        self.holders += 1
        self.wins += holding.won
        self.expected += expected
        self.score += holding.score
        self.score_squares += holding.score**2
        self.winning_takes += holding.count * holding.won
        self.expected_takes += holding.count * expected
        self.take_squares += holding.count**2

    @property
    def pick_rate(self) -> Estimate | None:
        """How often it was taken from the row, of the times that it entered the row."""
        return share(min(self.taken_from_row, self.offered), self.offered)

    @property
    def win_rate(self) -> Estimate | None:
        return share(self.wins, self.holders)

    @property
    def lift(self) -> Estimate | None:
        """How much more often its holders win than their bots do anyway."""
        rate = self.win_rate
        return rate.minus(self.expected / self.holders) if rate else None

    @property
    def honor(self) -> Estimate | None:
        """The final score of the players who took it."""
        return mean(self.holders, self.score, self.score_squares)

    @property
    def winners_share(self) -> Estimate | None:
        """The share of a group's cards that winners took. Everybody takes some cards of a group."""
        # The cards of one player are won or lost together, so they count as fewer observations (Kish).
        return share(self.winning_takes, self.taken, self.taken**2 / self.take_squares if self.taken else 0)

    @property
    def winners_lift(self) -> Estimate | None:
        part = self.winners_share
        return part.minus(self.expected_takes / self.taken) if part else None

    @property
    def usual_turn(self) -> float:
        return self.turns / self.taken if self.taken else 0.0


@dataclass(frozen=True)
class Holding:
    """What one player took of a card or a group in one game."""

    won: bool
    score: int
    count: int
    from_row: int
    turns: int


@dataclass(frozen=True)
class CardFinding:
    name: str
    set_name: str
    faction: str
    kind: str
    tallied: Tallied


@dataclass(frozen=True)
class BotFinding:
    name: str
    win_rate: Estimate
    score: Estimate


@dataclass
class Findings:
    """All findings of a study."""

    games: int
    repeats: int
    """Games that were left out because they went exactly like another one."""
    sets: list[str]
    players: int
    variant: str
    seed: int
    honor_pool: int
    stalled: int
    decisions: float
    bots: list[BotFinding]
    par: float
    """The share of the games that a seat would win among equals."""
    order: list[Estimate]
    """How often whoever has the first turn wins, the second, and so on."""
    lengths: list[int]
    """The turns of each game, in ascending order."""
    honor: dict[str, list[float]]
    """The mean score after each round: of the winners, of the others, and of each bot; and the pool."""
    leaders: dict[int, Estimate]
    """By round: how often whoever is ahead of all others after it wins the game."""
    cards: list[CardFinding]
    sets_tallied: dict[str, Tallied] = field(default_factory=dict)
    factions_tallied: dict[str, Tallied] = field(default_factory=dict)

    @property
    def is_solitaire(self) -> bool:
        return self.variant == SOLITAIRE

    @property
    def is_team(self) -> bool:
        return self.variant == TEAM


def find(study: Study) -> Findings:
    """Reads and counts the study."""
    everything = study.table(GAMES).to_pylist()
    if not everything:
        raise BadStudy(f"The study in {study.folder} has no games: it was stopped before the first one was over.")
    games = _without_repeats(everything)
    kept = {game["game"] for game in games}
    study.leave_out([game["game"] for game in everything if game["game"] not in kept])
    one = games[0]
    bots = _bots(games)
    findings = Findings(
        games=len(games),
        repeats=len(everything) - len(games),
        sets=one["sets"],
        players=one["players"],
        variant=one["variant"],
        seed=one["seed"],
        honor_pool=one["honor_pool"],
        stalled=sum(game["stalled"] for game in games),
        decisions=sum(game["decisions"] for game in games) / len(games),
        bots=bots,
        par=0.5 if one["variant"] == TEAM else 1 / one["players"],
        order=_order(games, one["players"]),
        lengths=sorted(game["turns"] for game in games),
        honor=_honor(study, [bot.name for bot in bots]),
        leaders=_leaders(study, len(games)),
        cards=[],
    )
    _count_cards(study, findings, expectations(games))
    return findings


def _without_repeats(games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    first: dict[tuple[object, ...], dict[str, Any]] = {}
    for game in games:
        first.setdefault(game_key_of(game), game)
    return list(first.values())


def _bots(games: list[dict[str, Any]]) -> list[BotFinding]:
    chairs: defaultdict[str, list[tuple[bool, int]]] = defaultdict(list)
    tables = Counter(bot for game in games for bot in set(game["bots"]))
    for game in games:
        for seat, (bot, score) in enumerate(zip(game["bots"], game["scores"], strict=True)):
            chairs[bot].append((seat in game["winners"], score))
    found = []
    for bot, results in chairs.items():
        # Two seats of a bot at one table depend on each other: they are one observation.
        rate = share(sum(won for won, _ in results), len(results), tables[bot])
        score = mean(len(results), sum(score for _, score in results), sum(score**2 for _, score in results))
        assert rate is not None
        assert score is not None
        found.append(BotFinding(bot, rate, score))
    return sorted(found, key=lambda bot: (-bot.win_rate.value, bot.name))


def expectations(games: list[dict[str, Any]]) -> dict[tuple[int, int], float]:
    """For each game and seat: how often such a bot wins among such bots."""
    results: defaultdict[tuple[str, tuple[str, ...]], list[bool]] = defaultdict(list)
    where: dict[tuple[int, int], tuple[str, tuple[str, ...]]] = {}
    for game in games:
        company = tuple(sorted(game["bots"]))
        for seat, bot in enumerate(game["bots"]):
            results[bot, company].append(seat in game["winners"])
            where[game["game"], seat] = (bot, company)
    rates = {which: sum(won) / len(won) for which, won in results.items()}
    return {who: rates[which] for who, which in where.items()}


def _order(games: list[dict[str, Any]], players: int) -> list[Estimate]:
    places = [[(game["first"] + place) % players in game["winners"] for game in games] for place in range(players)]
    found = [share(sum(place), len(place)) for place in places]
    return [each for each in found if each is not None]


def _honor(study: Study, bots: list[str]) -> dict[str, list[float]]:
    column = needed("pyarrow.compute", "lab", "A report").field
    turns = study.table(TURNS, ["round", "bot", "won", "score", "pool"])
    lines = {WINNERS: column("won"), OTHERS: ~column("won"), **{name: column("bot") == name for name in bots}}
    found = {name: _by_round(turns.filter(matching), "score") for name, matching in lines.items()}
    return found | {POOL: _by_round(turns, "pool")}


def _by_round(turns: Any, column: str) -> list[float]:
    """The mean of the column after each round that enough players reached."""
    grouped = turns.group_by("round", use_threads=False).aggregate([(column, "mean"), ([], "count_all")])
    rounds = grouped.sort_by("round").to_pylist()
    shown = takewhile(lambda row: row["count_all"] >= STILL_PLAYING * rounds[0]["count_all"], rounds)
    return [row[f"{column}_mean"] for row in shown]


def _leaders(study: Study, games: int) -> dict[int, Estimate]:
    turns = study.table(TURNS, ["game", "round", "score", "won"])
    wins: Counter[int] = Counter()
    counts: Counter[int] = Counter()
    reached: Counter[int] = Counter()
    rows = (row for batch in turns.to_batches(max_chunksize=20_000) for row in batch.to_pylist())
    for _, played in groupby(rows, key=itemgetter("game")):
        rounds: defaultdict[int, list[tuple[int, bool]]] = defaultdict(list)
        for row in played:
            rounds[row["round"]].append((row["score"], row["won"]))
        for number, standings in rounds.items():
            ranked = sorted(standings, reverse=True)
            reached[number] += 1
            if len(ranked) > 1 and ranked[0][0] > ranked[1][0]:
                counts[number] += 1
                wins[number] += ranked[0][1]
    shown = [number for number in sorted(reached) if reached[number] >= STILL_PLAYING * games]
    found = {number: share(wins[number], counts[number]) for number in shown}
    return {number: each for number, each in found.items() if each is not None}


# --- cards


def _count_cards(study: Study, findings: Findings, expected: dict[tuple[int, int], float]) -> None:
    cards: defaultdict[str, Tallied] = defaultdict(Tallied)
    by_set: defaultdict[str, Tallied] = defaultdict(Tallied)
    by_group: defaultdict[str, Tallied] = defaultdict(Tallied)
    offers = _with_groups(study.table(OFFERS))
    takes = _with_groups(study.table(CARDS))
    for key, tallies in (("card", cards), ("set", by_set), (GROUP, by_group)):
        for name, times in _rows(offers, [key], [("times", "sum")]):
            tallies[name].offered = times
        sums = [([], "count_all"), ("from_row", "sum"), ("turn", "sum")]
        for name, game, seat, won, score, *sizes in _rows(takes, [key, "game", "seat", "won", "score"], sums):
            tallies[name].add(Holding(won, score, *sizes), expected[game, seat])
    facts = {row for table in (offers, takes) for row in _rows(table, ["card", "set", "faction", "kind"], [])}
    findings.cards = [
        CardFinding(name, set_name, faction, kind, cards[name]) for name, set_name, faction, kind in sorted(facts)
    ]
    findings.sets_tallied = dict(sorted(by_set.items()))
    findings.factions_tallied = dict(sorted(by_group.items()))


def _rows(table: Any, keys: list[str], sums: list[Any]) -> Iterator[tuple[Any, ...]]:
    """Yields a row for each group. A large study would not fit into memory as Python objects at once."""
    # With one thread the groups are in the order of the games, so that a report is the same every time.
    grouped = table.group_by(keys, use_threads=False).aggregate(sums)
    names = [*keys, *("_".join((column, word)) if column else word for column, word in sums)]
    for batch in grouped.to_batches(max_chunksize=20_000):
        yield from zip(*(batch.column(name).to_pylist() for name in names), strict=True)


def _with_groups(table: Any) -> Any:
    """Adds a group for every card, also those without a faction, and whether a card was taken from the row."""
    compute = needed("pyarrow.compute", "lab", "A report")
    group = compute.if_else(compute.equal(table["kind"], KIND_WORDS[MONSTER_KIND]), "Monsters", "No faction")
    group = compute.if_else(compute.equal(table["kind"], KIND_WORDS[TREASURE_KIND]), "Treasures", group)
    table = table.append_column(GROUP, compute.if_else(compute.equal(table["faction"], ""), group, table["faction"]))
    if "source" in table.column_names:
        from_row = compute.equal(table["source"], ZONE_WORDS[ROW_ZONE])
        table = table.append_column("from_row", compute.cast(from_row, "int32"))
    return table


def deciding(findings: Findings, least: int = 30) -> list[CardFinding]:
    """The cards whose holders win significantly more or less often than expected, the most certain first."""
    known = [card for card in findings.cards if card.tallied.holders >= least]
    sure = [card for card in known if card.tallied.lift is not None and card.tallied.lift.certainty > 0]
    return sorted(sure, key=lambda card: -(card.tallied.lift.certainty if card.tallied.lift else 0.0))
