"""Values of Python as expressions of the model."""
from __future__ import annotations

import math
import numbers
from typing import Any, Iterable, Mapping

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


def setting_name(word: str) -> str:
    """"stop_time" as the settings have it, "StopTime"."""
    return "".join(part[:1].upper() + part[1:] for part in word.split("_"))
