"""Ray: a real cluster of two workers gives the same results, whichever of them is lost on the way."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.helpers.arena_bots import Dies, OnlySometimes, Raises, contest
from tests.helpers.networks import untaught
from vigil._compiled import ENGINE
from vigil.bots.weights import PLAIN_WEIGHTS
from vigil.cards import LIBRARY
from vigil.commands import simulate
from vigil.engine.setup import Setup
from vigil.lab import ray_workers
from vigil.lab.arena import ERROR, NOBODY, play_blocks
from vigil.lab.book import BookPlan, make_entries
from vigil.lab.matches import Match, Played, play
from vigil.lab.network_trials import Candidate, FittedBot, Trials, play_trials
from vigil.lab.ray_workers import NoCluster, RayWorkers, WorkerRefuses
from vigil.lab.selfplay import SelfPlay, chunk_files, play_chunks
from vigil.lab.studies import GAMES, TABLES, Study
from vigil.lab.tuning import Tuning, tune
from vigil.lab.workers import LocalWorkers

ROOT = Path(__file__).parents[2]
MATCH = Match(("random", "advanced"), Setup(LIBRARY, sets=["rise-of-vigil"], honor_pool=10), games=6, seed=3)
LONG = replace(MATCH, games=60, recorded=True)
MEMORY = 80 * 2**20


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Two machines with a processor each, as far as Ray can tell."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in ray_workers.ENVIRONMENT.items():
            patch.setenv(name, value)
        from ray.cluster_utils import Cluster  # only now: Ray reads the environment when it is imported

        machine = {"num_cpus": 1, "object_store_memory": MEMORY}
        both = Cluster(initialize_head=True, head_node_args={**machine, "include_dashboard": False})
        both.add_node(**machine)
        yield both.address
        both.shutdown()


@pytest.fixture
def ray(address: str) -> Iterator[Any]:
    """The cluster, joined already, so that a test can look into it while a match is played."""
    import ray

    ray.init(address, log_to_driver=False, logging_level="CRITICAL")
    yield ray
    ray.shutdown()


def vigil(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "vigil", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)


# --- the same games


def test_the_same_study_with_a_set_of_ones_own(address: str, tmp_path: Path) -> None:
    study = ["simulate", "--set", "examples/five_cards.py", "--games", "12", "--honor-pool", "10", "--seed", "3"]
    here = vigil(*study, "--processes", "1", "--out", tmp_path / "here")
    there = vigil(*study, "--ray", address, "--out", tmp_path / "there")
    assert (there.returncode, there.stderr) == (0, "")
    # Nothing but the time and the folder differs, and Ray says nothing.
    assert there.stdout.splitlines()[:-2] == here.stdout.splitlines()[:-2]
    assert len(there.stdout.splitlines()) == len(here.stdout.splitlines())
    for table in TABLES:
        name = f"{table}.parquet"
        assert (tmp_path / "here" / name).read_bytes() == (tmp_path / "there" / name).read_bytes()


def test_workers_play_with_the_same_engine(ray: Any) -> None:
    def engine() -> str:
        import vigil

        return vigil.ENGINE

    assert ray.get(ray.remote(engine).remote()) == ENGINE


# --- losses


def workers(ray: Any) -> set[int]:
    """The processes of both workers: two tasks that wait for each other cannot be done by one."""

    def process() -> int:
        time.sleep(0.5)
        return os.getpid()

    asked = ray.remote(process)
    found: set[int] = set()
    while len(found) < 2:
        found |= set(ray.get([asked.remote(), asked.remote()]))
    return found


def kill(process: int) -> None:
    os.kill(process, signal.SIGKILL)
    for _ in range(100):
        with suppress(ProcessLookupError):
            os.kill(process, 0)
            time.sleep(0.1)
            continue
        return
    raise AssertionError(f"{process} is still there.")


def test_the_loss_of_workers_changes_nothing(ray: Any, address: str) -> None:
    before = workers(ray)
    with RayWorkers(address) as cluster:
        games = play(LONG, cluster)
        first = list(islice(games, 1))
        for process in before:
            kill(process)
        rest = list(games)
    assert first + rest == list(play(LONG))
    assert not workers(ray) & before


def test_games_that_are_lost_again_and_again(ray: Any, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_workers, "RETRIES", 0)
    before = workers(ray)
    with RayWorkers(address) as cluster:
        games = play(LONG, cluster)
        next(games)
        for process in before:
            kill(process)
        with pytest.raises(NoCluster, match="The cluster was lost"):
            list(games)


def test_ctrl_c_keeps_what_there_is(address: str, tmp_path: Path) -> None:
    hears = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    program = f"{hears}; import vigil.cli; vigil.cli.main()"
    command = [sys.executable, "-c", program, "simulate", "--games", "100000", "--ray", address]
    with subprocess.Popen(
        [*command, "--out", str(tmp_path / "study")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as running:
        try:
            for _ in range(600):
                # The study is opened when the cluster has been joined.
                if (tmp_path / "study" / "games.parquet.part").exists():
                    break
                time.sleep(0.1)
            time.sleep(2)
            os.killpg(running.pid, signal.SIGINT)
            out, err = running.communicate(timeout=30)
        finally:
            running.kill()
    assert running.returncode == 130
    assert "Traceback" not in err
    told = re.search(r"Stopped after (\d+) of 100000 games", out)
    assert told is not None
    assert Study(tmp_path / "study").table(GAMES).num_rows == int(told[1])


def test_a_worker_with_other_sources_is_not_trusted(ray: Any, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_workers, "_fingerprint", lambda custom_sets: "something else")
    with RayWorkers(address) as cluster, pytest.raises(WorkerRefuses, match="has other sources"):
        next(play(MATCH, cluster))


def test_a_worker_that_cannot_find_a_set(ray: Any, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_workers, "_fingerprint", lambda custom_sets: "")
    monkeypatch.setattr(ray_workers, "loaded_sources", lambda: ("/nowhere/my_set.py",))
    with RayWorkers(address) as cluster, pytest.raises(WorkerRefuses, match=r"nowhere/my_set\.py cannot be read"):
        next(play(MATCH, cluster))


def test_a_worker_without_vigil(ray: Any, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # The worker looks the function up by the name of its module, as it does with every function of Vigil.
    def unknown(*arguments: Any) -> None: ...

    unknown.__module__, unknown.__qualname__ = "nowhere", "unknown"
    monkeypatch.setitem(sys.modules, "nowhere", ModuleType("nowhere"))
    monkeypatch.setattr(sys.modules["nowhere"], "unknown", unknown, raising=False)
    monkeypatch.setattr(ray_workers, "_do_task", unknown)
    with RayWorkers(address) as cluster, pytest.raises(WorkerRefuses, match="No module named 'nowhere'"):
        next(play(MATCH, cluster))


# --- the same results, whatever the work is


def test_arenas_tuning_and_training_on_a_cluster(ray: Any, address: str, tmp_path: Path) -> None:
    duellists = contest("advanced", OnlySometimes(Raises))
    tuning = Tuning(Setup(LIBRARY, sets=["rise-of-vigil"]), steps=2, directions=3, blocks=2, seed=4)
    trials = Trials((Candidate(None), FittedBot), blocks=2, seed=1)
    found = []
    for name, workers in (("here", LocalWorkers(1)), ("there", RayWorkers(address))):
        with workers:
            blocks = sorted(play_blocks(duellists, range(6), workers), key=lambda block: block.number)
            steps = list(tune(tuning, PLAIN_WEIGHTS, workers))
            tried = sorted(play_trials(trials, workers))
            chunks = SelfPlay(tmp_path / name, games=6, nodes=2, network=untaught(1))
            list(play_chunks(chunks, 2, workers))
            decisions = sorted(
                (entry.number, entry.halves) for entry in make_entries(BookPlan(worlds=2), [0, 1], workers)
            )
        games = [block.games for block in blocks]
        files = [path.read_bytes() for path in chunk_files(tmp_path / name)]
        found.append((games, [block.mishap for block in blocks], steps, tried, files, decisions))
    assert found[0] == found[1]
    assert any(found[0][1]), "an error of a bot comes back as a mishap"
    assert len(found[0][4]) == 2


def test_a_bot_that_ends_its_process_spoils_its_block(ray: Any, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_workers, "RETRIES", 0)
    with RayWorkers(address) as cluster:
        [block] = play_blocks(contest("random", Dies), [0], cluster)
    assert block.mishap is not None
    assert (block.mishap.kind, block.mishap.entrant) == (ERROR, NOBODY)


# --- without a cluster


def test_what_was_played_is_kept_when_the_cluster_is_lost(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def failing(match: Match, workers: object, first: int) -> Iterator[Played]:
        yield from islice(play(match), 3)
        raise NoCluster("The cluster was lost.")

    monkeypatch.setattr(simulate, "play", failing)
    with pytest.raises(NoCluster):
        simulate.play_match(MATCH, LocalWorkers(), tmp_path / "study")
    assert Study(tmp_path / "study").table(GAMES).num_rows == 3
    assert "Stopped after 3 of 6 games" in capsys.readouterr().out


def closed_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_a_head_that_no_longer_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    head = ray_workers._Head(None, f"ray://127.0.0.1:{closed_port()}")
    monkeypatch.setattr(ray_workers, "LOOK_EVERY", 0)
    head.look()  # a short absence is forgiven
    monkeypatch.setattr(ray_workers, "GONE_AFTER", 0)
    with pytest.raises(NoCluster, match=r"127\.0\.0\.1:\d+ no longer answers"):
        head.look()


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("nonsense", '"nonsense" is not the address of a Ray cluster. Write host:6379'),
        ("127.0.0.1:{port}", "Nothing answers at 127.0.0.1:"),
        ("ray://127.0.0.1:{port}", "Nothing answers at ray://127.0.0.1:"),
        ("nobody.invalid:6379", "Nothing answers at nobody.invalid:6379"),
    ],
)
def test_a_wrong_address_is_said_at_once_and_leaves_no_study(tmp_path: Path, address: str, said: str) -> None:
    where = address.format(port=closed_port())
    done = vigil("simulate", "--games", "2", "--ray", where, "--out", tmp_path / "study")
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "study").exists()


def test_without_ray_it_is_said_what_to_install() -> None:
    program = "import sys; sys.modules['ray'] = None; import vigil.cli; vigil.cli.main()"
    command = [sys.executable, "-c", program, "simulate", "--games", "2", "--ray", "local"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "Playing on a cluster needs ray, which is not installed." in done.stderr
    assert "pip install -e '.[ray]'" in done.stderr


def test_processes_or_a_cluster() -> None:
    done = vigil("simulate", "--processes", "2", "--ray", "local")
    assert done.returncode == 2
    assert "--processes and --ray exclude each other" in done.stderr
