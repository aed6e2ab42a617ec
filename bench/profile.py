"""Where the time of the compiled engine goes: samples of `perf`, grouped by what the code is there for."""

import re
import shutil
import signal
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from bench.measure import PLAY
from bench.plan import CHRONICLE, Row, vigil_row
from bench.play_vigil import ROLLOUT, Table
from vigil._compiled import COMPILED

PERF = "perf"
PROFILED = Table((CHRONICLE,), loop=ROLLOUT)
OTHER = "everything else"
SHOWN = 12

# The first pattern that is found in "library symbol" names the group. Order matters: freeing a list is freeing.
GROUPS = (
    (
        "making and freeing objects",
        r"[Aa]lloc|Malloc|[Ff]ree|_GC_| gc_|Trash|_clear$|_setup$|NewReference|visit_|clear_page",
    ),
    ("`chance.py` and the hash that it draws from", r"CPyDef_chance___|^_blake2|^_struct|^_hashlib"),
    (r"`\1.py`", r"CPy(?:Def|Py)_([a-z]+(?:_[a-z]+)*)___"),
    ("lists", r" (?:Py|CPy)List|list|_bisect"),
    ("whole numbers", r"PyLong|CPyTagged|CPyLong| long_"),
    ("tuples", r"[Tt]uple"),
    ("dictionaries and sets", r"[Dd]ict|unicodekeys|[Ss]et_|setiter|[Hh]ash"),
    ("comparisons", r"RichCompare|IsTrue|IsSubtype"),
    ("calls through the interpreter", r"_PyEval|[Vv]ectorcall|GetMethod|_PyType_Lookup|PyObject_Call|cfunction"),
)


def group(library: str, symbol: str) -> str:
    place = f"{library} {symbol}"
    for name, pattern in GROUPS:
        if found := re.search(pattern, place):
            return found.expand(name)
    return OTHER


def parse(report: str) -> Iterator[tuple[str, str, int]]:
    """Library, symbol and number of samples, out of what `perf report` prints."""
    for line in report.splitlines():
        fields = [part.strip() for part in line.split("|")]
        if len(fields) == 3 and fields[0].isdigit():
            yield fields[1], fields[2].removeprefix("[.] ").removeprefix("[k] "), int(fields[0])


def shares(samples: Iterable[tuple[str, str, int]], shown: int = SHOWN) -> list[tuple[str, float]]:
    """The largest groups and their parts of the whole, and what is left as one group at the end."""
    counts: Counter[str] = Counter()
    for library, symbol, number in samples:
        counts[group(library, symbol)] += number
    total = counts.total()
    counts.pop(OTHER, None)
    largest = counts.most_common(shown)
    rest = total - sum(number for _, number in largest)
    return [(name, number / total) for name, number in [*largest, (OTHER, rest)]]


def where_the_time_goes(rows: Sequence[Row], seconds: float) -> list[tuple[str, float]]:
    """Rollouts of the compiled engine under perf; nothing where there is no perf, or no compiled engine."""
    row = next((row for row in rows if row.name == vigil_row(COMPILED, PROFILED)), None)
    if row is None or not shutil.which(PERF):
        return []
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "perf.data"
        record = [PERF, "record", "--quiet", "--event", "cpu-clock", "--freq", "999", "--output", str(data)]
        watcher = subprocess.Popen([*record, "--pid", str(row.program.pid)], stderr=subprocess.DEVNULL)
        row.program.sample(PLAY, row.workload, seconds)
        watcher.send_signal(signal.SIGINT)
        watcher.wait()
        report = [PERF, "report", "--stdio", "--input", str(data), "--fields", "sample,dso,symbol", "-t", "|"]
        printed = subprocess.run(report, capture_output=True, text=True).stdout
    samples = list(parse(printed))
    return shares(samples) if samples else []
