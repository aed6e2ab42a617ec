"""How the processes in which bots play, think and review are started, and how they begin."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from typing import BinaryIO, Final

from vigil.bots.levels import NETWORK
from vigil.bots.weights import WEIGHTS
from vigil.one_thread import ONE_THREAD

KEPT_VARIABLES: Final = ("VIGIL_ENGINE", NETWORK, WEIGHTS)
"""Of Vigil's own settings a bot needs to know no more: others may hold secrets of the server."""
LONGEST_LINE: Final = 64 * 2**20
"""Bytes. A review of a long game for six is a few megabytes."""
LOWEST_PRIORITY: Final = 19


async def start_process(module: str, *arguments: str) -> asyncio.subprocess.Process:
    """Starts a module in a process of its own, which is asked and answers through pipes.

    What may not be known to everybody on this machine is asked there: arguments are public.
    """
    # A new session: whoever stops the server at its terminal does not interrupt the process too.
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", module, *arguments),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env=process_environment(),
        start_new_session=True,
        limit=LONGEST_LINE,
    )


def process_environment() -> dict[str, str]:
    """The environment of such a process: without the secrets of the server."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("VIGIL_")}
    kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
    # What can be imported here can be imported there.
    path = os.pathsep.join(filter(None, sys.path))
    return {**ours, **kept, **ONE_THREAD, "PYTHONPATH": path}


def run_process(serve: Callable[[BinaryIO, BinaryIO], None], niceness: int = LOWEST_PRIORITY) -> None:
    """The whole life of such a process: `serve` reads questions and writes answers until nobody asks any more.

    Whoever sits at a table goes before whoever thinks, so it runs at a lower priority.
    """
    # What a bot prints must not be taken for an answer.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    if hasattr(os, "nice"):
        os.nice(niceness)
    try:
        serve(sys.stdin.buffer, answers)
    except BrokenPipeError:
        # Nobody waits for the answer any more; nor is anybody to be told at the end.
        os._exit(0)
