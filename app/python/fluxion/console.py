"""What the window's Python console runs: python3 -m fluxion.console.

Messages are JSON objects, one a line. The window sends
    {"do": "model", "text": ..., "path": ...}     the model as it is in the window
    {"do": "run", "path": ...}                    the file of the newest run
    {"do": "execute", "code": ...}                a statement, or the first lines of one
    {"do": "complete", "code": ...}               the names that may stand at the end of a line
    {"do": "go on"}                               answers an output that waits
and gets
    {"out": text, "waits": bool}                  what was printed
    {"change": {...}}                             what the code has done to the model, as Model.change takes it
    {"window": [name, arguments...]}              a method of `window`
    {"completions": [...], "stem": text}
    {"done": "ok" | "more" | "error"}             of each execute
"""
from __future__ import annotations

import code
import io
import json
import os
import signal
import sys
import time
import traceback
from typing import Any, Optional, TextIO

import fluxion as fx

from .model import Model
from .run import Run


class Channel:
    """The messages, on what were the standard streams."""

    def __init__(self, source: TextIO, target: TextIO) -> None:
        self._source, self._target = source, target
        self._waiting: list[dict[str, Any]] = []

    def send(self, **message: Any) -> None:
        """Whole, also where it is interrupted."""
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self._target.write(json.dumps(message) + "\n")
            self._target.flush()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})

    def receive(self) -> Optional[dict[str, Any]]:
        """The next message; None where the window is gone."""
        if self._waiting:
            return self._waiting.pop(0)
        line = self._source.readline()
        return json.loads(line) if line else None

    def wait_to_go_on(self) -> None:
        while (message := self.receive_new()) is not None and message["do"] != "go on":
            self._waiting.append(message)

    def receive_new(self) -> Optional[dict[str, Any]]:
        line = self._source.readline()
        return json.loads(line) if line else None


class Output(io.TextIOBase):
    """Standard output as messages. Who prints without end waits for the window now and then."""

    _most = 4096  # characters together
    _every = 0.05  # s
    _before_waiting = 200_000

    def __init__(self, channel: Channel) -> None:
        self._channel, self._text, self._since, self._sent = channel, "", time.monotonic(), 0

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self._text += text
        if len(self._text) > self._most or time.monotonic() - self._since > self._every:
            self.flush()
        return len(text)

    def flush(self) -> None:
        while self._text:
            part, self._text = self._text[:self._most], self._text[self._most:]
            self._sent += len(part)
            waits = self._sent > self._before_waiting
            self._channel.send(out=part, waits=waits)
            if waits:
                self._sent = 0
                self._channel.wait_to_go_on()
        self._since = time.monotonic()


class Window:
    """The window: what its commands do. Nothing is waited for."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel

    def run(self) -> None:
        """Simulates the model in the window; `run` is what it recorded, from the next line on where it has ended."""
        self._channel.send(window=["run"])

    def pause(self) -> None:
        """Pauses the simulation."""
        self._channel.send(window=["pause"])

    def stop(self) -> None:
        """Ends the simulation."""
        self._channel.send(window=["stop"])

    def undo(self) -> None:
        """Takes the last change in the window back."""
        self._channel.send(window=["undo"])

    def redo(self) -> None:
        """Makes it again."""
        self._channel.send(window=["redo"])

    def open(self, path: str) -> None:
        """Opens another model."""
        self._channel.send(window=["open", os.path.abspath(path)])

    def reveal(self, path: Any) -> None:
        """Shows the block of this path."""
        self._channel.send(window=["reveal", str(getattr(path, "path", path))])

    def __repr__(self) -> str:
        return "<Window: run, pause, stop, undo, redo, open, reveal>"


class Console:
    """The names of the console, and the code that is typed into it."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._model = Model()
        self._before = self._model._engine.copy()
        self._run_path = ""
        self._names: dict[str, Any] = {"__name__": "__console__", "fx": fx, "window": Window(channel), "model": self._model,
                                       "run": None}
        self._compiler = code.InteractiveInterpreter(self._names)

    def take_model(self, text: str, path: str) -> None:
        """The model keeps its identity, so that names for its blocks stay what they are."""
        fresh = Model._of(type(self._model._engine).from_text(text, path))
        if path != self._model.path:
            self._model._engine = fresh._engine
        elif not fresh == self._model:
            self._model.change(**json.loads(fresh._engine.changes_since(self._model._engine)))
        self._before = self._model._engine.copy()

    def take_run(self, path: str) -> None:
        try:
            self._names["run"] = fx.load_run(path)
        except fx.ModelError as error:
            print(error)

    def execute(self, text: str) -> None:
        try:
            compiled = self._compiler.compile(text, "<console>", "single")
        except (SyntaxError, OverflowError, ValueError):
            # Several statements at once, as pasted ones are.
            try:
                compiled = compile(text, "<console>", "exec")
            except (SyntaxError, OverflowError, ValueError):
                self._show_error(limit=0)
                return self._channel.send(done="error")
        if compiled is None:
            return self._channel.send(done="more")
        ended = "ok"
        try:
            exec(compiled, self._names)
        except SystemExit:
            print("close the console with its button, or type on")
        except BaseException:
            ended = "error"
            self._show_error()
        self._hand_on()
        sys.stdout.flush()
        self._channel.send(done=ended)

    def _show_error(self, limit: Optional[int] = None) -> None:
        kind, error, trace = sys.exc_info()
        if kind is KeyboardInterrupt:
            print("KeyboardInterrupt")
        else:
            print("".join(traceback.format_exception(kind, error, trace.tb_next if trace else None, limit=limit)).rstrip())
        sys.stdout.flush()

    def _hand_on(self) -> None:
        """What the code has done to the model, as one change."""
        changes = self._model._engine.changes_since(self._before)
        if changes != "{}":
            self._before = self._model._engine.copy()
            self._channel.send(change=changes)

    def complete(self, text: str) -> None:
        import re
        import rlcompleter

        stem = re.search(r"[\w.]*$", text).group()  # type: ignore[union-attr]
        completer = rlcompleter.Completer(self._names)
        found: list[str] = []
        try:
            paths = re.search(r"""model\[(["'])([^"']*)$""", text)
            if paths:
                stem = paths.group(2)
                found = [path for path in self._model.blocks if path.startswith(stem)]
            elif stem:
                while len(found) < 200 and (name := completer.complete(stem, len(found))) is not None:
                    found.append(name)
        except Exception:
            pass
        self._channel.send(completions=sorted(set(found)), stem=stem)


def main() -> None:
    """Serves one window until it closes the channel."""
    channel = Channel(os.fdopen(os.dup(0), "r", encoding="utf-8"), os.fdopen(os.dup(1), "w", encoding="utf-8"))
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # what libraries of other languages print goes to the other channel
    sys.stdin = open(0, encoding="utf-8", closefd=False)
    sys.stdout = sys.stderr = Output(channel)  # type: ignore[assignment]
    console = Console(channel)
    print(f"Fluxion {fx.__version__}, Python {sys.version.split()[0]}: fx, model, run and window are there.")
    sys.stdout.flush()
    while True:
        try:
            message = channel.receive()
            if message is None:
                return
            if message["do"] == "model":
                console.take_model(message["text"], message["path"])
            elif message["do"] == "run":
                console.take_run(message["path"])
            elif message["do"] == "execute":
                console.execute(message["code"])
            elif message["do"] == "complete":
                console.complete(message["code"])
        except KeyboardInterrupt:
            continue
        except fx.ModelError as error:
            print(error)
            sys.stdout.flush()


if __name__ == "__main__":
    main()
