"""Runs of the examples by fluxion-cli, and what can be read off their curves."""
import bisect
import csv
import functools
import json
import math
import operator
import os
import pathlib
import shlex
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"


class Run:
    """What a run recorded: its columns by name, its statistics, and its messages. At a jump there are two rows."""

    def __init__(self, status, rows, stats, messages):
        self.status, self.stats, self.messages = status, stats, messages
        names = rows[0] if rows else ["time"]
        values = list(zip(*([float(field) for field in row] for row in rows[1:])))
        self.columns = dict(zip(names, values))
        self.t = self.columns.get("time", ())

    def __getitem__(self, signal):
        """A signal: a column by its name, or a function of the columns: r["x"], or r[lambda x, y: x - y, "x", "y"]."""
        if isinstance(signal, str):
            return self.columns[signal]
        function, *names = signal
        return [function(*values) for values in zip(*(self.columns[name] for name in names))]

    def between(self, signal, start, end):
        return self[signal][bisect.bisect_left(self.t, start):bisect.bisect_right(self.t, end)]

    def largest(self, signal, start=-math.inf, end=math.inf):
        return max(self.between(signal, start, end))

    def least(self, signal, start=-math.inf, end=math.inf):
        return min(self.between(signal, start, end))

    def magnitude(self, signal, start=-math.inf, end=math.inf):
        return max(map(abs, self.between(signal, start, end)))

    def end(self, signal):
        return self[signal][-1]

    def mean(self, signal, start, end):
        """The mean over time, of straight lines between the rows."""
        points = list(zip(self.between("time", start, end), self.between(signal, start, end)))
        area = sum((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in zip(points, points[1:]))
        return area / (points[-1][0] - points[0][0])

    def at(self, signal, time):
        """The value at a time, straight between the rows, behind a jump."""
        values = self[signal]
        k = bisect.bisect_right(self.t, time)
        if k == len(values) or self.t[k - 1] == time:
            return values[k - 1]
        share = (time - self.t[k - 1]) / (self.t[k] - self.t[k - 1])
        return values[k - 1] + share * (values[k] - values[k - 1])

    def before(self, signal, time):
        """The value just before a time, at which the signal may jump."""
        return self[signal][bisect.bisect_left(self.t, time)]

    def crossings(self, signal, level, direction, start=-math.inf):
        """The times at which a signal passes a level upwards (direction 1) or downwards (-1), straight between the rows."""
        times, values = self.t, [direction * (v - level) for v in self[signal]]
        found = []
        for k in range(1, len(values)):
            if values[k - 1] < 0 <= values[k]:
                share = -values[k - 1] / (values[k] - values[k - 1])
                found.append(times[k - 1] + share * (times[k] - times[k - 1]))
        return [t for t in found if t >= start]

    def rises(self, signal, level=0.5, start=-math.inf):
        return self.crossings(signal, level, 1, start)

    def falls(self, signal, level=0.5, start=-math.inf):
        return self.crossings(signal, level, -1, start)

    def peaks(self, signal, start=-math.inf, end=math.inf):
        """The local maxima, as (time, value)."""
        v = self[signal]
        return [(self.t[k], v[k]) for k in range(1, len(v) - 1)
                if start <= self.t[k] <= end and v[k - 1] < v[k] >= v[k + 1]]

    def tops(self, signal):
        """The heights of the parabolas through each local maximum and the rows beside it."""
        t, v = self.t, self[signal]
        heights = []
        for k in range(1, len(v) - 1):
            if not v[k - 1] < v[k] >= v[k + 1] or not t[k - 1] < t[k] < t[k + 1]:
                continue
            left, right = (v[k] - v[k - 1]) / (t[k] - t[k - 1]), (v[k + 1] - v[k]) / (t[k + 1] - t[k])
            curvature = (right - left) / (t[k + 1] - t[k - 1])
            slope = left + curvature * (t[k] - t[k - 1])
            heights.append(v[k] - slope * slope / (4 * curvature))
        return heights

    def when_largest(self, signal):
        values = self[signal]
        return self.t[max(range(len(values)), key=values.__getitem__)]

    def events(self, block):
        """The times of the zero crossings of a block."""
        return [e["time"] for e in self.stats["events"] if e.get("block") == block]


def period(times):
    """The mean distance of instants."""
    return (times[-1] - times[0]) / (len(times) - 1)


@functools.lru_cache(maxsize=None)
def run(example, options=""):
    """The run of an example with options as in a shell; each is computed once."""
    file = EXAMPLES / example / f"{example}.flx"
    with tempfile.TemporaryDirectory() as folder:
        stats = pathlib.Path(folder) / "stats.json"
        done = subprocess.run([os.path.abspath(os.environ["FLUXION_CLI"]), "run", str(file), "--out", "-", "--quiet", "--stats",
                               str(stats), *shlex.split(options)], capture_output=True, text=True, timeout=300)
        recorded = json.loads(stats.read_text()) if stats.exists() else {}
    return Run(done.returncode, list(csv.reader(done.stdout.splitlines())), recorded, done.stderr)


@functools.lru_cache(maxsize=None)
def command(name, example, options=""):
    """What another command prints of an example, whatever its status."""
    file = EXAMPLES / example / f"{example}.flx"
    done = subprocess.run([os.path.abspath(os.environ["FLUXION_CLI"]), name, str(file), *shlex.split(options)],
                          capture_output=True, text=True, timeout=300)
    return done.stdout + done.stderr


def model(example):
    return json.loads((EXAMPLES / example / f"{example}.flx").read_text())


def variables(example):
    """The expressions of the model's variables."""
    return {v["name"]: v["value"] for v in model(example).get("variables", [])}


def blocks(example):
    """The types of all blocks, those inside subsystems as well."""
    return [block["type"] for block in model(example)["blocks"]]


def minus(a, b):
    """The signal a - b."""
    return (operator.sub, a, b)
