"""A trace of Chromium, as far as it says how long the page's own thread was busy at a time."""

from typing import Any

import msgspec

Event = dict[str, Any]
CATEGORIES = ("devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel")
MARK = "vigil-bench"
"""What the page calls out (`console.timeStamp`) so that its thread is found among all others."""


def events(trace: bytes) -> list[Event]:
    return list(msgspec.json.decode(trace)["traceEvents"])


def longest_task(trace: bytes) -> tuple[float, float]:
    """Seconds of the page's longest task from the first mark to the last, and of the one that took most work.

    Other programs can hold a task up; what the processor has worked for it does not depend on them.
    """
    told = events(trace)
    marks = [each for each in told if each["name"] == "TimeStamp" and _message(each) == MARK]
    if len(marks) < 2:
        raise ValueError(f"The trace has {len(marks)} marks of the page instead of two.")
    thread = (marks[0]["pid"], marks[0]["tid"])
    first, last = marks[0]["ts"], marks[-1]["ts"]
    tasks = [
        (each["dur"], each.get("tdur", each["dur"]))
        for each in told
        if each["name"] == "RunTask" and (each["pid"], each["tid"]) == thread and first <= each["ts"] < last
    ]
    if not tasks:
        return 0.0, 0.0
    return max(lasted for lasted, _ in tasks) / 1e6, max(worked for _, worked in tasks) / 1e6


def _message(event: Event) -> str:
    return str(event.get("args", {}).get("data", {}).get("message", ""))
