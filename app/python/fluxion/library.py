"""What is known: block types, examples, and limits."""
from __future__ import annotations

import json
from typing import Any

from . import _engine, _setup


def block_types() -> list[dict[str, Any]]:
    """Every block type: its `type`, `label`, `category`, `doc`, ports and `parameters` with defaults, choices and units."""
    return json.loads(_engine.blocks_json(""))


def block_type(name: str) -> dict[str, Any]:
    """One block type by its id ("math/gain") or label ("Gain"); as in `block_types`."""
    return json.loads(_engine.blocks_json(name))[0]


def examples() -> list[str]:
    """Names of the examples, for `example`."""
    folder = _setup.examples_folder()
    return sorted(f.parent.name for f in folder.glob("*/*.flx") if f.stem == f.parent.name) if folder else []


def set_memory_limit(size: str) -> None:
    """How much memory opening, compiling and running may take each, such as "4GB"; 1 GB unless it is set."""
    _engine.set_memory_limit(size)
