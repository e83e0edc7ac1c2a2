"""A server for tests, and the client of docs/server.md."""
import json
import os
import re
import signal
import socket
import subprocess
import time

from cli_test import PROGRAM, ROOT, CliTest, ramp_model

PAGE = (ROOT / "docs/server.md").read_text()
CODE = re.findall(r"```python\n(.*?)```", PAGE, re.S)
page = {}
exec(CODE[0], page)
Client = page["Client"]


class ServeTest(CliTest):
    """Each test has a server of its own, which must end cleanly."""

    def serve(self, *words, path=None, ends_with=0):
        path = str(self.folder / "s") if path is None else path
        where = ["--socket", path] if path else []
        server = subprocess.Popen([PROGRAM, "serve", *where, *words], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.said = [server.stdout.readline() for _ in range(words.count("--tcp") + bool(path))]
        self.server, self.path = server, path
        self.addCleanup(self.end, server, ends_with)
        return server

    def end(self, server, status=0, by=signal.SIGTERM):
        if server.poll() is None:
            server.send_signal(by)
        try:
            _, said = server.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            server.kill()
            server.communicate()
            raise
        self.assertEqual((server.returncode, said), (status, ""))

    def client(self):
        client = Client(self.path)
        client.socket.settimeout(120)
        self.addCleanup(client.socket.close)
        self.addCleanup(client.lines.close)
        return client

    def load(self, client, content=None, **settings):
        path = self.model(content or ramp_model(**settings))
        return client.call("load", path=path)["model"]

    def raw(self, data, end=True):
        """What the server says to these bytes until it closes."""
        with socket.socket(socket.AF_UNIX) as s:
            s.settimeout(120)
            s.connect(self.path)
            try:
                s.sendall(data)
                if end:
                    s.shutdown(socket.SHUT_WR)
            except BrokenPipeError:
                pass
            got = b""
            while piece := s.recv(1 << 16):
                got += piece
        return [json.loads(text) for text in got.splitlines()]

    def refused(self, parts, client, method, **params):
        with self.assertRaises(RuntimeError) as caught:
            client.call(method, **params)
        for part in parts:
            self.assertIn(part, str(caught.exception))

    def notes_until(self, client, method):
        notes = []
        while not notes or notes[-1]["method"] != method:
            notes.append(client.next_note())
        return [n["params"] for n in notes if n["method"] == "rows"], notes[-1]["params"]

    def threads(self):
        return len(os.listdir(f"/proc/{self.server.pid}/task"))

    def wait_for(self, condition):
        for _ in range(12000):  # a busy machine under a sanitizer is slow; only what fails takes so long
            if condition():
                return
            time.sleep(0.01)
        self.fail("it has not come true in 120 s")
