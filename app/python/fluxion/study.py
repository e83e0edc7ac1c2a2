"""Studies: many runs of one model, on all cores, on a cluster, or in parts."""
from __future__ import annotations

import csv
import io
import json
import os
from typing import TYPE_CHECKING, Any, Iterator, Mapping, Sequence

from . import _engine
from .progress import progress_line
from .texts import Expression, expression, setting_name

if TYPE_CHECKING:
    import numpy as np

    from .model import Model


class Distribution:
    """The values of a variation: `uniform`, `normal`, `lognormal`, `loguniform`, `triangular` or `exponential`."""

    def __init__(self, kind: str, *numbers: float) -> None:
        self.kind, self.numbers = kind, [float(n) for n in numbers]

    def __repr__(self) -> str:
        return f"{self.kind}({', '.join(map(repr, self.numbers))})"


def uniform(low: float, high: float) -> Distribution:
    """Every value from `low` to `high` is as likely."""
    return Distribution("uniform", low, high)


def normal(mean: float, deviation: float) -> Distribution:
    """The normal distribution with this mean and standard deviation."""
    return Distribution("normal", mean, deviation)


def lognormal(mean: float, deviation: float) -> Distribution:
    """Its logarithm is normal with this mean and standard deviation."""
    return Distribution("lognormal", mean, deviation)


def loguniform(low: float, high: float) -> Distribution:
    """Its logarithm is uniform; 0 < `low` < `high`."""
    return Distribution("loguniform", low, high)


def triangular(low: float, mode: float, high: float) -> Distribution:
    """Most likely at `mode`, never below `low` or above `high`."""
    return Distribution("triangular", low, mode, high)


def exponential(mean: float) -> Distribution:
    """Above zero, with this mean."""
    return Distribution("exponential", mean)


class Table(Mapping[str, Any]):
    """The results of a study, a column for each name: `sample`, the variations, the results, `status`, `message`.

    Columns of numbers are numpy arrays of shape (runs,), nan where a run failed; others are lists of texts.
    """

    def __init__(self, text: str) -> None:
        self.text = text  #: as the file has it
        names, *rows = csv.reader(io.StringIO(text))
        self._columns: dict[str, Any] = {name: _column(name, [row[k] for row in rows]) for k, name in enumerate(names)}

    def __getitem__(self, name: str) -> Any:
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    @property
    def failed(self) -> dict[int, str]:
        """Why runs failed, by their number."""
        return {int(k): m for k, m, s in zip(self["sample"], self["message"], self["status"]) if s == "failed"}

    def to_pandas(self) -> Any:
        """A pandas DataFrame; its index is the number of the run."""
        import pandas as pd

        return pd.DataFrame(self._columns).set_index("sample")

    def __repr__(self) -> str:
        return f"<Table of {len(self['sample'])} runs, {len(self.failed)} failed: {', '.join(self)}>"


def _column(name: str, texts: list[str]) -> Any:
    import numpy as np

    if name in ("status", "message"):
        return texts
    try:
        numbers = np.array([float(text) if text else np.nan for text in texts])
    except ValueError:
        return texts
    return numbers.astype(int) if name == "sample" else numbers


class Study:
    """Many runs of a model that differ in some values.

        study = fx.Study(m, {"mu": fx.uniform(0.8, 1.2)}, samples=1000, results={"peak": "max(we)"})
        table = study.run()

    Args:
        model: the model; the study has it as it is now.
        variations: variables, or parameters "Block/path.parameter", with a list of values or a distribution.
        samples: how many runs; of lists alone it follows from them.
        results: an expression over the recorded signals for each: max(y), y(end), sum(abs(e))/numel(t).
        sampling: "grid", all combinations of lists; "list", their first, second, ... values together; "random", "latin_hypercube"
            or "sobol"; "one_at_a_time", "morris" or "sobol_indices" for sensitivities. By itself a grid of lists, and a Latin hypercube
            where there is a distribution.
        correlations: of pairs of variations with distributions, {("mass", "speed"): 0.8}, by a Gaussian copula.
        seed: other numbers give other samples; sample k is the same wherever and whenever it is made.
        settings: of all runs, such as stop_time.
    """

    def __init__(self, model: Model, variations: Mapping[str, Distribution | Sequence[Expression]], *, samples: int = 0,
                 results: Mapping[str, str], sampling: str | None = None, seed: int = 0,
                 correlations: Mapping[tuple[str, str], float] | None = None, **settings: Expression) -> None:
        if not hasattr(model, "_engine"):
            raise TypeError(f"{model!r} is no model: open one with fluxion.load")
        varies = [{"name": name, v.kind: v.numbers} if isinstance(v, Distribution) else {"name": name, "values": [expression(x) for x in v]}
                  for name, v in variations.items()]
        drawn = any(isinstance(v, Distribution) for v in variations.values())
        members = {
            "fluxion_study": 1, "model": os.path.basename(model.path), "variations": varies,
            "sampling": sampling or ("latin_hypercube" if drawn else "grid"), "samples": samples, "seed": seed,
            "settings": {setting_name(name): expression(value) for name, value in settings.items()},
            "results": [{"name": name, "value": text} for name, text in results.items()],
        }
        if correlations:
            members["correlations"] = [{"between": list(pair), "value": value} for pair, value in correlations.items()]
        self._text = json.dumps(members, indent=2) + "\n"
        _engine.check_study(self._text)
        self._model = model.copy()
        self._runs: _engine.StudyRuns | None = None

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Study:
        """Opens a .flxstudy file and its model."""
        from .model import load

        study = cls.__new__(cls)
        with open(path, encoding="utf-8") as file:
            study._text = file.read()
        _engine.check_study(study._text)
        study._model = load(os.path.join(os.path.dirname(os.fspath(path)), json.loads(study._text).get("model", "")))
        study._runs = None
        return study

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the study as a .flxstudy file, for `fluxion-cli study`; it belongs beside its model's file."""
        temporary = f"{os.fspath(path)}.{os.getpid()}.new"
        with open(temporary, "w", encoding="utf-8") as file:
            file.write(self._text)
        os.replace(temporary, path)

    @property
    def _prepared(self) -> _engine.StudyRuns:
        if self._runs is None:
            self._runs = _engine.StudyRuns(self._model._engine, self._text)
        return self._runs

    def __len__(self) -> int:
        return self._prepared.count()

    def __repr__(self) -> str:
        members = json.loads(self._text)
        return f"<Study over {', '.join(v['name'] for v in members['variations'])}; results {', '.join(r['name'] for r in members['results'])}>"

    @property
    def compiled_programs(self) -> int:
        """How many programs were compiled so far in this process: one, unless values are compiled in."""
        return self._prepared.compiled_programs()

    def run(self, client: Any = None, *, jobs: int = 0, path: str | os.PathLike[str] | None = None, chunk: int = 0,
            progress: bool | None = None) -> Table:
        """Makes all runs.

        Args:
            client: a dask.distributed Client whose workers make the runs, in chunks; they need this package. Without it, threads.
            jobs: how many threads; 0 for one a processor.
            path: the .flxstudy file beside which the table is written as it grows; a study that was stopped goes on.
            chunk: runs that a worker of the client makes at a time.
        """
        study = self._prepared
        with progress_line(progress) as line:
            report = None if line is None else lambda done, runs: line(float(done), 0.0, float(runs))
            if client is not None:
                return Table(study.header() + "".join(_on(client, self, chunk)))
            if path is not None:
                with open(study.carry_out(os.fspath(path), jobs, 1, 1, report)["table"], encoding="utf-8", newline="") as file:
                    return Table(file.read())
            return Table(study.header() + "".join(study.lines(range(study.count()), jobs, report)))

    def __getstate__(self) -> dict[str, Any]:
        return {"text": self._text, "model": self._model}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._text, self._model, self._runs = state["text"], state["model"], None


def _part(study: Study, first: int, last: int) -> list[str]:
    return study._prepared.lines(range(first, last), 1, None)


def _on(client: Any, study: Study, chunk: int) -> list[str]:
    """The study is sent to each worker once, which compiles it once and keeps it; tasks are chunks of runs."""
    count = len(study)
    size = chunk or max(1, min(1000, count // (8 * max(len(client.scheduler_info()["workers"]), 1))))
    [sent] = client.scatter([study], broadcast=True)
    parts = [client.submit(_part, sent, k, min(k + size, count), pure=False) for k in range(0, count, size)]
    return [line for part in client.gather(parts) for line in part]
