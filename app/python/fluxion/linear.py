"""A model near a point of its run, as a linear system."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, Sequence

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


class LinearModel:
    """dx/dt = A x + B u, y = C x + D u, in deviations from the point.

    Attributes:
        A, B, C, D: matrices of shape (states, states), (states, inputs), (outputs, states), (outputs, inputs).
        states, inputs, outputs: names of their elements.
        x: the states at the point, shape (states,).
    """

    def __init__(self, parts: dict[str, Any], inputs: str | Sequence[str] | None, outputs: str | Sequence[str] | None) -> None:
        matrix, n = parts["matrix"], len(parts["states"])
        u, y = _chosen(parts["inputs"], inputs, "input"), _chosen(parts["outputs"], outputs, "output")
        self.A: np.ndarray = matrix[:n, :n]
        self.B: np.ndarray = matrix[:n, [n + k for k in u]]
        self.C: np.ndarray = matrix[[n + k for k in y], :n]
        self.D: np.ndarray = matrix[[n + k for k in y]][:, [n + k for k in u]]
        self.states: list[str] = parts["states"]
        self.inputs: list[str] = [parts["inputs"][k] for k in u]
        self.outputs: list[str] = [parts["outputs"][k] for k in y]
        self.x: np.ndarray = parts["x"]

    def __repr__(self) -> str:
        return f"<LinearModel: {len(self.states)} states, {len(self.inputs)} inputs, {len(self.outputs)} outputs>"

    def __iter__(self) -> Iterator[np.ndarray]:
        """A, B, C, D = m.linearize()."""
        return iter((self.A, self.B, self.C, self.D))

    def poles(self) -> np.ndarray:
        """The eigenvalues of A in 1/s, shape (states,)."""
        import numpy as np

        return np.linalg.eigvals(self.A)

    def response(self, omega: Any) -> np.ndarray:
        """C (j omega - A)^-1 B + D at angular frequencies in rad/s, shape (frequencies, outputs, inputs)."""
        import numpy as np

        eye = np.eye(len(self.states))
        return np.array([self.C @ np.linalg.solve(1j * w * eye - self.A, self.B) + self.D for w in np.atleast_1d(omega)])

    def to_control(self) -> Any:
        """A state space system of python-control, where that is installed."""
        import control

        return control.ss(self.A, self.B, self.C, self.D, inputs=self.inputs, outputs=self.outputs, states=self.states)
