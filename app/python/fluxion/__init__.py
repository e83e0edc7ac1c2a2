"""Fluxion from Python: open, change, run and analyze block diagrams.

    import fluxion as fx
    m = fx.example("van_der_pol")
    run = m.run(mu=3, stop_time=50)
    run["x"].values                      # a numpy array
    run.plot()

A model is opened with `load`, taken from the examples with `example`, or made empty with `Model()`. What is wrong with
it is raised as `ModelError`, whose `diagnostics` say where, what, and what to do about it. `Diagram` is another name of `Model`.
"""
from ._setup import version as __version__
from ._engine import Diagnostic
from .block import Block, Port
from .call_backs import Moment
from .errors import ModelError
from .library import block_types, block_type, examples, set_memory_limit
from .linear import LinearModel, Margins
from .model import Model, example, load
from .run import Run, Signal, load_run
from .simulator import Simulator
from .sweeps import Sweep, sweep
from .study import Distribution, Study, Table, exponential, lognormal, loguniform, normal, triangular, uniform
from .trim import Trim, Values

Diagram = Model

__all__ = [
    "Block", "Diagnostic", "Diagram", "Distribution", "LinearModel", "Margins", "Model", "ModelError", "Moment", "Port", "Run", "Signal",
    "Simulator", "Study", "Sweep", "Table", "Trim", "Values", "block_type", "block_types", "example", "examples", "exponential", "load",
    "load_run", "lognormal", "loguniform", "normal", "set_memory_limit", "sweep", "triangular", "uniform",
]
