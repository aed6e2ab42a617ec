"""What a study says: counted once, for whoever wants to show it.

Every interval is one of 95 % confidence. Players are compared with what their bots reach at such tables anyway: a card
that only the better bot buys is not a better card for that.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from vigil.engine.terms import KIND_WORDS, MONSTER_KIND, ROW_ZONE, SOLITAIRE, TEAM, TREASURE_KIND, ZONE_WORDS
from vigil.extras import needed

from .estimates import Estimate, mean, share
from .studies import CARDS, GAMES, OFFERS, TURNS, BadStudy, Study
from .tallies import game_key

STILL_PLAYING: Final = 0.2
"""A round is shown while this part of the players reaches it: later ones speak of a few long games only."""

WINNERS: Final = "winners"
OTHERS: Final = "the others"
POOL: Final = "honor pool"
GROUP: Final = "group"


@dataclass
class Tallied:
    """What is counted about a card, or about a group of cards."""

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
        """Of the times that it came into the row."""
        return share(min(self.taken_from_row, self.offered), self.offered)

    @property
    def win_rate(self) -> Estimate | None:
        return share(self.wins, self.holders)

    @property
    def lift(self) -> Estimate | None:
        """By how much its holders win more often than their bots do anyway."""
        rate = self.win_rate
        return rate.minus(self.expected / self.holders) if rate else None

    @property
    def honor(self) -> Estimate | None:
        """The final score of the players who took it."""
        return mean(self.holders, self.score, self.score_squares)

    @property
    def winners_share(self) -> Estimate | None:
        """For a group, of which everybody takes something: the part of its cards that winners took."""
        # What one player takes is won or lost together, so it counts as less than so many observations (Kish).
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
    """What one player took of a card (or of a group) in one game."""

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
    """A whole study, counted."""

    games: int
    repeats: int
    """Games that were left out, because they went exactly as another one."""
    sets: list[str]
    players: int
    variant: str
    seed: int
    honor_pool: int
    stalled: int
    decisions: float
    bots: list[BotFinding]
    par: float
    """The part of the games that a seat would win among equals."""
    order: list[Estimate]
    """How often whoever has the first turn wins, the second, and so on."""
    lengths: list[int]
    """Turns of each game, in rising order."""
    honor: dict[str, list[float]]
    """The mean score after each round: of the winners, of the others, and of each bot; and the pool."""
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
    """Reads the study and counts everything."""
    everything = study.table(GAMES).to_pylist()
    if not everything:
        raise BadStudy(f"The study in {study.folder} holds no games: it was stopped before the first one was over.")
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
        cards=[],
    )
    _count_cards(study, findings, expectations(games))
    return findings


def _without_repeats(games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    first: dict[tuple[object, ...], dict[str, Any]] = {}
    for game in games:
        this = game_key(game["bots"], game["turns"], game["decisions"], game["scores"], game["winners"])
        first.setdefault((game["deal"], *this), game)
    return list(first.values())


def _bots(games: list[dict[str, Any]]) -> list[BotFinding]:
    chairs: defaultdict[str, list[tuple[bool, int]]] = defaultdict(list)
    tables = Counter(bot for game in games for bot in set(game["bots"]))
    for game in games:
        for seat, (bot, score) in enumerate(zip(game["bots"], game["scores"], strict=True)):
            chairs[bot].append((seat in game["winners"], score))
    found = []
    for bot, results in chairs.items():
        # Two chairs at one table win or lose together, or against each other: they are one observation.
        rate = share(sum(won for won, _ in results), len(results), tables[bot])
        score = mean(len(results), sum(score for _, score in results), sum(score**2 for _, score in results))
        assert rate is not None
        assert score is not None
        found.append(BotFinding(bot, rate, score))
    return sorted(found, key=lambda bot: (-bot.win_rate.value, bot.name))


def expectations(games: list[dict[str, Any]]) -> dict[tuple[int, int], float]:
    """For each player of each game: how often such a bot wins among such bots."""
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
    turns = study.table(TURNS, ["round", "bot", "won", "score", "pool"])
    sums = [("score", "sum"), ("pool", "sum"), ([], "count_all")]
    grouped = turns.group_by(["round", "bot", "won"], use_threads=False).aggregate(sums).to_pylist()
    lines: dict[str, Callable[[dict[str, Any]], bool]] = {
        WINNERS: lambda row: bool(row["won"]),
        OTHERS: lambda row: not row["won"],
        **{name: lambda row, name=name: row["bot"] == name for name in bots},  # type: ignore[misc]
    }
    found = {name: _by_round([row for row in grouped if fits(row)], "score_sum") for name, fits in lines.items()}
    found[POOL] = _by_round(grouped, "pool_sum")
    return found


def _by_round(rows: list[dict[str, Any]], total: str) -> list[float]:
    sums: defaultdict[int, float] = defaultdict(float)
    counts: defaultdict[int, int] = defaultdict(int)
    for row in rows:
        sums[row["round"]] += row[total]
        counts[row["round"]] += row["count_all"]
    everybody = counts[1]
    shown = []
    for number in range(1, max(sums, default=0) + 1):
        if counts[number] < STILL_PLAYING * everybody:
            break
        shown.append(sums[number] / counts[number])
    return shown


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
    """A row for each group, a few thousand at a time: a large study would not fit into memory as Python's objects."""
    # With one thread the groups come in the order of the games, so that a report is the same every time.
    grouped = table.group_by(keys, use_threads=False).aggregate(sums)
    names = [*keys, *("_".join((column, word)) if column else word for column, word in sums)]
    for batch in grouped.to_batches(max_chunksize=20_000):
        yield from zip(*(batch.column(name).to_pylist() for name in names), strict=True)


def _with_groups(table: Any) -> Any:
    """Cards without a faction belong to a group too; and whether a card was taken from the row becomes a number."""
    compute = needed("pyarrow.compute", "lab", "A report")
    group = compute.if_else(compute.equal(table["kind"], KIND_WORDS[MONSTER_KIND]), "Monsters", "No faction")
    group = compute.if_else(compute.equal(table["kind"], KIND_WORDS[TREASURE_KIND]), "Treasures", group)
    table = table.append_column(GROUP, compute.if_else(compute.equal(table["faction"], ""), group, table["faction"]))
    if "source" in table.column_names:
        from_row = compute.equal(table["source"], ZONE_WORDS[ROW_ZONE])
        table = table.append_column("from_row", compute.cast(from_row, "int32"))
    return table


def deciding(findings: Findings, least: int = 30) -> list[CardFinding]:
    """The cards whose holders win surely more or surely less often than expected, the surest first."""
    known = [card for card in findings.cards if card.tallied.holders >= least]
    sure = [card for card in known if card.tallied.lift is not None and card.tallied.lift.certainty > 0]
    return sorted(sure, key=lambda card: -(card.tallied.lift.certainty if card.tallied.lift else 0.0))
