"""A model near a point of its run, as a linear system."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, Sequence

from . import _engine
from ._engine import Diagnostic

if TYPE_CHECKING:
    import numpy as np


def _chosen(names: list[str], wanted: str | Sequence[str] | None, what: str) -> list[int]:
    if wanted is None:
        return list(range(len(names)))
    chosen = []
    for name in [wanted] if isinstance(wanted, str) else wanted:
        found = [k for k, n in enumerate(names) if n == name or n.startswith(name + "[")]
        if not found:
            raise KeyError(f"the model has no {what} '{name}'; it has {', '.join(names) or 'none'}")
        chosen += found
    return chosen


class Margins:
    """How far a loop is from instability. Each list has (value, angular frequency in rad/s) for each crossing.

    Attributes:
        gain: factors on the gain; `phase`: angles in degrees; `delay`: times in s.
        disk: the disk margin alpha; 0 of an unstable loop.
        largest_sensitivity: the maximum of |S|, S = 1/(1 + L).
        stable: whether the closed loop is stable; None: not known.
    """

    def __init__(self, found: dict[str, Any]) -> None:
        self.gain: list[tuple[float, float]] = found["gain"]
        self.phase: list[tuple[float, float]] = found["phase"]
        self.delay: list[tuple[float, float]] = found["delay"]
        self.disk: float = found["disk"]
        self.largest_sensitivity: float = found["largest_sensitivity"]
        self.stable: bool | None = found["stable"]

    def __repr__(self) -> str:
        return f"<Margins: gain {self.gain}, phase {self.phase}, stable {self.stable}>"


class LinearModel:
    """dx/dt = A x + B u, y = C x + D u, in deviations from the point; of a sampled model x(k+1) = A x(k) + B u(k).

    Attributes:
        A, B, C, D: matrices of shape (states, states), (states, inputs), (outputs, states), (outputs, inputs). Paths through
            delays are not in them.
        states, inputs, outputs: names of their elements.
        x, u, y: states, inputs and outputs at the point, shape (states,), (inputs,), (outputs,).
        sample_time: s; 0 of a continuous model.
        delays: delays inside the model in s; `response`, `bode` and `margins` count them.
        notes: what is approximate, and what was left out.
    """

    def __init__(self, linear: _engine.Linear, inputs: str | Sequence[str] | None, outputs: str | Sequence[str] | None) -> None:
        matrix, n = linear.matrix(), len(linear.states)
        self._linear: _engine.Linear | None = linear
        self._inputs = _chosen(linear.inputs, inputs, "input")
        self._outputs = _chosen(linear.outputs, outputs, "output")
        u, y = [n + k for k in self._inputs], [n + k for k in self._outputs]
        self.A: np.ndarray = matrix[:n, :n]
        self.B: np.ndarray = matrix[:n, u]
        self.C: np.ndarray = matrix[y, :n]
        self.D: np.ndarray = matrix[y][:, u]
        self.states: list[str] = linear.states
        self.inputs: list[str] = [linear.inputs[k] for k in self._inputs]
        self.outputs: list[str] = [linear.outputs[k] for k in self._outputs]
        self.x: np.ndarray = linear.x()
        self.u: np.ndarray = linear.u()[self._inputs]
        self.y: np.ndarray = linear.y()[self._outputs]
        self.sample_time: float = linear.sample_time
        self.delays: list[float] = linear.delays
        self.notes: list[Diagnostic] = linear.notes

    def __repr__(self) -> str:
        return f"<LinearModel: {len(self.states)} states, {len(self.inputs)} inputs, {len(self.outputs)} outputs>"

    def __iter__(self) -> Iterator[np.ndarray]:
        """A, B, C, D = m.linearize()."""
        return iter((self.A, self.B, self.C, self.D))

    @property
    def _whole(self) -> _engine.Linear:
        if self._linear is None:
            raise ValueError("a linear model that was unpickled has its matrices only")
        return self._linear

    def poles(self) -> np.ndarray:
        """The eigenvalues of A, shape (states,): in 1/s; of a sampled model in the z plane. Delays are not counted."""
        import numpy as np

        return np.linalg.eigvals(self.A)

    def response(self, omega: Any) -> np.ndarray:
        """The frequency response at angular frequencies in rad/s, delays included, shape (frequencies, outputs, inputs)."""
        import numpy as np

        at = np.atleast_1d(np.asarray(omega, dtype=float))
        entries = [[self._whole.response(y, u, at.tolist()) for u in self._inputs] for y in self._outputs]
        return np.moveaxis(np.array(entries, dtype=complex).reshape(len(self._outputs), len(self._inputs), len(at)), 2, 0)

    def bode(self, omega: Any = None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Angular frequencies in rad/s, magnitudes as factors, and phases in degrees without jumps of 360.

        Args:
            omega: where; None: around the dynamics of the model.

        Shapes are (frequencies,), and (frequencies, outputs, inputs) of the other two.
        """
        import numpy as np

        at = np.asarray(self._whole.frequencies()) if omega is None else np.atleast_1d(np.asarray(omega, dtype=float))
        response = self.response(at)
        phase = np.empty(response.shape)
        for y in range(response.shape[1]):
            for u in range(response.shape[2]):
                phase[:, y, u] = _engine.unwrapped_phase(at.tolist(), response[:, y, u].tolist())
        return at, np.abs(response), phase

    def margins(self, *, positive: bool = False) -> Margins:
        """The margins of the loop that negative feedback closes around one input and one output; choose them with `linearize`.

        Args:
            positive: the feedback in the diagram has its minus already.
        """
        if len(self._inputs) != 1 or len(self._outputs) != 1:
            raise ValueError(f"margins are those of one input and one output, not of {len(self._inputs)} and {len(self._outputs)}: "
                             "name them in linearize")
        return Margins(self._whole.margins(self._outputs[0], self._inputs[0], -1.0 if positive else 1.0))

    def to_control(self) -> Any:
        """A state space system of python-control, where that is installed."""
        import control

        if self.delays:
            raise ValueError("the model has delays, which a state space system of python-control cannot hold")
        return control.ss(self.A, self.B, self.C, self.D, self.sample_time, inputs=self.inputs, outputs=self.outputs, states=self.states)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_linear": None}
