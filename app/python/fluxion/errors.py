"""The exception for all that is wrong with a model."""
from __future__ import annotations

from typing import TYPE_CHECKING, Sequence

if TYPE_CHECKING:
    from ._engine import Diagnostic


class ModelError(Exception):
    """A model that cannot be opened, changed, compiled or run.

    Its text is that of all diagnostics, a line each; `diagnostics` has them as objects with `severity`, `path`, `message`
    and `remedy`.
    """

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics: list[Diagnostic] = list(diagnostics)
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        return "\n".join(str(d) for d in self.diagnostics)
