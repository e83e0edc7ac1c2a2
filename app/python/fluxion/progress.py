"""A line that shows how far a run is, in terminals and notebooks."""
from __future__ import annotations

import contextlib
import math
import sys
import time
from typing import Any, Callable, Iterator, Optional

Show = Optional[Callable[[float, float, float], Any]]


def _is_shown() -> bool:
    return "ipykernel" in sys.modules or bool(sys.stderr and sys.stderr.isatty())


@contextlib.contextmanager
def progress_line(asked: bool | Callable[[float, float, float], Any] | None) -> Iterator[Show]:
    """Gives a function of the time, the start and the stop time in s, or None where nothing is to be shown."""
    if callable(asked):
        yield asked
        return
    if asked is False or (asked is None and not _is_shown()):
        yield None
        return
    began, shown = time.monotonic(), False

    def show(now: float, start: float, stop: float) -> None:
        nonlocal shown
        if asked is None and time.monotonic() - began < 0.5:
            return
        done = (now - start) / (stop - start) if math.isfinite(stop) and stop > start else None
        bar = f"[{'#' * round(30 * done):<30}] {100 * done:3.0f} %  " if done is not None else ""
        sys.stderr.write(f"\r{bar}t = {now:.6g} s   ")
        sys.stderr.flush()
        shown = True

    try:
        yield show
    finally:
        if shown:
            sys.stderr.write("\r" + " " * 70 + "\r")
