"""Call-backs: functions that are called when a model is edited, and while it runs."""
from __future__ import annotations

from typing import Any, Callable, Iterator, Mapping, Optional

from . import _engine
from .texts import Expression, expression

KINDS = ("start", "step", "event", "pause", "stop", "edit")

Function = Callable[[Any], Any]


class Moment(Mapping[str, Any]):
    """An instant of a run that goes on: a mapping of the names of recorded signals to their values there.

    A value is a number, or a list of the elements by column. It is that of the last recorded row. A moment is over when the
    call-back returns; numbers that are needed later are kept as numbers.
    """

    def __init__(self, engine: _engine.RunMoment, signals: list[dict[str, Any]]) -> None:
        self._engine, self._signals = engine, signals

    @property
    def time(self) -> float:
        """The simulated time in s."""
        return self._engine.time

    def stop(self) -> None:
        """Ends the run here. What was recorded so far is kept."""
        self._engine.stop()

    def pause(self) -> None:
        """Lets the run pause behind this step: PauseFcn of the model and call-backs of "pause" are called, then it goes on."""
        self._engine.pause()

    def set(self, values: Optional[Mapping[str, Expression]] = None, **variables: Expression) -> None:
        """Gives variables of the model, or parameters by "Block.name", other values from the next step on, for this run."""
        all = {**(values or {}), **variables}
        self._engine.set([_engine.Assignment(_engine.Kind.Value, name, expression(new)) for name, new in all.items()])

    def __getitem__(self, name: str) -> Any:
        values = self._engine.values(_engine.find_signal(self._signals, name)["columns"])
        return values[0] if len(values) == 1 else values

    def __iter__(self) -> Iterator[str]:
        return iter(signal["name"] for signal in self._signals)

    def __len__(self) -> int:
        return len(self._signals)

    def __repr__(self) -> str:
        return f"<Moment at t = {self.time:g} s>"


def _callable(function: Function) -> Function:
    if not callable(function):
        raise TypeError(f"{function!r} is no function that can be called")
    return function


class _Condition:
    def __init__(self, name: str, above: Optional[float], below: Optional[float], function: Function) -> None:
        self.name, self.above, self.below, self.function = name, above, below, function

    def holds(self, at: Moment) -> bool:
        values = at[self.name]
        return any((self.above is not None and v > self.above) or (self.below is not None and v < self.below)
                   for v in (values if isinstance(values, list) else [values]))


class CallBacks:
    """What a model calls, and when."""

    def __init__(self) -> None:
        self._functions: dict[str, list[Function]] = {kind: [] for kind in KINDS}
        self._conditions: list[_Condition] = []

    def add(self, kind: str, function: Function) -> None:
        if kind not in KINDS:
            raise ValueError(f"there is no call-back '{kind}'; there are {', '.join(KINDS)}")
        self._functions[kind].append(_callable(function))

    def add_condition(self, name: str, above: Optional[float], below: Optional[float], function: Function) -> None:
        self._conditions.append(_Condition(name, above, below, _callable(function)))

    def remove(self, function: Function) -> None:
        for functions in self._functions.values():
            functions[:] = [f for f in functions if f != function]
        self._conditions = [c for c in self._conditions if c.function != function]

    def call(self, kind: str, argument: Any) -> None:
        for function in list(self._functions[kind]):
            function(argument)

    def during_run(self) -> Optional[Callable[[str, _engine.RunMoment], None]]:
        """What a run is to call; None where nobody asked."""
        if not self._conditions and not any(self._functions[kind] for kind in ("start", "step", "event", "pause")):
            return None
        signals: list[dict[str, Any]] = []
        held = [False] * len(self._conditions)
        conditions = list(self._conditions)

        def call(kind: str, moment: _engine.RunMoment) -> None:
            if not signals:
                signals.extend(moment.signals())
            at = Moment(moment, signals)
            if kind != "step":
                self.call(kind, at)
            if kind == "pause":
                return
            if kind != "start":
                self.call("step", at)
            for k, condition in enumerate(conditions):
                holds = condition.holds(at)
                if holds and not held[k]:
                    condition.function(at)
                held[k] = holds

        return call
