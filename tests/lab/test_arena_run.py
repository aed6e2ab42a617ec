"""An arena can be stopped at any moment, be it by force, and goes on as if nothing had happened."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.arena_bots import Raises, contest
from vigil.lab import arena_run
from vigil.lab.arena import Contest, play_block
from vigil.lab.arena_run import ArenaFile, ArenaRun, BadArenaFile, sequential_test
from vigil.lab.workers import LocalWorkers

GIVEN = contest("advanced", "random")
COMMAND = [
    sys.executable,
    "-m",
    "vigil",
    "arena",
    "advanced",
    "random",
    "--seed",
    "3",
    "--blocks",
    "40",
    "--processes",
    "2",
]


def written(path: Path) -> list[dict[str, Any]]:
    """The blocks in the file, by number, without the time that they took."""
    blocks = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    for block in blocks:
        del block["seconds"], block["thinking"]
    return sorted(blocks, key=lambda block: int(block["number"]))


def report(text: str) -> str:
    """What was printed, without the time that it took."""
    return re.sub(r" +[\d.,]+ (?:[mµ]?s\b|games and|decisions)|The blocks are in .*", "", text).replace(" ", "")


def run(given: Contest, path: Path, most: int, stop_after: int | None = None) -> ArenaRun:
    with ArenaFile(path, given) as file, LocalWorkers(1) as workers:
        started = ArenaRun(given, most, file)
        for count, _ in enumerate(started.play(workers), start=1):
            if count == stop_after:
                break
    return started


def refusal(given: Contest, path: Path) -> str:
    before = path.read_bytes()
    with pytest.raises(BadArenaFile) as caught:
        ArenaFile(path, given)
    assert path.read_bytes() == before
    return str(caught.value)


# --- going on


@pytest.mark.skipif(os.name != "posix", reason="kills a process")
def test_killed_in_the_middle_it_goes_on(tmp_path: Path) -> None:
    killed, whole = tmp_path / "killed.jsonl", tmp_path / "whole.jsonl"
    with subprocess.Popen([*COMMAND, "--out", killed], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        deadline = time.monotonic() + 60
        while not killed.exists() or killed.read_bytes().count(b"\n") < 4:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        running.send_signal(signal.SIGKILL)
        # The processes that played for it write there too: nobody is left when the end is reached.
        assert running.communicate(timeout=60) == (b"", b"")
    assert running.returncode == -signal.SIGKILL
    kept = killed.read_bytes().count(b"\n") - 1
    assert 3 <= kept < 40
    with killed.open("ab") as file:
        file.write(b'{"number":39,"games":[{"number":0,"lineup":[0,1],"fir')
    went_on = subprocess.run([*COMMAND, "--out", killed], capture_output=True, text=True, check=True)
    at_once = subprocess.run([*COMMAND, "--out", whole], capture_output=True, text=True, check=True)
    assert written(killed) == written(whole)
    assert len(written(whole)) == 40
    assert report(went_on.stdout) == report(at_once.stdout)
    assert f"{kept} of them from before" in went_on.stdout


def test_only_what_is_missing_is_played(tmp_path: Path) -> None:
    path = tmp_path / "arena.jsonl"
    assert not run(GIVEN, path, 5, stop_after=2).is_finished
    started = run(GIVEN, path, 5)
    assert (started.remembered, started.is_finished, len(started.blocks)) == (2, True, 5)
    before = path.read_bytes()
    assert run(GIVEN, path, 5).remembered == 5
    assert path.read_bytes() == before


def test_more_blocks_may_follow_and_fewer_may_be_looked_at(tmp_path: Path) -> None:
    path = tmp_path / "arena.jsonl"
    run(GIVEN, path, 3)
    assert len(run(GIVEN, path, 5).blocks) == 5
    assert len(run(GIVEN, path, 2).blocks) == 2


def test_blocks_come_back_as_they_were(tmp_path: Path) -> None:
    path = tmp_path / "arena.jsonl"
    given = contest("advanced", Raises)
    for each in (GIVEN, given):
        path.unlink(missing_ok=True)
        block = play_block(each, 4)
        with ArenaFile(path, each) as file:
            file.add(block)
        with ArenaFile(path, each) as file:
            [found] = file.blocks.values()
        assert found == block


def test_a_block_is_in_the_file_at_once(tmp_path: Path) -> None:
    path = tmp_path / "arena.jsonl"
    with ArenaFile(path, GIVEN) as file:
        assert path.read_bytes().count(b"\n") == 1
        file.add(play_block(GIVEN, 0))
        assert path.read_bytes().count(b"\n") == 2


def test_half_a_header_is_no_header(tmp_path: Path) -> None:
    path = tmp_path / "arena.jsonl"
    run(GIVEN, path, 1)
    path.write_bytes(path.read_bytes()[:20])
    assert run(GIVEN, path, 1).remembered == 0
    assert run(GIVEN, path, 1).remembered == 1


def test_a_test_ends_at_the_same_block_however_many_play(tmp_path: Path) -> None:
    ends = []
    for processes in (1, 2):
        with ArenaFile(tmp_path / f"{processes}.jsonl", GIVEN) as file, LocalWorkers(processes) as workers:
            started = ArenaRun(GIVEN, 60, file, sequential_test(GIVEN, (0, 50)))
            list(started.play(workers))
        assert started.is_finished
        ends.append([block.number for block in started.blocks])
    assert ends[0] == ends[1] == list(range(len(ends[0])))
    assert len(ends[0]) < 20
    with ArenaFile(tmp_path / "1.jsonl", GIVEN) as file, LocalWorkers(1) as workers:
        again = ArenaRun(GIVEN, 60, file, sequential_test(GIVEN, (0, 50)))
        assert again.is_finished
        assert list(again.play(workers)) == []


# --- files that are something else


def test_other_arguments_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "arena.jsonl"
    run(GIVEN, path, 1)
    assert "seed 3 instead of 4" in refusal(replace(GIVEN, seed=4), path)
    told = refusal(contest("advanced", "advanced", players=3), path)
    assert "bots advanced, random instead of advanced, advanced; players 2 instead of 3" in told
    assert "honor pool 10 instead of the default" in refusal(contest("advanced", "random", honor_pool=None), path)


def test_another_state_of_the_bots_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "arena.jsonl"
    run(GIVEN, path, 1)
    monkeypatch.setattr(arena_run, "fingerprint", lambda parts, custom_sets: "another")
    assert "another state of Vigil" in refusal(GIVEN, path)


@pytest.mark.parametrize("text", ["My diary", "My diary\n", '{"a": 1}\n', "[]\n", "\n\n", '{"formula"', "\x00\xff\n"])
def test_a_foreign_file_is_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "diary.txt"
    path.write_bytes(text.encode("latin-1"))
    assert "is not the file of an arena" in refusal(GIVEN, path)


@pytest.mark.parametrize(
    "line",
    [
        "not json",
        "{}",
        '{"number":0,"games":[],"thinking":[{},{}],"seconds":1}',
        '{"number":-1,"games":[],"thinking":[{},{}],"seconds":1,"mishap":{}}',
        '{"number":-1,"games":[],"thinking":[{},{}],"seconds":1,"mishap":{"kind":"error","entrant":0,"sentence":""}}',
        '{"number":0,"games":[],"thinking":[{}],"seconds":1,"mishap":{"kind":"error","entrant":0,"sentence":""}}',
        '{"number":0,"games":[],"thinking":[{},{}],"seconds":1,"mishap":{"kind":"error","entrant":5,"sentence":""}}',
    ],
)
def test_a_damaged_line_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "arena.jsonl"
    run(GIVEN, path, 2)
    header, first, second = path.read_text().splitlines()
    path.write_text("\n".join([header, first, line, second]) + "\n")
    assert "arena.jsonl:3 is damaged" in refusal(GIVEN, path)


@pytest.mark.skipif(os.name != "posix", reason="files are locked in another way")
def test_two_arenas_do_not_share_a_file(tmp_path: Path) -> None:
    path = tmp_path / "arena.jsonl"
    with ArenaFile(path, GIVEN), pytest.raises(BadArenaFile, match="is in use by another arena"):
        ArenaFile(path, GIVEN)
    with ArenaFile(path, GIVEN):
        pass


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(BadArenaFile, match="cannot be written: Is a directory"):
        ArenaFile(tmp_path, GIVEN)
