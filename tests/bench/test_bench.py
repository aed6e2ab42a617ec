"""The report of `make bench`: its arithmetic, its tables, its page and its picture."""

import subprocess
import sys
from xml.etree import ElementTree

import pytest

from bench import page, plan, tables
from bench.compare import compare
from bench.grid import Grid, kilobytes, nanoseconds, times
from bench.growth import Growth, growth
from bench.measure import COPY, COPY_BYTES, PLAY, STATE_BYTES, STATM, Sample, copy, play
from bench.peers import CONSTRAINTS, PEERS
from bench.play_vigil import CHOOSE, LIBRARY, ROLLOUT, Quarters, RandomGames, Table
from bench.profile import OTHER, group, parse, shares
from bench.programs import ROOT, Program
from bench.results import Results
from vigil.lab import charts


def played(*speeds: float) -> list[Sample]:
    """One second a round, ten decisions a game."""
    return [Sample(int(speed), 1.0, int(speed) // 10) for speed in speeds]


def complete_results() -> Results:
    """Every row that could be measured here, with the peers present; all of them run at the same speed."""
    results = Results(rounds=1, seconds=0.5, absent={"chess": "it is not a card game"}, hot=[("lists", 0.25)])
    names = [plan.vigil_row(engine, table) for engine in plan.ENGINES for table in plan.vigil_tables(engine)]
    names += [name for peer in PEERS for name in peer.games]
    names += [plan.environment(name) for peer in PEERS for name in peer.environments]
    names += [plan.environment(name) for name in plan.LEARN.values()]
    for title in plan.POOLS:
        results.growth[title] = [Growth(turn=30, cards=12.6, constructs=1.25, options=3.5) for _ in plan.QUARTERS]
    for name in names:
        results.samples[name, PLAY] = played(1000)
        results.samples[name, COPY] = played(500)
        results.imports[name] = 0.05
        for task in (STATE_BYTES, COPY_BYTES):
            results.bytes[name, task] = 2000.0
    return results


# --- arithmetic


def test_figures_are_medians_over_the_rounds():
    results = Results(3, 1.0, {("ours", PLAY): played(100, 900, 200), ("ours", COPY): played(7, 5, 6)})
    assert results.decisions("ours") == 200
    assert results.games("ours") == 20
    assert results.decisions_per_game("ours") == 10
    assert results.copies("ours") == 6


def test_a_ratio_is_taken_within_each_round():
    # The machine was ten times slower in the second round; ours was twice as fast in all of them but one.
    results = Results(3, 1.0, {("ours", PLAY): played(200, 20, 300), ("theirs", PLAY): played(100, 10, 100)})
    assert results.ratio("ours", "theirs") == 2
    assert results.ratio("theirs", "ours") == 0.5


def test_rounds_that_do_not_match_are_no_ratio():
    results = Results(2, 1.0, {("ours", PLAY): played(1, 2), ("theirs", PLAY): played(1)})
    with pytest.raises(ValueError, match="shorter"):
        results.ratio("ours", "theirs")


def test_a_mixture_is_measured_against_the_mean_time_of_its_parts():
    # 100 and 300 decisions a second are 10 and 3.33 ms: the mean, 6.67 ms, is a speed of 150 and not of 200.
    results = Results(1, 1.0, {("mixed", PLAY): played(150), ("a", PLAY): played(100), ("b", PLAY): played(300)})
    assert results.beside_parts("mixed", ["a", "b"]) == pytest.approx(1)
    assert results.beside_parts("a", ["a"]) == 1


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        (times(1.234), "1.23×"),
        (times(12.34), "12.3×"),
        (times(1234.5), "1,234×"),
        (kilobytes(1250), "1.2 kB"),
        (kilobytes(None), "–"),
        (nanoseconds(400_000), "2,500 ns"),
    ],
)
def test_figures_have_as_many_digits_as_they_deserve(shown, text):
    assert shown == text


# --- measuring


class Countdown:
    """Three decisions a game; the processor time of a process cannot stand still, so a few turns always pass."""

    def __init__(self):
        self.seeds = []

    def play(self, seed):
        self.seeds.append(seed)
        return 1, 3

    def copy(self, position):
        return list(position)


def test_a_sample_counts_games_and_their_decisions():
    workload = Countdown()
    taken = play(workload, 0.005)
    assert taken.games == len(workload.seeds) > 1
    assert taken.count == 3 * taken.games
    assert taken.seconds >= 0.005
    assert workload.seeds == list(range(taken.games))


def test_copies_are_counted_one_by_one():
    taken = copy(Countdown(), [[1], [2], [3]], 0.002)
    assert taken.count % 3 == 0
    assert taken.count > 0
    assert taken.games == 0


@pytest.mark.skipif(not STATM.exists(), reason="this system does not tell how large a process is")
def test_memory_of_an_object_is_what_one_more_of_them_adds():
    # In a process of its own: this one has memory to fill that other tests have left.
    command = "from bench.measure import bytes_each; print(bytes_each(lambda number: bytearray(50_000)))"
    told = subprocess.run([sys.executable, "-c", command], cwd=ROOT, capture_output=True, text=True, check=True)
    assert float(told.stdout) == pytest.approx(50_000, rel=0.1)


# --- Vigil's own programs


@pytest.mark.parametrize("loop", [CHOOSE, ROLLOUT])
def test_a_table_finds_its_way_to_the_measured_process(loop):
    table = Table(("rise-of-vigil", "war-of-shadows"), 4, loop, pool=600, quarter=3)
    assert Table.named(table.name) == table
    assert Table.named(Table(("rise-of-vigil",)).name) == Table(("rise-of-vigil",))


@pytest.mark.parametrize("loop", [CHOOSE, ROLLOUT])
def test_every_decision_of_a_game_is_counted(loop):
    workload = RandomGames(Table((plan.CHRONICLE,), loop=loop))
    games, decisions = workload.play(seed=5)
    middle = workload.middle(seed=5)
    assert games == 1
    assert middle.version == decisions // 2
    assert not middle.over
    assert workload.copy(middle) is not middle


def test_the_public_library_plays_the_same_games():
    library, engine = (RandomGames(Table((plan.CHRONICLE,), loop=loop)) for loop in (LIBRARY, CHOOSE))
    assert library.play(seed=5) == engine.play(seed=5)
    assert library.middle(seed=5).state.version == engine.middle(seed=5).version


def test_the_quarters_of_a_game_follow_each_other():
    starts = [Quarters(Table((plan.CHRONICLE,), 2, ROLLOUT, None, number)).starts[0] for number in plan.QUARTERS]
    length = starts[0][1]
    assert [game.version for game, _ in starts] == [0, length, 2 * length, 3 * length]
    second = Quarters(Table((plan.CHRONICLE,), 2, ROLLOUT, None, 2))
    assert second.play(0) == (0, length)
    assert second.starts[0][0].version == length  # it plays copies


# --- the plan


@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: peer.key)
def test_a_peer_is_pinned_to_the_version_that_the_page_names(peer):
    pins = (CONSTRAINTS / f"{peer.key}.txt").read_text().lower().replace("-", "_").split()
    version = peer.title.split()[-1]
    assert f"{peer.needs[0]}=={version}" in pins
    assert all("==" in pin for pin in pins)


def test_a_peer_that_is_not_there_leaves_a_sentence(monkeypatch):
    monkeypatch.setattr("bench.peers.Peer.program", lambda peer: None)
    rows, absent = plan.rows()
    assert {peer.title for peer in PEERS} <= set(absent)
    assert not {name for peer in PEERS for name in peer.games} & {row.name for row in rows}
    assert "Left out: OpenSpiel 2.0.2; it could not be installed here." in page.left_out(Results(1, 1.0, absent=absent))


def test_every_row_has_a_name_of_its_own(monkeypatch):
    monkeypatch.setattr("bench.peers.Peer.program", lambda peer: peer)
    names = [row.name for row in plan.rows()[0]]
    assert len(names) == len(set(names))
    assert len(names) > 40


# --- tables, page, picture


def test_the_page_has_every_table_and_says_what_was_left_out():
    text = page.page(complete_results())
    for title in (
        "Engines",
        "Environments",
        "Every set",
        "By the number of sets",
        "By the length",
        "Where the time goes",
    ):
        assert f"## {title}" in text
    assert "1 rounds" in text
    assert "- Left out: chess; it is not a card game.\n" in text
    assert "| OpenSpiel 2.0.2, hearts | 1,000 | 1.00× | 100 | 10 | 500 | 1.00× | 2.0 kB | 2.0 kB | 50 ms |" in text


def test_tables_do_without_absent_peers():
    results = complete_results()
    for task in (PLAY, COPY):
        del results.samples["OpenSpiel, hearts", task]
    for row in [row for row, task in list(results.samples) if task == PLAY and "environment" in row]:
        del results.samples[row, PLAY]
    results.hot = []
    assert not any("hearts" in row[0] for row in tables.engines(results).rows)
    assert [table.title for table in tables.all_tables(results)] == [
        "Engines",
        "Every set",
        "By the number of sets",
        "By the length of the game",
    ]
    assert page.NO_HOT in page.page(results)


def test_every_row_of_a_table_is_as_long_as_its_head():
    for table in tables.all_tables(complete_results()):
        assert {len(row) for row in table.rows} == {len(table.columns)}


def test_a_longer_game_has_larger_decks_and_later_turns():
    early, late = growth(Table((plan.CHRONICLE,)), (1, 4), games=2)
    assert 10 <= early.cards < late.cards
    assert 1 <= early.turn < late.turn
    assert early.options >= 1
    assert early.constructs < early.cards


def test_a_grid_is_markdown_and_a_table_of_the_terminal():
    grid = Grid("Birds", ("", "`wings`\nof it"), [("**owl**", "2")])
    assert grid.for_markdown() == "|  | `wings` of it |\n| --- | ---: |\n| **owl** | 2 |"
    assert [column.header for column in grid.for_terminal().columns] == ["", "wings\nof it"]


def test_bars_grow_with_the_logarithm_and_ours_stand_out():
    picture = ElementTree.fromstring(
        charts.bars("", "decisions", [("Vigil & us", 100_000, True), ("peer", 1000, False), ("last", 100, False)])
    )
    _, *bars = picture.iter("{http://www.w3.org/2000/svg}rect")
    ours, theirs, last = (float(bar.attrib["width"]) for bar in bars)
    assert last == 0
    assert ours == pytest.approx(3 * theirs, rel=0.01)
    assert [bar.attrib["class"] for bar in bars] == ["bar strong", "bar label", "bar label"]
    assert "Vigil & us" in [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]


def test_the_fastest_bar_comes_first():
    results = complete_results()
    results.samples["rlcard, uno", PLAY] = played(5000)
    (first, figure, ours), *_ = tables.bars(results)
    assert (first, figure, ours) == ("rlcard 1.2.0, uno", 5000, False)


# --- where the time goes


@pytest.mark.parametrize(
    ("library", "symbol", "name"),
    [
        ("abc__mypyc.so", "CPyDef_turn___turn_options", "`turn.py`"),
        ("abc__mypyc.so", "CPyDef_turn____plain_row@plt", "`turn.py`"),
        ("abc__mypyc.so", "CPyDef_state___Turn_clear", "making and freeing objects"),
        ("libpython3.11.so.1.0", "list_dealloc", "making and freeing objects"),
        ("libpython3.11.so.1.0", "PyType_GenericAlloc", "making and freeing objects"),
        ("libpython3.11.so.1.0", "PyList_Append", "lists"),
        ("_blake2.cpython-311.so", "PyBlake2_blake2b_compress.isra.0", "`chance.py` and the hash that it draws from"),
        ("libpython3.11.so.1.0", "PyLong_FromLong", "whole numbers"),
        ("[kernel.kallsyms]", "finish_task_switch", OTHER),
    ],
)
def test_a_symbol_belongs_to_what_it_is_there_for(library, symbol, name):
    assert group(library, symbol) == name


def test_shares_are_parts_of_all_samples():
    report = """\
# Samples: 100 of event 'cpu-clock'
 60  |x__mypyc.so  |[.] CPyDef_turn___turn_options
 25  |libpython.so |[.] PyList_Append
 10  |libpython.so |[.] tuplehash
 5   |[kernel]     |[k] finish_task_switch
"""
    assert shares(parse(report), shown=2) == [("`turn.py`", 0.6), ("lists", 0.25), (OTHER, 0.15)]


def test_two_checkouts_are_compared_round_by_round() -> None:
    table = Table(("chronicle-of-the-godslayer",), loop=ROLLOUT)
    with (
        Program(sys.executable, "bench.play_vigil", "vigil", plan.BEST, ROOT) as before,
        Program(sys.executable, "bench.play_vigil", "vigil", plan.BEST) as after,
    ):
        found = dict(compare(before, after, [table], rounds=2, seconds=0.01))
    assert list(found) == [f"{table.name}, {PLAY}", f"{table.name}, {COPY}"]
    assert all(len(ratios) == 2 and min(ratios) > 0 for ratios in found.values())
