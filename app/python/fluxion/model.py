"""Models: opened, changed and run."""
from __future__ import annotations

import contextlib
import json
import os
import tempfile
import warnings
import weakref
from typing import Any, Callable, Iterator, Mapping, Sequence

from . import _engine, _setup
from ._engine import Diagnostic
from .block import Block, Port
from .call_backs import CallBacks, Function
from .linear import LinearModel
from .mappings import AllParameters, Settings, Variables
from .progress import progress_line
from .run import Run
from .simulator import Simulator
from .sweeps import Keep, Sweep, sweep
from .texts import Expression, Handle, expression, series, setting_name, write_series
from .trim import Trim


class Model(Handle):
    """A block diagram. `Model()` is empty; `load` opens a file.

    Changes go through the same edits as in the window, and can be taken back by `undo`. The file changes by `save` only.
    """

    _remedy = "there are settings['{name}'], variables['{name}'] and parameters of blocks, model['BLOCK'].{name}"

    def __init__(self) -> None:
        self._engine = _engine.Model()
        self._calls = CallBacks()

    @classmethod
    def _of(cls, engine: _engine.Model) -> Model:
        model = cls.__new__(cls)
        model._engine = engine
        model._calls = CallBacks()
        return model

    # --- what is in it

    @property
    def path(self) -> str:
        """The path of its file; empty for a model that has none."""
        return self._engine.path

    @property
    def blocks(self) -> list[str]:
        """Paths of all blocks."""
        return self._engine.paths()

    @property
    def inputs(self) -> list[str]:
        """Names of the inputs: the Inport blocks at the top level, by number."""
        return self._engine.input_names()

    @property
    def outputs(self) -> list[str]:
        """Names of the outputs: the Outport blocks at the top level, by number."""
        return self._engine.output_names()

    @property
    def signals(self) -> list[str]:
        """Names of what its runs record. Compiles the model."""
        start = str(self.settings["StartTime"])
        run = _engine.run(self._engine, self._assignments({"stop_time": start}, None, None), "", None, False, None)
        return [signal["name"] for signal in run.signals()]

    @property
    def variables(self) -> Variables:
        """The variables of the model."""
        return Variables(self)

    @property
    def parameters(self) -> AllParameters:
        """Variables and the parameters of all blocks, `m.parameters["mu"]` and `m.parameters["Plant/Gain.k"]`, as `set` of `run` has them."""
        return AllParameters(self)

    @property
    def settings(self) -> Settings:
        """The settings, such as StopTime and Solver."""
        return Settings(self)

    @property
    def warnings(self) -> list[Diagnostic]:
        """What was found when its file was opened."""
        return self._engine.warnings

    def __getitem__(self, path: str) -> Block:
        if not isinstance(path, str):
            raise TypeError(f"a block is found by its path, such as 'Plant/Gain', not by {path!r}")
        return Block(self, self._engine.find(path))

    def __contains__(self, path: object) -> bool:
        return isinstance(path, str) and self._engine.has(path)

    def __iter__(self) -> Iterator[str]:
        """Paths of all blocks."""
        return iter(self.blocks)

    def __repr__(self) -> str:
        return f"<Model {os.path.basename(self.path) or 'without a file'}: {len(self.blocks)} blocks>"

    def check(self) -> list[Diagnostic]:
        """All that is wrong with it, without running it: errors, warnings and notes."""
        return self._engine.lint()

    # --- changes

    def add(self, type: str, name: str = "", **parameters: Expression) -> Block:
        """Adds a block.

        Args:
            type: the id of its type ("math/gain") or its label ("Gain"); `block_types` lists them.
            name: its name, or its path in a subsystem that is there. Without it, its type's, with a number where that is taken.
            parameters: values by name.
        """
        if not isinstance(type, str) or not isinstance(name, str):
            raise TypeError(f"the type and the name of a block are texts, not {type!r} and {name!r}: add('math/gain', 'k')")
        number = self._engine.add(type, name, not name)
        block = Block(self, number)
        try:
            for key, new in parameters.items():
                self._engine.set_parameter(number, key, expression(new))
        except _engine_error():
            self._engine.remove(block.path)
            raise
        return block

    def connect(self, source: Block | Port | str, target: Block | Port | str) -> None:
        """Draws a line from an output to an input, in place of the one that drives the input now.

        A block stands for its first output, or for its first input that nothing drives; a Scope, Mux or Sum whose inputs are
        all driven gets one more. As text: "Plant/Gain.1" or "Plant/Gain.y".
        """
        self._engine.connect(_named(source), _named(target))

    def disconnect(self, source: Block | Port | str, target: Block | Port | str) -> None:
        """Removes the line from an output to an input."""
        self._engine.disconnect(f"{_named(source)}:{_named(target)}")

    def remove(self, block: Block | str) -> None:
        """Removes a block with its lines and what is inside, or the variable of this name."""
        self._engine.remove(_named(block))

    def log(self, output: Block | Port | str, name: str = "") -> None:
        """Records the signal of an output in runs, under this name, which its lines get."""
        self._engine.log(_named(output), name)

    def arrange(self) -> None:
        """Places all blocks along the flow of the signals."""
        self._engine.arrange()

    def change(self, **changes: Any) -> None:
        """Changes elements as a recorded script says it; one step for `undo`.

        Args:
            blocks, lines, variables, annotations: lists of elements that are new or take the place of those with their ids, as
                dicts with the members that they have in a file.
            settings: texts by name; None is the default.
            remove: ids of elements that go.
            members: other members of the file by name; None removes one.
        """
        self._engine.change(json.dumps(changes))

    def undo(self) -> bool:
        """Takes the last change back; False: there is none."""
        return self._engine.undo()

    def redo(self) -> bool:
        """Makes a change again that was taken back; False: there is none."""
        return self._engine.redo()

    def save(self, path: str | os.PathLike[str] | None = None) -> None:
        """Writes the file, whole or not at all; without a path, the one it was opened from."""
        if not path and not self.path:
            raise ValueError("the model has no file yet: give a path that ends in .flx")
        self._engine.save(os.fspath(path) if path else self.path)

    def copy(self) -> Model:
        """A model of its own with the same contents."""
        return Model._of(self._engine.copy())

    # --- runs

    def run(self, *, start: str | Run | Trim = "", set: Mapping[str, Expression] | None = None, inputs: Mapping[str, Expression] | None = None,
            progress: bool | Callable[[float, float, float], Any] | None = None, write_files: bool = False,
            **changes: Expression) -> Run:
        """Simulates the model. Other threads of Python go on meanwhile; Ctrl-C stops it.

        Args:
            changes: settings as words (`stop_time=5`, `solver="ode45"`, `rel_tol=1e-6`), variables of the model (`mu=3`) and inputs
                (`u="sin(t)"`), for this run only.
            set: values of parameters, for this run only: {"Plant/Gain.k": "2*pi"}.
            inputs: what the inputs are given: an expression of t, the name of a CSV or MAT file, or a signal over the time: (t, values),
                a `Signal` of another run, or a Series of pandas.
            start: where to begin: another run, whose end it is, a `Trim`, or the text of either's `point`.
            progress: True or False, or a function of the time, the start and the stop time. By itself a line is shown in terminals
                and notebooks.
            write_files: whether To File blocks write their files.
        """
        begin = _point(start)
        given = {**(inputs or {}), **{name: new for name, new in changes.items() if name in self.inputs and name not in self.variables}}
        changes = {name: new for name, new in changes.items() if name not in given}
        has_series = any(series(new) is not None for new in given.values())
        with contextlib.ExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory()) if has_series else ""
            show = stack.enter_context(progress_line(progress))
            inputs = _with_tables(folder, given)
            run = Run(_engine.run(self._engine, self._assignments(changes, set, inputs), begin, show, write_files,
                                  self._calls.during_run()))
        self._calls.call("stop", run)
        return run

    def simulator(self, *, set: Mapping[str, Expression] | None = None, **changes: Expression) -> Simulator:
        """A simulation that goes on step by step, with inputs from outside. Arguments as those of `run`."""
        return Simulator(_engine.Stepper(self._engine, self._assignments(changes, set, None)))

    def start(self, *, set: Mapping[str, Expression] | None = None, **changes: Expression) -> Simulator:
        """A simulation in steps that has started: `with m.start() as s: s.step(0.01, {"u": 1}); s["y"]`."""
        simulator = self.simulator(set=set, **changes)
        simulator.start()
        return simulator

    def linearize(self, inputs: str | list[str] | None = None, outputs: str | list[str] | None = None, *, at: float | None = None,
                  sample_time: float | None = None, set: Mapping[str, Expression] | None = None, **changes: Expression) -> LinearModel:
        """The model near the point that a run with inputs of zero reaches at the time `at` in s, at its start without, as a linear system.

        Args:
            inputs, outputs: names of top-level Inport and Outport blocks; None: all of them.
            sample_time: None for a continuous model. In s, a multiple of the model's sample times: the model from one instant to the
                next, with inputs that are held in between; 0 for the smallest.
        """
        period = -1.0 if sample_time is None else float(sample_time)
        time = float("-inf") if at is None else float(at)
        found = LinearModel(_engine.linearize(self._engine, self._assignments(changes, set, None), time, period), inputs, outputs)
        for note in found.notes:
            if note.severity == "warning":
                warnings.warn(str(note), stacklevel=2)
        return found

    def trim(self, known: Mapping[str, float] | None = None, *, guess: Mapping[str, float] | None = None,
             bounds: Mapping[str, tuple[float, float]] | None = None, not_steady: Sequence[str] = (), inputs: Sequence[str] = (),
             outputs: Sequence[str] = (), at: float | None = None, start: str | Run | Trim = "", check: bool = True,
             set: Mapping[str, Expression] | None = None, **changes: Any) -> Trim:
        """Finds an operating point with given properties, at which all states rest.

            x0 = m.trim(y=1)                   # the states and inputs for an output of 1
            m.run(start=x0)

        Args:
            known: values that states, inputs and outputs are to have, by name: {"Tank.h": 2, "u": 0}.
            guess: values where the search begins, by name.
            bounds: the lowest and the highest value, by name.
            not_steady: names of states that need not rest.
            inputs, outputs: names of signals inside the model that are inputs and outputs of the search; without any, the model's.
            at: the time of a run in s whose point the search begins at; None: the start.
            start: the point where it begins, as `run` takes it.
            check: False to get the nearest point that was found where there is no such point, instead of a `ModelError`.
            set: values of variables and parameters.
            changes: variables of the model and settings in words, as `run` takes them; any other name is a value that is known, such
                as y=1.

        What the model has been given to trim for (in the window, or by `fluxion-cli trim --out`) holds, too.
        """
        variables, settings = {v[0] for v in self._engine.variables()}, _engine.setting_names()
        asked = {name: float(number) for name, number in (known or {}).items()}
        asked |= {name: float(number) for name, number in changes.items() if name not in variables and setting_name(name) not in settings}
        ours = {name: new for name, new in changes.items() if name not in asked}
        begin = _point(start)
        found = _engine.trim(self._engine, self._assignments(ours, set, None), list(inputs), list(outputs), at, begin,
                             {name: float(number) for name, number in (guess or {}).items()}, asked,
                             {name: (float(low), float(high)) for name, (low, high) in (bounds or {}).items()}, list(not_steady))
        if check and not found.satisfied:
            found.refuse()
        return Trim(found)

    def sweep(self, keep: Keep, *, workers: Any = "all", set: Mapping[str, Any] | None = None, chunk: int = 0, **changes: Any) -> Sweep:
        """Runs the model for each combination of values: `m.sweep(mu=[1, 2, 3], keep=lambda run: run["x"][-1])`; see `fluxion.sweep`."""
        return sweep(self, keep, workers=workers, set=set, chunk=chunk, **changes)

    def _assignments(self, changes: Mapping[str, Expression], set: Mapping[str, Expression] | None,
                     inputs: Mapping[str, Expression] | None) -> list[_engine.Assignment]:
        kind, variables, settings = _engine.Kind, {v[0] for v in self._engine.variables()}, _engine.setting_names()
        made = []
        for name, new in changes.items():
            if name in variables:
                made.append(_engine.Assignment(kind.Value, name, expression(new)))
            elif setting_name(name) in settings:
                made.append(_engine.Assignment(kind.Setting, setting_name(name), expression(new)))
            else:
                made.append(_engine.Assignment(kind.Input if name in self.inputs else kind.Value, name, expression(new)))
        made += [_engine.Assignment(kind.Value, name, expression(new)) for name, new in (set or {}).items()]
        made += [_engine.Assignment(kind.Input, name, expression(new)) for name, new in (inputs or {}).items()]
        return made

    # --- call-backs

    def on(self, kind: str, function: Function | None = None) -> Any:
        """Calls a function from now on; also as a decorator, `@m.on("step")`.

        Args:
            kind: "start", "step", "event" (behind each zero crossing) and "pause" (where `Moment.pause` has paused a run) are
                called during runs with a `Moment`, "stop" with the `Run` that has ended, "edit" with the model behind each
                change of it. All are called in the thread that asked for the run.
        """
        def add(f: Function) -> Function:
            self._calls.add(kind, f)
            if kind == "edit" and self._engine.changed is None:
                self._engine.changed = _weak_call(self)
            return f

        return add if function is None else add(function)

    def on_signal(self, name: str, function: Function | None = None, *, above: float | None = None,
                  below: float | None = None) -> Any:
        """Calls a function with a `Moment` at the first step at which a recorded signal, or an element of it, has come above
        or below a value, and again each time it has returned; also as a decorator."""
        if above is None and below is None:
            raise ValueError("say above or below which value")

        def add(f: Function) -> Function:
            self._calls.add_condition(name, above, below, f)
            return f

        return add if function is None else add(function)

    def off(self, function: Function) -> None:
        """Calls this function no more."""
        self._calls.remove(function)

    # --- copies

    def __getstate__(self) -> dict[str, str]:
        return {"text": self._engine.text(), "path": self.path}

    def __setstate__(self, state: dict[str, str]) -> None:
        self._engine = _engine.Model.from_text(state["text"], state["path"])
        self._calls = CallBacks()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Model) and self._engine.same_as(other._engine)

    __hash__ = None  # type: ignore[assignment]


# Signals over the time are handed on as tables.
def _with_tables(folder: str, inputs: Mapping[str, Any]) -> dict[str, Any]:
    made = dict(inputs)
    for number, (name, new) in enumerate(inputs.items()):
        if (found := series(new)) is not None:
            made[name] = os.path.join(folder, f"{number}.csv")
            write_series(made[name], *found)
    return made


# The engine's model, which the model holds, must not hold the model.
def _weak_call(model: Model) -> Callable[[], None]:
    weak = weakref.ref(model)

    def call() -> None:
        if (alive := weak()) is not None:
            alive._calls.call("edit", alive)

    return call


def _engine_error() -> type[Exception]:
    from .errors import ModelError

    return ModelError


# The text of where a run begins.
def _point(start: str | Run | Trim) -> str:
    if isinstance(start, str):
        return start
    if isinstance(start, (Run, Trim)):
        return start.point
    raise TypeError(f"a run begins at another run, a Trim or the text of a point, not at {start!r}")


def _named(what: Block | Port | str) -> str:
    if isinstance(what, Block):
        return what.path
    if isinstance(what, (Port, str)):
        return str(what)
    raise TypeError(f"{what!r} is no block, port or path")


def load(path: str | os.PathLike[str], *, trust: bool = False, allow_read: list[str] | None = None,
         allow_write: list[str] | None = None, allow_exchange: bool = False) -> Model:
    """Opens a model.

    Args:
        trust: whether it may read and write any file; without it, those below its folder, and nothing is replaced.
        allow_read, allow_write: further folders that it may use.
        allow_exchange: whether its runs may exchange signals by UDP and serial lines.
    """
    model = Model._of(_engine.Model.load(os.fspath(path), trust, allow_read or [], allow_write or [],
                                           allow_exchange))
    for warning in model.warnings:
        if warning.severity == "warning":
            warnings.warn(str(warning), stacklevel=2)
    return model


def example(name: str) -> Model:
    """Opens an example by its name, such as "van_der_pol"; `examples` lists them."""
    from .library import examples

    folder = _setup.examples_folder()
    if folder is None:
        raise FileNotFoundError("the examples are not installed; set FLUXION_EXAMPLES to their folder")
    if name not in examples():
        raise KeyError(f"there is no example '{name}'; there are {', '.join(examples())}")
    return load(folder / name / f"{name}.flx")
