"""Values of Python as expressions of the model."""
from __future__ import annotations

import math
import numbers
from typing import Any, Iterable, Iterator, Mapping, MutableMapping

from . import _engine

Expression = Any  # str, number, sequence of numbers, sequence of rows, numpy array, dict, sequence of dicts


def _number(value: Any) -> str:
    if isinstance(value, numbers.Complex) and not isinstance(value, numbers.Real):
        value = complex(value)
        return f"complex({_number(value.real)},{_number(value.imag)})"
    value = float(value)
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    whole = value.is_integer() and abs(value) < 1e15 and not (value == 0 and math.copysign(1, value) < 0)
    return repr(int(value)) if whole else repr(value)


def _structure(fields: Mapping[str, Any]) -> str:
    def text(value: Any) -> str:
        return expression(value) if not isinstance(value, bool) else "true" if value else "false"

    return "struct(" + ",".join(f"'{name}',{text(value)}" for name, value in fields.items()) + ")"


def expression(value: Expression) -> str:
    """The text of a value: a string stays as it is; 2.5 is "2.5", True is "on", [1, 2] is "[1 2]", rows are separated by ';';
    {"R": 2} is "struct('R',2)", whose strings are expressions, too."""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return _structure(value)
    if isinstance(value, bool) or type(value).__name__ == "bool_":
        return "on" if value else "off"
    if isinstance(value, numbers.Number):
        return _number(value)
    if hasattr(value, "tolist"):  # numpy
        value = value.tolist()
        if isinstance(value, numbers.Number):
            return expression(value)
    if isinstance(value, Iterable):
        rows = list(value)
        if rows and all(isinstance(row, Mapping) for row in rows):
            return "[" + ";".join(_structure(row) for row in rows) + "]"
        if rows and all(hasattr(row, "__iter__") and not isinstance(row, str) for row in rows):
            return "[" + ";".join(" ".join(_number(v) for v in row) for row in rows) + "]"
        return "[" + " ".join(_number(v) for v in rows) + "]"
    raise TypeError(f"{value!r} is no expression: give a number, a list of numbers, or a text")


def value(text: str) -> float | str:
    """The number that a text is, or the text."""
    try:
        return float(text)
    except ValueError:
        return text


_settings: dict[str, str] = {}


def setting_name(word: str) -> str:
    """"stop_time" as the settings have it, "StopTime": capitals and underscores do not matter. What is no setting stays what it is."""
    if not _settings:
        _settings.update((name.lower(), name) for name in _engine.setting_names())
    return _settings.get(word.replace("_", "").lower(), word)


class Handle:
    """Refuses attributes that it does not have, which somebody sets instead of what they mean. `_remedy` says what that is."""

    _own: tuple[str, ...] = ()
    _remedy = ""

    def __setattr__(self, name: str, new: Any) -> None:
        known = name.startswith("_") or name in self._own or type(self).__module__.partition(".")[0] != "fluxion"
        if not known and not isinstance(getattr(type(self), name, None), property):
            remedy = self._remedy.format(name=name)
            raise AttributeError(f"{type(self).__name__} has no attribute '{name}' that can be set{': ' if remedy else ''}{remedy}")
        object.__setattr__(self, name, new)


class Texts(Handle, MutableMapping[str, Any]):
    """Values by name, which the model has as texts."""

    def _texts(self) -> dict[str, str]:
        raise NotImplementedError

    def __getitem__(self, name: str) -> Any:
        return value(self._texts()[name])

    def __delitem__(self, name: str) -> None:
        raise TypeError(f"'{name}' cannot be removed; give it the value of its default")

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts())

    def __len__(self) -> int:
        return len(self._texts())

    def __repr__(self) -> str:
        return repr(dict(self))


def series(given: Any) -> tuple[Any, Any] | None:
    """Instants and values of a signal over the time: of (t, values), a `Signal`, or a Series of pandas; None: it is none of these."""
    if isinstance(given, tuple) and len(given) == 2 and all(hasattr(part, "__len__") and not isinstance(part, str) for part in given):
        return given[0], given[1]
    if hasattr(given, "time") and hasattr(given, "values"):
        return given.time, given.values
    if hasattr(given, "index") and hasattr(given, "to_numpy"):
        return given.index.to_numpy(), given.to_numpy()
    return None


def write_series(path: str, times: Any, values: Any) -> None:
    """As a table that an input of a model can be given: a column for the time, and one for each element."""
    import numpy as np

    t, v = np.asarray(times, dtype=float), np.asarray(values, dtype=float)
    if t.ndim != 1 or v.ndim not in (1, 2) or len(t) != len(v) or len(t) == 0:
        raise ValueError(f"a signal over the time is instants of shape (rows,) and values of shape (rows,) or (rows, elements), not {t.shape} and {v.shape}")
    columns = v.reshape(len(t), -1)
    with open(path, "w", encoding="ascii") as file:
        file.write(",".join(["time", *(f"u{k + 1}" for k in range(columns.shape[1]))]) + "\n")
        for instant, row in zip(t.tolist(), columns.tolist()):
            file.write(",".join(map(repr, [instant, *row])) + "\n")
