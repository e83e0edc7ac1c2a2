"""Operating points with given properties."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, Mapping

from . import _engine
from .linear import LinearModel

if TYPE_CHECKING:
    import numpy as np


class Values(Mapping[str, float]):
    """Numbers by name, in the order of the linear model; names that Python allows are attributes, too.

    Attributes:
        units: by name; empty where they are not known.
    """

    def __init__(self, names: list[str], values: Any, units: list[str]) -> None:
        self._values = {name: float(value) for name, value in zip(names, values)}
        self.units: dict[str, str] = dict(zip(names, units))

    def __getitem__(self, name: str) -> float:
        if name not in self._values:
            raise KeyError(f"there is no '{name}'; there are {', '.join(self._values) or 'none'}")
        return self._values[name]

    def __getattr__(self, name: str) -> float:
        if name.startswith("_") or name not in self._values:
            raise AttributeError(f"there is no '{name}'; there are {', '.join(self.__dict__.get('_values', {})) or 'none'}")
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __array__(self, dtype: Any = None) -> np.ndarray:
        import numpy as np

        return np.array(list(self._values.values()), dtype=dtype)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(name for name in self._values if name.isidentifier())]

    def __repr__(self) -> str:
        return ", ".join(f"{name} = {value:.9g}{' ' + self.units[name] if self.units[name] else ''}" for name, value in self._values.items())


class Trim:
    """An operating point that `Model.trim` has found. `m.run(start=point)` begins there; `point["h"]` is a value of it.

    Attributes:
        states, inputs, outputs: values by name with their units, `point.states["Tank.h"]`, `point.inputs.u`.
        rates: dx/dt of the states, by name.
        linear: the model near the point as a linear system.
        point: the point as JSON, for `Model.run(start=...)` and `fluxion-cli run --from`.
        iterations: of the search.
        satisfied: whether all that was asked for is so; False with `check=False` only. `unmet` says what is not, the worst first;
            `blocked`, which bounds are in the way.
        undetermined: names of states and inputs that could be others, too.
        not_held: names of inputs that the model computes itself in a run, so that the point does not hold them.
    """

    def __init__(self, found: _engine.FoundPoint) -> None:
        linear = found.linear
        self.linear = LinearModel(linear, None, None)
        self.states = Values(linear.states, linear.x(), linear.state_units)
        self.inputs = Values(linear.inputs, linear.u(), linear.input_units)
        self.outputs = Values(linear.outputs, linear.y(), linear.output_units)
        self.rates = Values(linear.states, linear.dx(), found.rate_units)
        self.point: str = found.point
        self.iterations: int = found.iterations
        self.satisfied: bool = found.satisfied
        self.unmet: list[str] = found.unmet
        self.blocked: list[str] = found.blocked
        self.undetermined: list[str] = found.undetermined
        self.not_held: list[str] = found.not_held

    def __getitem__(self, name: str) -> float:
        for group in (self.states, self.inputs, self.outputs):
            if name in group:
                return group[name]
        raise KeyError(f"there is no state, input or output '{name}'; there are "
                       f"{', '.join([*self.states, *self.inputs, *self.outputs]) or 'none'}")

    def __repr__(self) -> str:
        groups = [f"{name}: {values!r}" for name, values in (("states", self.states), ("inputs", self.inputs), ("outputs", self.outputs)) if values]
        return f"<Trim{'' if self.satisfied else ', not satisfied'}; {'; '.join(groups)}>"
