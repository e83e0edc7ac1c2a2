"""What a run recorded."""
from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Iterator, Mapping

from . import _engine
from ._engine import Diagnostic
from .texts import value

if TYPE_CHECKING:
    import numpy as np


class Signal:
    """A recorded signal. In arithmetic it is its `values`, and it has their methods: `run["x"].max()`, `2*run["x"] - 1`.

    Attributes:
        name: its name in the run.
        time: the instants in s, shape (rows,).
        values: shape (rows,), or (rows, elements) of a vector or matrix, whose elements go by column. Read-only.
        unit: "m/s"; empty where it is not known.
        elements: a name for each column.

    Where a signal jumps there are two rows with the same time: just before and just after.
    """

    def __init__(self, name: str, time: np.ndarray, values: np.ndarray, unit: str, elements: list[str], held: bool) -> None:
        self.name, self.time, self.values, self.unit = name, time, values, unit
        self.elements, self.held = elements, held

    def __array__(self, dtype: Any = None) -> np.ndarray:
        return self.values if dtype is None else self.values.astype(dtype)

    def __len__(self) -> int:
        return len(self.time)

    def __getitem__(self, at: Any) -> Any:
        return self.values[at]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.values, name)

    def __repr__(self) -> str:
        return f"<Signal {self.name}{' in ' + self.unit if self.unit else ''}: {self.values.shape} values>"

    def at(self, time: Any) -> Any:
        """The value at a time in s, or at several: interpolated linearly, or the last one of a signal that is held.

        Shape () or (elements,), with the shape of `time` before it.
        """
        import numpy as np

        if self.held:
            return self.values[np.maximum(np.searchsorted(self.time, time, side="right") - 1, 0)]
        if self.values.ndim == 1:
            return np.interp(time, self.time, self.values)
        return np.stack([np.interp(time, self.time, column) for column in self.values.T], axis=-1)


def _of_values(name: str) -> Any:
    def of_values(self: Signal, *others: Any) -> Any:
        return getattr(self.values, name)(*(other.values if isinstance(other, Signal) else other for other in others))

    of_values.__name__ = name
    return of_values


for _name in ("add", "sub", "mul", "truediv", "pow", "mod"):
    setattr(Signal, f"__{_name}__", _of_values(f"__{_name}__"))
    setattr(Signal, f"__r{_name}__", _of_values(f"__r{_name}__"))
for _name in ("neg", "abs", "lt", "le", "gt", "ge", "eq", "ne"):
    setattr(Signal, f"__{_name}__", _of_values(f"__{_name}__"))


class Statistics(Mapping[str, Any]):
    """What a run cost and what happened in it: `statistics.steps` or `statistics["steps"]`.

    The members are those of `fluxion-cli run --stats`: see the command line's documentation.
    """

    def __init__(self, members: dict[str, Any]) -> None:
        self._members = members

    def __getitem__(self, name: str) -> Any:
        return self._members[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._members:
            raise AttributeError(f"there is no member '{name}'; there are {', '.join(self.__dict__.get('_members', {}))}")
        return self._members[name]

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._members]

    def __repr__(self) -> str:
        def short(value: Any) -> str:
            return f"[{len(value)} of them]" if isinstance(value, list) and len(value) > 3 else repr(value)

        return f"<Statistics: {', '.join(f'{name} = {short(value)}' for name, value in self._members.items())}>"


class Run(Mapping[str, Signal]):
    """A run that is over: a mapping of names to the signals that it recorded.

    A name is that of a signal ("we"), of an element ("y[2]"), or of what a scope shows ("Speeds/we").
    """

    def __init__(self, engine_run: _engine.Run) -> None:
        self._run: _engine.Run | None = engine_run
        self._signals: list[dict[str, Any]] = engine_run.signals()
        self._time = engine_run.time()
        self._kept: dict[str, Any] = {}
        self._statistics = engine_run.statistics_json()
        self._warnings: list[Diagnostic] = engine_run.warnings()

    # --- signals

    @property
    def time(self) -> np.ndarray:
        """The instants of all signals in s, shape (rows,)."""
        return self._time

    @property
    def signals(self) -> list[str]:
        """Names of the recorded signals."""
        return [signal["name"] for signal in self._signals]

    def __getitem__(self, name: str) -> Signal:
        found = _engine.find_signal(self._signals, name)
        return Signal(found["name"], self._time, self._values(found["columns"]), found["unit"], found["elements"], found["held"])

    def _values(self, columns: list[int]) -> np.ndarray:
        key = ",".join(map(str, columns))
        if key not in self._kept:
            if self._run is not None:
                self._kept[key] = self._run.columns(columns)
            else:
                import numpy as np

                every = [self._kept[str(c)] for c in columns]
                self._kept[key] = every[0] if len(columns) == 1 else np.stack(every, axis=1)
        return self._kept[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.signals)

    def __len__(self) -> int:
        return len(self._signals)

    def __contains__(self, name: object) -> bool:
        try:
            _engine.find_signal(self._signals, str(name))
        except Exception:
            return False
        return True

    def __repr__(self) -> str:
        s = self.statistics
        return f"<Run {s['status']} at t = {s['end_time']:g} s: {len(self._time)} rows of {len(self)} signals>"

    # --- what happened

    @property
    def statistics(self) -> Statistics:
        """What the run cost: steps, evaluations, times, and more."""
        return Statistics(json.loads(self._statistics))

    @property
    def stats(self) -> Statistics:
        """The same as `statistics`."""
        return self.statistics

    @property
    def events(self) -> list[dict[str, Any]]:
        """Zero crossings, time events and sample hits in the order of time, each with `time`, `kind`, `block`, `direction`."""
        return self.statistics["events"]

    @property
    def variables(self) -> dict[str, Any]:
        """What StopFcn of the model made of the run: numbers, or the texts of expressions."""
        return {name: value(text) for name, text in self.statistics["variables"].items()}

    @property
    def warnings(self) -> list[Diagnostic]:
        """Warnings and notes of the compilation and of the run."""
        return self._warnings

    @property
    def messages(self) -> list[Diagnostic]:
        """The same as `warnings`."""
        return self._warnings

    @property
    def point(self) -> str:
        """Where the run was at its end, as JSON: `Model.run(start=run)` goes on from there."""
        if self._run is None:
            raise ValueError("a run that was unpickled has no state to go on from")
        return self._run.point()

    # --- elsewhere

    def _columns(self) -> dict[str, np.ndarray]:
        out = {}
        for signal in self._signals:
            for name, column in zip(signal["elements"], signal["columns"]):
                out[name] = self._values([column])
        return out

    def to_pandas(self) -> Any:
        """A pandas DataFrame with a column for each element of each signal; its index is the time in s."""
        import pandas as pd

        return pd.DataFrame(self._columns(), index=pd.Index(self._time, name="time"))

    def to_xarray(self) -> Any:
        """An xarray Dataset with a variable for each signal over the coordinate `time`, and `units` as attributes."""
        import xarray as xr

        variables = {}
        for name in self.signals:
            signal = self[name]
            dims = ("time",) if signal.values.ndim == 1 else ("time", f"{name} element")
            variables[name] = (dims, signal.values, {"units": signal.unit} if signal.unit else {})
        return xr.Dataset(variables, coords={"time": ("time", self._time, {"units": "s"})})

    def plot(self, *names: str, axes: Any = None, ax: Any = None) -> Any:
        """Draws these signals, or all, over the time with matplotlib, and returns the axes; into `axes` (or `ax`) where they are given."""
        import matplotlib.pyplot as plt

        axes = axes or ax or plt.subplots()[1]
        for name in names or self.signals:
            signal = self[name]
            unit = f" [{signal.unit}]" if signal.unit else ""
            curves = signal.values.reshape(len(self._time), -1)
            for label, values in zip(signal.elements, curves.T):
                axes.plot(self._time, values, label=label + unit, drawstyle="steps-post" if signal.held else "default")
        axes.set_xlabel("time [s]")
        axes.legend()
        return axes

    def save(self, path: Any) -> None:
        """Writes a file, whole or not at all: .csv, .mat, or .flxrun, which the window opens."""
        if self._run is None:
            raise ValueError("a run that was unpickled can be written by to_pandas() only")
        self._run.write(str(path))

    def __getstate__(self) -> dict[str, Any]:
        columns = [c for signal in self._signals for c in signal["columns"]]
        kept = {str(c): self._values([c]) for c in columns}
        return {"signals": self._signals, "time": self._time, "kept": kept, "statistics": self._statistics, "warnings": self._warnings}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._run = None
        self._signals, self._time, self._kept = state["signals"], state["time"], state["kept"]
        self._statistics, self._warnings = state["statistics"], state["warnings"]
        for array in [self._time, *self._kept.values()]:
            array.setflags(write=False)


def load_run(path: Any) -> Run:
    """Opens a run that was kept in a file, NAME.flxrun: its signals, statistics and messages."""
    signals, time, columns, statistics, warnings = _engine.read_run(str(path))
    run = Run.__new__(Run)
    run.__setstate__({"signals": signals, "time": time, "kept": {str(k): column for k, column in enumerate(columns)},
                      "statistics": statistics, "warnings": warnings})
    return run
