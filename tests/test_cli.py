"""The command `vigil`: what it prints, what it answers to mistakes, and how it ends."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click import Context, Group, Option
from click.testing import CliRunner, Result

from vigil._compiled import ENGINE
from vigil._version import __version__
from vigil.bots import AdvancedBot
from vigil.cards import LIBRARY, new_state
from vigil.cli import main
from vigil.engine.records import Record

EXAMPLES = Path(__file__).parent / "stories" / "examples"
COMMANDS = [
    "admin",
    "arena",
    "backup",
    "book",
    "cards",
    "compile",
    "daily",
    "play",
    "puzzle",
    "puzzles",
    "replay",
    "report",
    "restore",
    "review",
    "rules",
    "scenario",
    "serve",
    "sets",
    "simulate",
    "train",
    "tune",
    "verify",
]
SHORT_MATCH = ["simulate", "--games", "4", "--honor-pool", "10", "--processes", "1"]


def vigil(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(each) for each in arguments])


def mistake(*arguments: str | Path) -> str:
    """What is said about a mistake: one line on stderr, nothing on stdout, and exit code 2."""
    result = vigil(*arguments)
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    assert result.stderr.startswith("vigil: ")
    assert result.stderr.count("\n") == 1
    return result.stderr.removeprefix("vigil: ").strip()


# --- help


def test_every_command_is_there() -> None:
    assert isinstance(main, Group)
    assert main.list_commands(Context(main)) == COMMANDS
    result = vigil("--help")
    assert result.exit_code == 0
    for command in COMMANDS:
        assert re.search(rf"^  {command} +[A-Z].*\.$", result.stdout, re.MULTILINE), command


@pytest.mark.parametrize("command", COMMANDS)
def test_help(command: str) -> None:
    result = vigil(command, "--help")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"Usage: vigil {command}") or f"{command} [" in result.stdout
    found = main.get_command(Context(main), command)
    assert found is not None
    for option in found.params:
        if isinstance(option, Option):
            assert option.help, f"vigil {command} {option.opts[0]} explains nothing"
            assert option.opts[0] in result.stdout


def test_version() -> None:
    assert vigil("--version").stdout == f"vigil {__version__} ({ENGINE} engine)\n"


def test_who_runs_the_plain_engine_unasked_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vigil._compiled.ENGINE", "plain")
    monkeypatch.delenv("VIGIL_ENGINE", raising=False)
    assert "To compile it, run: vigil compile" in vigil(*SHORT_MATCH).stderr
    monkeypatch.setenv("VIGIL_ENGINE", "plain")
    assert vigil(*SHORT_MATCH).stderr == ""


def test_as_a_module_in_a_real_process() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "vigil", "simulate", "--sets", "nowhere"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == (
        'vigil: There is no set called "nowhere". Known sets: chronicle, rise, war, gift (or all).\n'
    )


@pytest.mark.parametrize(("closed", "stream"), [("<&-", "input"), (">&-", "output")])
@pytest.mark.parametrize("command", ["play", "replay"])
def test_a_closed_stream_is_a_mistake(tmp_path: Path, command: str, closed: str, stream: str) -> None:
    record = tmp_path / "game.json"
    record.write_text(Record.of(new_state(seed=8)).to_json())
    arguments = [command] if command == "play" else [command, str(record)]
    shell = ["sh", "-c", f'exec "$@" {closed}', "sh", sys.executable, "-m", "vigil", *arguments]
    done = subprocess.run(shell, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(f"vigil: Standard {stream} is closed.")


# --- looking things up


def test_sets() -> None:
    result = vigil("sets")
    assert result.exit_code == 0
    for box in LIBRARY.sets.values():
        assert box.title in result.stdout
    assert re.search(r"Gift of the Elements +gift +55 +107 ", result.stdout)


def test_one_card_is_shown_with_its_rulings() -> None:
    text = vigil("cards", "hedron", "cannon").stdout
    assert "Mechana Construct, costs 8 runes, 8 honor. Chronicle of the Godslayer, 1 copy." in text
    assert "Once per turn, gain 1 power for each Mechana Construct you control." in text
    assert "· Counts itself, so at least 1." in text


def test_a_whole_name_is_shown_in_full_before_the_cards_that_mention_it() -> None:
    text = vigil("cards", "mystic").stdout
    assert text.index("Always available") < text.index("Other cards with this word") < text.index("Monastic Tutor")


def test_filters_work_together() -> None:
    text = vigil("cards", "--faction", "Void", "--kind", "hero", "--cost", "1-2", "--set", "rise").stdout
    assert "Spirit Merchant" in text
    assert "Treasure Hunter" in text
    assert text.strip().endswith("2 cards. Give the name of one, or --full, to see everything about it.")


def test_keywords_and_open_costs() -> None:
    assert "Omnicron" in vigil("cards", "--keyword", "fate", "--cost", "7+").stdout
    assert "dual-cost" not in vigil("cards", "--keyword", "dual-cost", "--cost", "2").stderr


def test_full_shows_every_card() -> None:
    text = vigil("cards", "--set", "war", "--kind", "monster", "--full").stdout
    assert text.count("Monster, costs") == 10


def test_every_card_can_be_looked_up() -> None:
    for card in LIBRARY:
        result = vigil("cards", card.name)
        assert result.exit_code == 0, card.name
        assert result.stdout.startswith(card.name)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["cards", "hedrn", "canon"], 'No card fits "hedrn canon". Did you mean "Hedron Cannon"?'),
        (["cards", "mystic", "--cost", "9"], 'No card fits "mystic" with these filters.'),
        (["cards", "--cost", "many"], '"many" is not a cost. Write 3, 2-4 or 5+.'),
        (["cards", "--faction", "viod"], 'There is no faction "viod". Did you mean "void"?'),
        (["cards", "--kind", "heros"], 'There is no kind of card "heros". Did you mean "hero"?'),
        (["cards", "--keyword", "enrgize"], 'There is no keyword "enrgize". Did you mean "energize"?'),
        (["cards", "--set", "chronicles"], 'There is no set called "chronicles". Did you mean "chronicle"'),
        (["simulate", "--sets", "giftt"], 'There is no set called "giftt". Did you mean "gift"'),
        (["simulate", "--players", "7"], "A game is for 1 to 6 players, not for 7."),
        (["simulate", "--players", "5"], "5 players need at least two sets. One set is for up to 4 players."),
        (["simulate", "--variant", "team", "--players", "3"], "Team play is for 4 or 6 players, not for 3."),
        (["simulate", "--variant", "solitair"], 'There is no variant "solitair". Did you mean "solitaire"?'),
        (["simulate", "--bots", "advansed"], 'There is no bot called "advansed". Did you mean "advanced"?'),
        (["simulate", "--bots", "none"], "A match needs at least one bot."),
        (
            ["play", "--bots", ","],
            "No bot is named. Known bots: random, casual, player, advanced, expert, master; or none.",
        ),
        (["simulate", "--games", "0"], "A match of 0 games cannot be played: choose 1 or more."),
        (["simulate", "--honor-pool", "0"], "The honor pool cannot be 0. Choose 1 to 1000."),
        (["play", "--sets", "chronicle,nowhere"], 'There is no set called "nowhere".'),
        (["play", "--players", "7"], "A game is for 1 to 6 players, not for 7."),
        (["play", "--variant", "team", "--players", "3"], "Team play is for 4 or 6 players"),
        (["play", "--bots", "advansed"], 'There is no bot called "advansed".'),
        (["play", "--bots", "master@soon"], '"soon" is not a budget. Write 1s for a second per turn'),
        (["play", "--first", "3"], "p3 cannot take the first turn. The players are p1 to p2."),
        (["verify", "nowhere.json"], "There is no file nowhere.json."),
        (["verify", "."], ". is a folder, not a record."),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, list) else "",
)
def test_mistakes(arguments: list[str], said: str) -> None:
    assert mistake(*arguments).startswith(said)


@pytest.mark.parametrize("arguments", [["play", "--players", "two"], ["nothing"], ["scenario"], ["verify"]])
def test_what_cannot_be_read_as_a_command_line(arguments: list[str]) -> None:
    result = vigil(*arguments)
    assert result.exit_code == 2
    assert "Error: " in result.stderr
    assert "Traceback" not in result.stderr


# --- scenarios


def test_scenarios_that_hold() -> None:
    files = sorted(EXAMPLES.glob("*.toml"))
    result = vigil("scenario", *files)
    lines = result.stdout.splitlines()
    assert result.exit_code == 0
    assert all(line.startswith("ok   ") for line in lines[:-1])
    assert lines[-1] == f"{len(lines) - 1} scenarios: all hold."


HOLDS = """
[[scenario]]
title = "a play"
given.p1.hand = ["Militia"]
when = ["play Militia"]
then.p1.power = 1
"""


def test_a_scenario_that_does_not_hold(tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(HOLDS + HOLDS.replace("a play", "too much").replace("power = 1", "power = 2"))
    result = vigil("scenario", path)
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "ok   a play",
        "FAIL too much",
        f"     {path}: at the end: p1.power is 1, not 2",
        "1 of 2 scenarios hold, 1 differs.",
    ]


def test_a_step_that_is_not_on_offer(tmp_path: Path) -> None:
    path = tmp_path / "step.toml"
    path.write_text(HOLDS.replace("play Militia", "play Mystic"))
    result = vigil("scenario", path)
    assert result.exit_code == 1
    assert 'step 1 "play Mystic": not on offer. p1 may: play Militia' in result.stdout


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"[[scenario", "not valid TOML"),
        (b"\xff\xfe", "it is not UTF-8 text"),
        (b"", "contains no scenarios"),
        (b'[[scenario]]\ntitle = "x"\ngiven.p1.hand = ["Mistyc"]\n', 'Did you mean "Mystic"?'),
        (b'[[scenario]]\ntitle = "x"\ngiven.players = 9\n', "A game is for 1 to 6 players, not for 9."),
        (b'[[scenario]]\ntitle = "x"\nsets = ["nowhere"]\n', "no set called"),
        (None, "No such file or directory"),
    ],
)
def test_broken_files_are_errors_and_do_not_stop_the_others(tmp_path: Path, content: bytes | None, said: str) -> None:
    broken, good = tmp_path / "broken.toml", tmp_path / "good.toml"
    if content is not None:
        broken.write_bytes(content)
    good.write_text(HOLDS)
    result = vigil("scenario", broken, good)
    assert result.exit_code == 2
    assert result.stdout == "ok   a play\n1 of 2 scenarios hold, 1 could not be run.\n"
    assert result.stderr.startswith("ERROR ")
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


# --- records


@pytest.fixture(scope="module")
def record_text() -> str:
    game = new_state(sets=["war-of-shadows"], seed=2, honor_pool=15)
    record = Record.of(game, ["Ann", "bot advanced"])
    bot = AdvancedBot()
    while game.decision is not None:
        record.choose(game, bot.choose(game.view(game.decision.seat), game.decision))
    return record.to_json()


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_a_true_record(tmp_path: Path, record_text: str) -> None:
    result = vigil("verify", written(tmp_path / "game.json", record_text))
    assert result.exit_code == 0
    assert re.search(
        r"game\.json is true: \d+ choices, \d+ turns\. .* won; scores: Ann \d+, bot advanced \d+\.", result.stdout
    )


def test_an_unfinished_record(tmp_path: Path, record_text: str) -> None:
    data = json.loads(record_text)
    data.update(choices=data["choices"][:5], result=None)
    result = vigil("verify", written(tmp_path / "game.json", json.dumps(data)))
    assert result.stdout.strip().endswith("5 choices, 1 turns. The game is not over yet.")


def change(key: str, value: Any) -> Any:
    def changed(text: str) -> str:
        return json.dumps({**json.loads(text), key: value})

    return changed


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda text: text[: len(text) // 2], "it is not JSON"),
        (lambda text: "", "it is not JSON"),
        (lambda text: "[1, 2]", "not a record of Vigil"),
        (lambda text: '{"format": "chess game", "moves": []}', "not a record of Vigil"),
        (change("rules", 0), "has rules version 0. This program supports"),
        (change("rules", 99), "has rules version 99. This program supports"),
        (change("setup", None), "damaged"),
        (change("setup", {"players": 7, "sets": ["war-of-shadows"]}), "A game is for 1 to 6 players, not for 7."),
        (change("setup", {"nonsense": 1}), "game cannot be set up"),
        (change("seed", "12x"), "damaged"),
        (change("choices", ["fly to the moon"]), 'Choice 1 is not legal: "fly to the moon" is not possible now.'),
        (change("choices", 5), "damaged"),
        (change("result", {"winners": ["p3"]}), "says winners ['p3'], but its choices lead to"),
    ],
)
def test_records_that_are_not_true(tmp_path: Path, record_text: str, damage: Any, said: str) -> None:
    assert said in mistake("verify", written(tmp_path / "game.json", damage(record_text)))


def test_binary_rubbish_is_no_record(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(bytes(range(256)))
    assert mistake("verify", path).endswith("is not a record: it is not UTF-8 text.")


def test_random_damage_never_ends_in_a_traceback(tmp_path: Path, record_text: str) -> None:
    chance = random.Random(1)
    path = tmp_path / "game.json"
    for _ in range(60):
        text = list(record_text)
        for _ in range(chance.randint(1, 4)):
            text[chance.randrange(len(text))] = chance.choice('0123456789"[]{},: aZ')
        result = vigil("verify", written(path, "".join(text)))
        assert result.exit_code in (0, 2), result.exception
        assert result.exception is None or isinstance(result.exception, SystemExit)


# --- simulating


def without_time(text: str) -> str:
    return re.sub(r" in [\d.]+ s, .*", "", text)


def test_simulate_prints_a_table() -> None:
    text = vigil(*SHORT_MATCH).stdout
    assert text.startswith("Chronicle of the Godslayer, 2 players, standard\n")
    assert re.search(r"advanced +4 +4 +100\.0 % +51\.0 to 100\.0 % +50\.0 % +\d+\.\d\n", text)
    assert re.search(r"random +4 +0 +0\.0 % +0\.0 to 49\.0 % +50\.0 % +-?\d+\.\d\n", text)
    assert re.search(r"A game lasted \d+\.\d turns, \d+ decisions on average\.", text)
    assert re.search(r"The first player won \d+\.\d % of the games\.", text)


def test_simulate_is_the_same_however_it_is_played() -> None:
    alone = vigil(*SHORT_MATCH, "--seed", "5").stdout
    again = vigil(*SHORT_MATCH, "--seed", "5").stdout
    together = vigil(*SHORT_MATCH[:-1], "2", "--seed", "5").stdout
    assert without_time(alone) == without_time(again) == without_time(together)
    assert without_time(alone) != without_time(vigil(*SHORT_MATCH, "--seed", "6").stdout)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--variant", "solitaire"], "the Cult"),
        (["--variant", "team", "--sets", "all"], "The first player's team won"),
        (["--players", "3", "--bots", "advanced,advanced,random"], "advanced #2"),
        (["--sets", "rise", "--sets", "war,gift"], "Rise of Vigil + War of Shadows + Gift of the Elements"),
    ],
)
def test_simulate_other_tables(options: list[str], said: str) -> None:
    result = vigil(*SHORT_MATCH, *options)
    assert result.exit_code == 0
    assert said in result.stdout


def test_simulate_shows_what_it_has_when_it_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    from vigil.commands import simulate

    usual = simulate.play

    def stopped(*arguments: Any) -> Any:
        for number, played in enumerate(usual(*arguments)):
            if number == 3:
                raise KeyboardInterrupt
            yield played

    monkeypatch.setattr(simulate, "play", stopped)
    result = vigil(*SHORT_MATCH)
    assert result.exit_code == 130
    assert result.stdout.endswith("Stopped after 3 of 4 games.\n")
    assert re.search(r"advanced +3 ", result.stdout)


@pytest.mark.skipif(os.name != "posix", reason="sends a signal to a group of processes")
@pytest.mark.parametrize("processes", ["1", "2"])
def test_ctrl_c_in_a_real_process(processes: str) -> None:
    # A shell that starts something in the background has it ignore Ctrl-C; the program is to hear it all the same.
    hears = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    program = f"{hears}; import vigil.cli, vigil.commands.simulate; print('ready', flush=True); vigil.cli.main()"
    command = [sys.executable, "-c", program, "simulate", "--games", "100000", "--processes", processes]
    # As at a terminal, Ctrl-C reaches the workers too.
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "ready\n"
        time.sleep(1)
        os.killpg(running.pid, signal.SIGINT)
        try:
            out, err = running.communicate(timeout=30)
        finally:
            running.kill()
    assert running.returncode == 130
    assert "Stopped after" in out
    assert "Traceback" not in err


def test_ctrl_c_anywhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("vigil.commands.play.read_record", interrupted)
    result = vigil("verify", "x")
    assert (result.exit_code, result.stdout) == (130, "")


# --- handing over to the terminal


def test_play_hands_the_table_over(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[Any] = []
    monkeypatch.setattr("vigil.commands.play.play_game", lambda setup, *rest: called.append((setup.to_dict(), *rest)))
    assert vigil("play").exit_code == 0
    vigil("play", "-p", "3", "-s", "rise", "-s", "war", "-b", "random,Advanced", "--seed", "4", "--first", "2")
    vigil("play", "--variant", "solitaire", "--honor-pool", "20", "--shards", "9", "--row-length", "5")
    vigil("play", "--bots", "none", "--resume", "game.json")
    standard = {"players": 2, "sets": ["chronicle-of-the-godslayer"], "variant": "standard"}
    usual = {**standard, "honor_pool": None, "shards": None, "row_length": 6, "first": None}
    assert called == [
        (usual, ["player"], None, None),
        (
            {**usual, "players": 3, "sets": ["rise-of-vigil", "war-of-shadows"], "first": 1},
            ["random", "advanced"],
            4,
            None,
        ),
        (
            {**usual, "players": 1, "variant": "solitaire", "honor_pool": 20, "shards": 9, "row_length": 5},
            [],
            None,
            None,
        ),
        (usual, [], None, Path("game.json")),
    ]


def test_replay_hands_the_file_over(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[Any] = []
    monkeypatch.setattr("vigil.commands.play.replay_record", lambda *arguments: called.append(arguments))
    vigil("replay", "game.json")
    vigil("replay", "game.json", "--follow")
    assert called == [(Path("game.json"), False), (Path("game.json"), True)]


@pytest.mark.parametrize("command", [["replay"], ["play", "--resume"]])
def test_what_the_terminal_refuses_is_one_line_too(tmp_path: Path, command: list[str]) -> None:
    path = written(tmp_path / "game.json", "{}")
    assert "not a record of Vigil" in mistake(*command, path)
