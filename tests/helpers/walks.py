"""Random walks through games that ask on the way whether everything is as it must be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from json import dumps, loads
from random import Random

from tests.helpers.problems import problems
from tests.helpers.redealing import redealt
from tools.checksums import tables
from vigil.cards import LIBRARY, new_state
from vigil.engine.notation import parse
from vigil.engine.options import Option
from vigil.engine.records import Record
from vigil.engine.snapshot import restore, snapshot
from vigil.engine.state import GameState
from vigil.engine.view import SPECTATOR


@dataclass(frozen=True)
class Table:
    players: int
    sets: tuple[str, ...]
    variant: str

    def __str__(self) -> str:
        words = "+".join("".join(part[0] for part in name.split("-")) for name in self.sets)
        return f"{words}-{self.players}-{self.variant}"

    def deal(self, seed: int) -> GameState:
        return new_state(self.players, self.sets, self.variant, seed)


def every_table() -> Iterator[Table]:
    """Each set, each mixture, each variant, each number of players that can be played."""
    for players, sets, variant in tables():
        yield Table(players, sets, variant)


class Walk:
    """One game, played at random, and checked."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table = table
        self.random = Random(seed)
        self.game = table.deal(seed)
        self.record = Record.of(self.game)
        self.steps = 0
        self.looks = 0

    def run(self, most_steps: int = 20_000) -> GameState:
        while not self.game.over and self.steps < most_steps:
            self.check()
            assert self.game.decision is not None
            self.step(self.random.choice(self.game.decision.options))
        self.check()
        assert self.game.over or self.steps == most_steps
        self.check_record()
        return self.game

    def step(self, choice: Option) -> None:
        self.record.choose(self.game, choice)
        self.steps += 1

    # --- checks

    def check(self) -> None:
        """In the middle of an effect, everything; between effects now and then, for what is wrong there stays wrong."""
        decision = self.game.decision
        often, seldom = (decision is None or not decision.is_turn or self.steps % every == 0 for every in (3, 10))
        if often:
            self.check_position()
        if seldom and decision is not None:
            self.check_copies()
            self.check_saving()
            self.check_views()

    def check_position(self) -> None:
        """Nothing is wrong with it, and every option is found by its text."""
        assert problems(self.game) == [], self.where()
        decision = self.game.decision
        for choice in decision.options if decision else ():
            assert parse(decision, decision.text(choice)) is choice, self.where()
            assert parse(decision, choice.text) is choice, self.where()

    def check_copies(self) -> None:
        """Every option applies, to a copy that is equal before, and the original does not notice."""
        game = self.game
        before = snapshot(game)
        assert game.decision is not None
        assert snapshot(game.copy()) == before, self.where()
        for choice in game.decision.options:
            twin = game.copy()
            twin.choose(choice)
            assert problems(twin) == [], f"{self.where()} after {choice.text}"
        assert snapshot(game) == before, self.where()

    def check_saving(self) -> None:
        """Saved as text and restored, also in the middle of an effect, the game goes on in the same way."""
        saved = loads(dumps(snapshot(self.game)))
        restored = restore(LIBRARY, saved)
        assert snapshot(restored) == snapshot(self.game), self.where()
        twin = self.game.copy()
        random = Random(self.steps)
        for _ in range(5):
            if twin.decision is None or restored.decision is None:
                break
            assert twin.decision.texts() == restored.decision.texts(), self.where()
            index = random.randrange(len(twin.decision.options))
            twin.choose(twin.decision.options[index])
            restored.choose(restored.decision.options[index])
        assert snapshot(twin) == snapshot(restored), self.where()

    def check_views(self) -> None:
        """Equal information gives equal views; a game sampled from a view gives the same view.

        From the seat that has to decide, and from the others and from outside in turn.
        """
        game = self.game
        assert game.decision is not None
        decider = game.decision.seat
        onlookers = [seat for seat in (SPECTATOR, *range(len(game.players))) if seat != decider]
        self.looks += 1
        for seat in (decider, onlookers[self.looks % len(onlookers)]):
            view = game.view(seat)
            seen = view.to_bytes()
            assert redealt(game, seat, self.random).view(seat).to_bytes() == seen, f"{self.where()} seat {seat}"
            if seat == decider:
                sample = view.sample(self.steps)
                assert sample.view(seat).to_bytes() == seen, f"{self.where()} seat {seat}"
                assert problems(sample) == [], self.where()

    def check_record(self) -> None:
        again = Record.from_json(self.record.to_json())
        assert snapshot(again.verify(LIBRARY)) == snapshot(self.game), self.where()

    def where(self) -> str:
        choices = "; ".join(self.record.choices[-6:])
        return f"{self.table} after {self.steps} steps: {choices}"
