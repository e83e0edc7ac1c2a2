"""Loads the engine and its plug-ins, and knows where the examples are."""
from __future__ import annotations

import os
import pathlib
import warnings

from . import _engine

version: str = _engine.version
_package = pathlib.Path(__file__).resolve().parent


def _first_folder(candidates: list[pathlib.Path]) -> pathlib.Path | None:
    return next((folder for folder in candidates if folder.is_dir()), None)


def _prefixes() -> list[pathlib.Path]:
    """Where Fluxion is installed: above this package, and where packages of the system go."""
    return [*_package.parents[:5], pathlib.Path("/usr"), pathlib.Path("/usr/local")]


def examples_folder() -> pathlib.Path | None:
    """The folder with the examples; None where they are not installed."""
    named = os.environ.get("FLUXION_EXAMPLES")
    candidates = [pathlib.Path(named)] if named else []
    candidates += [p / "share/fluxion/examples" for p in _prefixes()] + [p / "examples" for p in _package.parents[:5]]
    return _first_folder(candidates)


def _load() -> None:
    folder = _first_folder([p / "lib/fluxion/plugins" for p in _prefixes()])
    for warning in _engine.load_library(str(folder) if folder else ""):
        warnings.warn(str(warning), stacklevel=3)


_load()
