"""What the system says about a server: its process, and the workers that it has started."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")
_PARENT, _USER, _SYSTEM = 1, 11, 12


def resident_bytes(pid: int) -> int:
    return sum(int(Path(f"/proc/{each}/statm").read_text().split()[1]) * _PAGE for each in family(pid))


def processor_seconds(pid: int) -> float:
    """User and system time of all threads, since the processes were started."""
    return sum(sum(map(int, _facts(each)[_USER : _SYSTEM + 1])) for each in family(pid)) / _TICKS


def family(pid: int) -> Iterator[int]:
    """The process, and whatever it or its children have started."""
    yield pid
    for each in list(Path("/proc").glob("[0-9]*")):
        # Whoever has ended meanwhile is nobody's child.
        with suppress(FileNotFoundError, ProcessLookupError):
            if int(_facts(int(each.name))[_PARENT]) == pid:
                yield from family(int(each.name))


def _facts(pid: int) -> list[str]:
    # The name of the program stands in brackets, and may hold anything.
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
