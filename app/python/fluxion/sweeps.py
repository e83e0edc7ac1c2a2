"""Runs over a grid of values."""
from __future__ import annotations

import concurrent.futures
import itertools
import operator
import os
import threading
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, Mapping, Tuple

from .errors import ModelError
from .run import Run

if TYPE_CHECKING:
    from .model import Model

Keep = Callable[[Run], Any]
_Run = Tuple[Dict[str, Any], Dict[str, Any]]  # variables and settings, parameters


class Sweep:
    """What was kept of each run of a grid: `s[3]` or `s[3, 1]`, by the numbers of the values along each axis.

    Attributes:
        axes: the values along each axis, by name, in the order of the axes.
        shape: how many there are.
        failed: why runs failed, by their numbers along the axes; `s[...]` of these is None.
    """

    def __init__(self, axes: dict[str, list[Any]], kept: list[Any], failed: dict[tuple[int, ...], str]) -> None:
        self.axes, self.failed = axes, failed
        self.shape = tuple(len(values) for values in axes.values())
        self._kept = dict(zip(itertools.product(*map(range, self.shape)), kept))

    def __getitem__(self, at: Any) -> Any:
        return self._kept[at if isinstance(at, tuple) else (at,)]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._kept)

    def __len__(self) -> int:
        return len(self._kept)

    def __repr__(self) -> str:
        axes = ", ".join(f"{name} ({len(values)})" for name, values in self.axes.items())
        return f"<Sweep over {axes}: {len(self)} runs, {len(self.failed)} failed>"

    def _array(self, pick: Callable[[Any], Any]) -> Any:
        """Numbers or arrays of one shape; nan where a run failed."""
        import numpy as np

        kept = [None if value is None else np.asarray(pick(value), dtype=float) for value in self._kept.values()]
        shape = next((value.shape for value in kept if value is not None), ())
        if any(value is not None and value.shape != shape for value in kept):
            raise ValueError("what was kept has other shapes in other runs: keep numbers, or arrays of one shape")
        missing = np.full(shape, np.nan)
        return np.array([missing if value is None else value for value in kept]).reshape(self.shape + shape)

    @property
    def values(self) -> Any:
        """A numpy array of the shape of the grid, then that of what was kept; of dicts, a dict of such arrays. nan where a run failed."""
        first = next((value for value in self._kept.values() if value is not None), None)
        if isinstance(first, Mapping):
            return {name: self._array(operator.itemgetter(name)) for name in first}
        return self._array(lambda kept: kept)

    def to_xarray(self) -> Any:
        """An xarray DataArray with the axes as dimensions; a Dataset where dicts were kept."""
        import xarray as xr

        def labeled(array: Any) -> Any:
            inner = [f"kept {k}" for k in range(array.ndim - len(self.axes))]
            return xr.DataArray(array, dims=[*self.axes, *inner], coords=dict(self.axes))

        values = self.values
        return xr.Dataset({name: labeled(array) for name, array in values.items()}) if isinstance(values, dict) else labeled(values)

    def to_pandas(self) -> Any:
        """A pandas DataFrame with a row for each run; its index are the values along the axes."""
        import pandas as pd

        rows = [kept if isinstance(kept, Mapping) else {"value": kept} for kept in self._kept.values()]
        return pd.DataFrame(rows, index=pd.MultiIndex.from_product(self.axes.values(), names=list(self.axes)))


def _one(model: Model, keep: Keep, run: _Run, progress: Any = False) -> tuple[Any, str]:
    """In whichever process: what is kept of a run, or why it failed. What `keep` raises is raised."""
    changes, values = run
    try:
        made = model.run(progress=progress, set=values, **changes)
    except ModelError as error:
        return None, str(error)
    return keep(made), ""


def _chunk(model: Model, keep: Keep, runs: list[_Run]) -> list[tuple[Any, str]]:
    return [_one(model, keep, run) for run in runs]


def _in_threads(model: Model, keep: Keep, runs: list[_Run], count: int) -> list[tuple[Any, str]]:
    stopped = threading.Event()

    def progress(*_: float) -> None:
        if stopped.is_set():
            raise concurrent.futures.CancelledError

    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        futures = [pool.submit(_one, model, keep, run, progress) for run in runs]
        try:
            return [future.result() for future in futures]
        except BaseException:  # Ctrl-C too
            stopped.set()
            for future in futures:
                future.cancel()
            raise


def _is_axis(value: Any) -> bool:
    return hasattr(value, "__iter__") and not isinstance(value, (str, Mapping))


def sweep(model: Model, keep: Keep, *, workers: Any = "all", set: Mapping[str, Any] | None = None, chunk: int = 0, **changes: Any) -> Sweep:
    """Runs a model once for each combination of values. The model stays as it is.

        s = fx.sweep(m, lambda run: run["x"][-1], mu=np.linspace(0.5, 5, 1000), stop_time=20)
        s.values, s.to_xarray(), s.failed

    For results that are expressions, distributions, files that go on after a crash and shards, use `Study`.

    Args:
        keep: what to keep of a run: a number, an array or a dict of them. It is called where the run is made.
        workers: "all" for a thread a processor, how many threads, or an executor: anything with `map` as in concurrent.futures, such
            as ProcessPoolExecutor, mpi4py.futures.MPIPoolExecutor, or a dask.distributed Client. Executors get pickles of the model
            and of `keep`.
        set: parameters of blocks, {"Plant/Gain.k": [1, 2, 3]}.
        chunk: runs that a worker makes at a time; 0 to choose it.
        changes: variables of the model and settings in words. What has several values is an axis of the grid, the last one changing
            fastest; a variable that is a vector is a list of lists. `seed` is the setting RandomSeed where the model has no such variable.
    """
    if "seed" in changes and "seed" not in model.variables:
        changes = {("random_seed" if name == "seed" else name): value for name, value in changes.items()}
    values = set or {}
    axes = {name: list(value) for name, value in [*changes.items(), *values.items()] if _is_axis(value)}
    if not axes:
        raise ValueError("nothing varies: give a list of values, such as mu=[1, 2, 3]")

    def at(point: dict[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
        return {name: point.get(name, value) for name, value in given.items()}

    points = [dict(zip(axes, point)) for point in itertools.product(*axes.values())]
    runs = [(at(point, changes), at(point, values)) for point in points]
    model = model.copy()
    if runs:
        model._engine.accepts(model._assignments(*runs[0], None))
    made = _made(model, keep, runs, workers, chunk)
    places = itertools.product(*(range(len(of_axis)) for of_axis in axes.values()))
    return Sweep(axes, [kept for kept, _ in made], {place: why for place, (_, why) in zip(places, made) if why})


def _made(model: Model, keep: Keep, runs: list[_Run], workers: Any, chunk: int) -> list[tuple[Any, str]]:
    if workers == "all" or isinstance(workers, int):
        return _in_threads(model, keep, runs, os.cpu_count() or 1 if workers == "all" else max(workers, 1))
    size = chunk or max(1, min(1000, len(runs) // 32))
    parts = [runs[k:k + size] for k in range(0, len(runs), size)]
    if hasattr(workers, "scatter"):  # dask.distributed
        [sent] = workers.scatter([model], broadcast=True)
        done = workers.gather([workers.submit(_chunk, sent, keep, part, pure=False) for part in parts])
    elif hasattr(workers, "map"):
        done = workers.map(_chunk, itertools.repeat(model), itertools.repeat(keep), parts)
    else:
        raise TypeError(f'{workers!r} makes no runs: give "all", a number of threads, or an executor')
    return [one for part in done for one in part]
