"""A server that runs out of something says so, and goes on when there is more again."""

from __future__ import annotations

import json
import re
import resource
import time
from contextlib import ExitStack
from pathlib import Path

import httpx

from tests.helpers.serve_process import Process
from tests.helpers.servers import PATIENCE, connected


def test_a_disk_that_is_full_is_logged_and_shown_by_health(tmp_path: Path) -> None:
    """No file may grow any more; then it may again."""
    server = Process("--log", "json", XDG_DATA_HOME=str(tmp_path))
    try:
        with httpx.Client(base_url=server.url, timeout=PATIENCE) as http:
            table = http.post("/api/tables", json={"seats": ["me"]}).json()["id"]
            say = {"do": "say", "text": "hello"}
            size = (tmp_path / "vigil" / "tables.sqlite-wal").stat().st_size
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
            assert http.post(f"/api/tables/{table}/actions", json=say).status_code == 500
            health = http.get("/health")
            assert (health.status_code, health.json()["status"]) == (503, "failing")
            assert health.json()["problems"] == ["The database cannot be written: disk I/O error."]
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
            assert http.get("/health").json()["problems"] == []
            assert http.post(f"/api/tables/{table}/actions", json=say).status_code == 200
    finally:
        log = server.stop()
    assert "disk I/O error" in log
    assert "rollback" not in log


def test_connections_cannot_use_up_the_file_descriptors(tmp_path: Path) -> None:
    """The limit is raised; whoever comes when it is nearly reached is refused, and health can always be asked."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (300, hard))
    try:
        server = Process("--log", "json", "--address-sockets", "0", XDG_DATA_HOME=str(tmp_path))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    try:
        with httpx.Client(base_url=server.url, timeout=PATIENCE) as http, ExitStack() as lines:
            table = http.post("/api/tables", json={"seats": ["me"]}).json()["id"]
            assert resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (100, 100))[0] > 300
            for _ in range(100):
                line = lines.enter_context(connected(f"ws://127.0.0.1:{server.port}/ws/tables/{table}", {}))
                told = json.loads(line.recv(timeout=PATIENCE))
                if told["kind"] == "refused":
                    break
            assert told["code"] == "unavailable"
            health = http.get("/health")
            assert health.status_code == 503
            assert re.fullmatch(r"9\d of 100 file descriptors are in use\.", health.json()["problems"][0])
            lines.pop_all().close()
            while http.get("/health").status_code != 200:
                time.sleep(0.05)
    finally:
        log = server.stop()
    assert "file descriptors run out" in log
