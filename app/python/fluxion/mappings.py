"""What has values in a model, by name: variables, settings, parameters."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, MutableMapping

from . import _engine
from .texts import Expression, Handle, Texts, expression, setting_name

if TYPE_CHECKING:
    from .model import Model


class Variables(Texts):
    """The variables of a model, by name: numbers, or the texts of expressions. A new name adds a variable."""

    _remedy = "write variables['{name}'] = value"

    def __init__(self, model: Model) -> None:
        self._model = model

    def _texts(self) -> dict[str, str]:
        return {name: text for name, text, _, _ in self._model._engine.variables()}

    def __setitem__(self, name: str, new: Expression) -> None:
        self._model._engine.define_variable(name, expression(new))

    def __delitem__(self, name: str) -> None:
        if name not in self._texts():
            raise KeyError(name)
        self._model._engine.remove(name)


class Settings(Texts):
    """The settings of a model by their conventional names, "StopTime", or as words, "stop_time"."""

    _remedy = "write settings['{name}'] = value"

    def __init__(self, model: Model) -> None:
        self._model = model

    def _texts(self) -> dict[str, str]:
        return {name: self._model._engine.setting(name) for name in _engine.setting_names()}

    def __getitem__(self, name: str) -> Any:
        return super().__getitem__(setting_name(name))

    def __setitem__(self, name: str, new: Expression) -> None:
        self._model._engine.set_setting(setting_name(name), expression(new))


class AllParameters(Handle, MutableMapping[str, Any]):
    """All that has a value in a model, by name: variables ("mu") and parameters of blocks ("Plant/Gain.k")."""

    _remedy = "write parameters['{name}'] = value"

    def __init__(self, model: Model) -> None:
        self._model = model

    def _of(self, name: str) -> tuple[MutableMapping[str, Any], str]:
        path, dot, last = name.rpartition(".")
        if not dot:
            return self._model.variables, name
        if path not in self._model:
            raise KeyError(name)
        return self._model[path].parameters, last

    def __getitem__(self, name: str) -> Any:
        of, last = self._of(name)
        return of[last]

    def __setitem__(self, name: str, new: Expression) -> None:
        of, last = self._of(name)
        of[last] = new

    def __delitem__(self, name: str) -> None:
        of, last = self._of(name)
        del of[last]

    def __iter__(self) -> Iterator[str]:
        yield from self._model.variables
        for path in self._model.blocks:
            for name in self._model[path].parameters:
                yield f"{path}.{name}"

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return repr(dict(self))
