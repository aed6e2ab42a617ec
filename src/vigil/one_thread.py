"""Limits numpy to one thread.

The matrix products of the bots' networks are too small to gain from several threads. On a busy machine, as in an arena,
an evaluation that waits for other cores takes many times as long.
"""

from __future__ import annotations

import os
from typing import Final

ONE_THREAD: Final = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


def use_one_thread() -> None:
    """Limits this process and those that it starts, unless the environment says otherwise. Call before numpy loads."""
    for name, value in ONE_THREAD.items():
        os.environ.setdefault(name, value)
