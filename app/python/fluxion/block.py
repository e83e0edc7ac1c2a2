"""Blocks of a model, their ports and their parameters."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .texts import Expression, Texts, expression, value

if TYPE_CHECKING:
    from .model import Model


class Port:
    """A port of a block, for `Model.connect` and `Model.log`: `block.out`, `block.output(2)`, `block.input("u")`."""

    def __init__(self, block: Block, name: str) -> None:
        self.block, self.name = block, name

    def __str__(self) -> str:
        return f"{self.block.path}.{self.name}" if self.name else self.block.path

    def __repr__(self) -> str:
        return f"<Port {self}>"


class Parameters(Texts):
    """The parameters of a block, those of its mask too, by name: numbers, or the texts of expressions."""

    _remedy = "write parameters['{name}'] = value"

    def __init__(self, model: Model, number: int) -> None:
        self._model, self._number = model, number

    def _texts(self) -> dict[str, str]:
        texts: dict[str, str] = {}
        for name, _, _, _, text, _ in self._model._engine.parameters(self._number):
            texts.setdefault(name, text)
        return texts

    def __setitem__(self, name: str, new: Expression) -> None:
        self._model._engine.set_parameter(self._number, name, expression(new))


class Block:
    """A block of a model. Its parameters are attributes: `block.k = 2`, `block.k = "2*pi"`."""

    _own = ("_model", "_number", "name", "at")

    def __init__(self, model: Model, number: int) -> None:
        object.__setattr__(self, "_model", model)
        object.__setattr__(self, "_number", number)

    @property
    def path(self) -> str:
        """The names from the top level down, "Plant/Gain"."""
        return self._model._engine.block_path(self._number)

    @property
    def name(self) -> str:
        """The name in its subsystem; a new one that is taken gets a number."""
        return self.path.replace("//", "\0").rsplit("/", 1)[-1].replace("\0", "/")

    @name.setter
    def name(self, new: str) -> None:
        self._model._engine.rename(self._number, new)

    @property
    def at(self) -> tuple[float, float]:
        """Its top left corner in pixels, y downwards."""
        return self._model._engine.position(self._number)

    @at.setter
    def at(self, new: tuple[float, float]) -> None:
        x, y = new
        self._model._engine.place(self._number, float(x), float(y))

    @property
    def type(self) -> str:
        """The id of its type, "math/gain"."""
        return self._model._engine.block_type(self._number)

    @property
    def parameters(self) -> Parameters:
        """All parameters by name; also those whose names are attributes of this class."""
        return Parameters(self._model, self._number)

    @property
    def inputs(self) -> list[str]:
        """Names of the inputs."""
        return self._model._engine.ports(self._number)[0]

    @property
    def outputs(self) -> list[str]:
        """Names of the outputs."""
        return self._model._engine.ports(self._number)[1]

    @property
    def conserving(self) -> list[str]:
        """Names of the conserving ports of a physical component."""
        return self._model._engine.ports(self._number)[2]

    @property
    def out(self) -> Port:
        """The first output."""
        return self.output(1)

    def output(self, port: int | str) -> Port:
        """An output, or a conserving port, by its number from 1 or its name."""
        return Port(self, str(port))

    def input(self, port: int | str) -> Port:
        """An input, or a conserving port, by its number from 1 or its name."""
        return Port(self, str(port))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        texts = self.parameters._texts()
        if name not in texts:
            raise AttributeError(f"{self.path} has no parameter '{name}'; it has {', '.join(texts) or 'none'}")
        return value(texts[name])

    def __setattr__(self, name: str, new: Any) -> None:
        if name in self._own:
            object.__setattr__(self, name, new)
        elif name in dir(type(self)) and name not in self.parameters:
            raise AttributeError(f"'{name}' of a block cannot be set")
        else:
            self._model._engine.set_parameter(self._number, name, expression(new))

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.parameters]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Block) and other._model is self._model and other._number == self._number

    def __hash__(self) -> int:
        return hash(self._number)

    def __repr__(self) -> str:
        return f"<Block {self.path}: {self.type}>"
