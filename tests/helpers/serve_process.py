"""`vigil serve` in a process of its own, as people start it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys

from tests.helpers.servers import PATIENCE


class Process:
    """`vigil serve` as people start it."""

    def __init__(self, *arguments: str, python: str = sys.executable, **environment: str) -> None:
        given = {**os.environ, "VIGIL_PORT": "0", "VIGIL_BOT_PROCESSES": "1", **environment}
        command = [python, "-m", "vigil", "serve", *arguments]
        # A shell that starts the tests in the background has them ignore Ctrl-C, and the server would inherit that.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            self.process = subprocess.Popen(
                command, env=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1
            )
        finally:
            signal.signal(signal.SIGINT, before)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found is not None, line + str(self.process.stderr.read() if self.process.stderr else "")
        self.port = int(found[1])
        self.url = f"http://127.0.0.1:{self.port}"

    def stop(self, how: signal.Signals = signal.SIGTERM) -> str:
        self.process.send_signal(how)
        return self.process.communicate(timeout=PATIENCE)[1]
