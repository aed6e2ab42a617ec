"""The program: one process that serves, or several that share a PostgreSQL.

uvicorn runs the application: it takes a socket that is already bound, it slows clients down that do not read, it pings,
and it closes every line with the code for a restart when it is told to stop.
"""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import uvicorn
from litestar import Litestar
from uvicorn.supervisors import Multiprocess

from vigil.custom_sets import load_sets, write_copies
from vigil.engine.errors import VigilError
from vigil.public.play import add_bots
from vigil.storage.database import Database

from . import logs
from .app import create_app
from .bot_players import BotPlayers
from .file_descriptors import raise_limit
from .host import Host
from .metrics import SHARED
from .protocols import Lines, Requests
from .settings import ServerSettings, as_environment, settings_from
from .steady_clock import START, SteadyClock

LARGEST_MESSAGE = 16_384
PING_EVERY = 20.0
GIVE_UP_AFTER = 20.0
FINISH_WITHIN = 10
"""Seconds for what was begun when the server is told to stop."""
WORKER_ANSWERS_WITHIN = 120
"""Seconds after which a worker counts as hung and is replaced. On a busy machine it takes many seconds to start, and
one that is killed meanwhile would be started anew again and again."""
COLLECT_AFTER = (50_000, 20, 50)
TURN = 0.0005
"""Seconds after which a busy thread lets another one go on."""


class CannotServe(VigilError):
    """The server cannot listen on its address."""


def app_from_environment() -> Litestar:
    """What each of several workers runs."""
    settings = settings_from(os.environ)
    logs.set_up(settings)
    load_sets(settings.sets)
    add_bots(settings.bots)
    threading.Thread(target=_stop_with_parent, daemon=True).start()
    return _with_bots(settings)


def _stop_with_parent() -> None:
    """A worker whose supervisor was killed would go on, and keep the port from the next server."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def _with_bots(settings: ServerSettings) -> Litestar:
    _settle_down()

    def bots(host: Host) -> BotPlayers:
        processes, seconds = settings.bot_processes or None, settings.bot_seconds
        return BotPlayers(host, processes, seconds, sets=settings.sets, bots=settings.bots)

    return create_app(settings, bots=bots)


def _settle_down() -> None:
    """Python collects garbage, and changes between threads, as suits a server of tables."""
    # What was loaded stays, and a thousand tables are many objects: looking for circles among them takes long, and
    # hardly ever finds any.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
    # The thread that writes is waited for by everybody at the table: it gets its turn soon.
    sys.setswitchinterval(TURN)


def bound_socket(settings: ServerSettings) -> socket.socket:
    """Taken before anything else is started: if somebody else has it, that is said at once."""
    address = settings.listens_on
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    taken = socket.socket(family, socket.SOCK_STREAM)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((address, settings.port))
    except OSError as error:
        taken.close()
        reason = error.strerror or str(error)
        raise CannotServe(
            f"Port {settings.port} of {address} is not available: {reason}. Choose another with --port."
        ) from None
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        # Who does not take what was sent for so long is cut off by the system, whatever is still to be sent.
        taken.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(2000 * GIVE_UP_AFTER))
    # Whoever comes before everything is ready waits instead of being turned away.
    taken.listen(2048)
    taken.set_inheritable(True)
    return taken


def addresses(settings: ServerSettings, port: int) -> list[str]:
    """Where the server is reached: what is printed for people."""
    hosts = ["127.0.0.1" if settings.listens_on == "0.0.0.0" else settings.listens_on]
    if settings.lan:
        hosts += _network_addresses()
    return [f"http://{f'[{host}]' if ':' in host else host}:{port}/" for host in dict.fromkeys(hosts)]


def _network_addresses() -> list[str]:
    """The address that this machine has for others. Nothing is sent: a datagram socket only looks at its routes."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return [str(probe.getsockname()[0])]
        except OSError:
            return []


async def _prepare(settings: ServerSettings) -> None:
    """Brings the database up to date before anybody comes: what is wrong with it is said in one line."""
    database = Database(settings.database_url)
    try:
        await database.migrate()
    finally:
        await database.close()


def uvicorn_config(app: Litestar | str, settings: ServerSettings) -> uvicorn.Config:
    proxies = settings.trusted_proxies
    return uvicorn.Config(
        app,
        factory=isinstance(app, str),
        workers=settings.workers,
        http=Requests,
        ws=Lines,
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=PING_EVERY,
        ws_ping_timeout=GIVE_UP_AFTER,
        ws_per_message_deflate=settings.compress,
        timeout_graceful_shutdown=FINISH_WITHIN,
        timeout_worker_healthcheck=WORKER_ANSWERS_WITHIN,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies or None,
        access_log=False,
        log_config=None,
        server_header=False,
    )


def serve(settings: ServerSettings, ready: Callable[[list[str]], None]) -> None:
    """Runs until it is told to stop. `ready` is told where the server is reached."""
    logs.set_up(settings)
    raise_limit()
    load_sets(settings.sets)
    add_bots(settings.bots)
    with bound_socket(settings) as taken, tempfile.TemporaryDirectory(prefix="vigil-sets-") as folder:
        # A process that is started later has to have the same cards, even if a file has changed meanwhile.
        settings = replace(settings, sets=write_copies(Path(folder)))
        asyncio.run(_prepare(settings))
        ready(addresses(settings, taken.getsockname()[1]))
        if settings.workers > 1:
            _serve_together(settings, taken)
        else:
            uvicorn.Server(uvicorn_config(_with_bots(settings), settings)).run(sockets=[taken])


def _serve_together(settings: ServerSettings, taken: socket.socket) -> None:
    with tempfile.TemporaryDirectory(prefix="vigil-metrics-") as folder:
        os.environ.update(as_environment(settings))
        os.environ[SHARED] = folder
        os.environ[START] = SteadyClock().start
        config = uvicorn_config(f"{__name__}:app_from_environment", settings)
        Multiprocess(config, sockets=[taken]).run()
