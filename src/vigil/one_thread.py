"""A bot has one core.

Numpy would use all the others for products that are too small to gain by it; where those are busy, as in an arena,
every look of the network then waits for them, and takes many times as long.
"""

from __future__ import annotations

import os
from typing import Final

ONE_THREAD: Final = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


def use_one_thread() -> None:
    """For this process and those that it starts. It has to be said before anything loads numpy; who has said
    otherwise is heard."""
    for name, value in ONE_THREAD.items():
        os.environ.setdefault(name, value)
