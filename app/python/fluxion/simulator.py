"""A simulation that goes on step by step, driven from outside."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, Mapping, MutableMapping

from . import _engine
from .texts import Handle

if TYPE_CHECKING:
    import numpy as np


class Inputs(Handle, MutableMapping[str, Any]):
    """The open inputs of a simulation, top-level Inports: held from one step to the next. Zero until they are given."""

    _remedy = "write inputs['{name}'] = value"

    def __init__(self, stepper: _engine.Stepper) -> None:
        self._stepper = stepper
        self._given: dict[str, Any] = {name: 0.0 for name in stepper.inputs()}

    def __setitem__(self, name: str, value: Any) -> None:
        values = value.tolist() if hasattr(value, "tolist") else value
        self._stepper.set_input(name, [float(v) for v in values] if hasattr(values, "__iter__") else [float(values)])
        self._given[name] = value

    def __getitem__(self, name: str) -> Any:
        return self._given[name]

    def __delitem__(self, name: str) -> None:
        raise TypeError("an input cannot be removed; set it to 0")

    def __iter__(self) -> Iterator[str]:
        return iter(self._given)

    def __len__(self) -> int:
        return len(self._given)

    def __repr__(self) -> str:
        return repr(self._given)


class Outputs(Mapping[str, Any]):
    """The recorded signals of a simulation at its last instant: a number, or an array of shape (elements,)."""

    def __init__(self, stepper: _engine.Stepper) -> None:
        self._stepper = stepper

    def __getitem__(self, name: str) -> Any:
        values = self._stepper.output(name)
        return float(values[0]) if len(values) == 1 else values

    def __iter__(self) -> Iterator[str]:
        return iter(self._stepper.outputs())

    def __len__(self) -> int:
        return len(self._stepper.outputs())

    def __repr__(self) -> str:
        return repr(dict(self))


class Simulator:
    """A simulation in steps: for controllers in Python, co-simulation and learning.

        s = m.simulator(); s.start()
        while s.time < 5:
            s.inputs["u"] = -2 * s.outputs["y"]
            s.step(0.01)

    Outputs are those of the last instant: an input acts on them with the next step.
    """

    def __init__(self, stepper: _engine.Stepper) -> None:
        self._stepper = stepper
        self.inputs = Inputs(stepper)
        self.outputs = Outputs(stepper)

    def start(self) -> None:
        """To the start time and the initial values; also to restart."""
        self._stepper.start()

    def step(self, dt: float, inputs: Mapping[str, Any] | None = None) -> None:
        """Goes on by `dt` seconds of simulated time, with these inputs; the solver takes as many steps as it needs for that."""
        self.inputs.update(inputs or {})
        self._stepper.step(float(dt))

    def __getitem__(self, name: str) -> Any:
        return self.outputs[name]

    def __repr__(self) -> str:
        return f"<Simulator at t = {self.time:g} s: inputs {', '.join(self.inputs) or 'none'}; outputs {', '.join(self.outputs) or 'none'}>"

    def __enter__(self) -> Simulator:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    @property
    def time(self) -> float:
        """The simulated time in s."""
        return self._stepper.time()

    @property
    def ended(self) -> bool:
        """Whether a block of the model has ended the simulation."""
        return self._stepper.ended()

    def save(self) -> str:
        """The whole state as JSON, for `restore`, here or in another process; also `fluxion-cli run --from` reads it."""
        point = self._stepper.save()
        if not point:
            raise RuntimeError("the simulation has not been started: call start() first")
        return point

    def restore(self, point: str) -> None:
        """Goes on from where `save` was; outputs are those of the last step until the next one."""
        if not isinstance(point, str):
            raise TypeError(f"a simulation goes on from the text that save() gave, not from {point!r}")
        self._stepper.restore(point)
