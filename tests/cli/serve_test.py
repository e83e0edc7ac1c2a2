#!/usr/bin/env python3
"""Drives fluxion-cli serve with the client of docs/server.md: runs, subscriptions, and clients that misbehave."""
import json
import math
import os
import pathlib
import re
import signal
import socket
import stat
import subprocess
import time
import unittest

from cli_test import EXAMPLES, PROGRAM, ROOT, CliTest, block, explosive_model, line, ramp_model

PAGE = (ROOT / "docs/server.md").read_text()
CODE = re.findall(r"```python\n(.*?)```", PAGE, re.S)
exec(CODE[0])  # class Client


class ServeTest(CliTest):
    """Each test has a server of its own, which must end cleanly."""

    def serve(self, *words, path=None, ends_with=0):
        path = str(self.folder / "s") if path is None else path
        where = ["--socket", path] if path else []
        server = subprocess.Popen([PROGRAM, "serve", *where, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.said = [server.stdout.readline() for _ in range(words.count("--tcp") + bool(path))]
        self.server, self.path = server, path
        self.addCleanup(self.end, server, ends_with)
        return server

    def end(self, server, status=0, by=signal.SIGTERM):
        if server.poll() is None:
            server.send_signal(by)
        try:
            _, said = server.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.communicate()
            raise
        self.assertEqual((server.returncode, said), (status, ""))

    def client(self):
        client = Client(self.path)
        client.socket.settimeout(20)
        self.addCleanup(client.socket.close)
        self.addCleanup(client.lines.close)
        return client

    def load(self, client, content=None, **settings):
        path = self.model(content or ramp_model(**settings))
        return client.call("load", path=path)["model"]

    def raw(self, data, end=True):
        """What the server says to these bytes until it closes."""
        with socket.socket(socket.AF_UNIX) as s:
            s.settimeout(20)
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
        for _ in range(1000):
            if condition():
                return
            time.sleep(0.01)
        self.fail("it has not come true in 10 s")


class Runs(ServeTest):
    def test_a_model_is_made_and_run_and_every_row_arrives(self):
        self.serve()
        client = self.client()
        model = client.call("load", new=True)["model"]
        edits = [{"add": "Integrator:x"}, {"add": "Gain:k"}, {"connect": "x:k"}, {"connect": "k:x"}, {"variable": "rate=-2"},
                 {"set": "k.k=rate"}, {"set": "x.InitialCondition=1"}, {"log": "x=level"}, {"config": "RelTol=1e-9"}]
        self.assertEqual(client.call("edit", model=model, edits=edits)["blocks"], 2)
        begun = client.call("run", model=model, settings={"StopTime": 1}, set={"rate": -3})
        self.assertEqual(([s["name"] for s in begun["signals"]], begun["stop"], begun["messages"]), (["level"], 1, []))
        told = client.call("subscribe", model=model, signals=["level"])
        self.assertEqual((told["subscription"], told["columns"]), (1, ["level"]))
        rows, ended = self.notes_until(client, "ended")
        times = [t for r in rows for t in r["time"]]
        self.assertEqual((ended["status"], ended["rows"], sum(r["dropped"] for r in rows)), ("finished", len(times), 0))
        self.assertEqual([r["first"] for r in rows], [sum(len(r["time"]) for r in rows[:k]) for k in range(len(rows))])
        levels = [x for r in rows for x in r["values"][0]]
        for t, x in zip(times, levels):
            self.assertAlmostEqual(x, math.exp(-3 * t), places=7)
        whole = client.call("rows", model=model)
        self.assertEqual((whole["time"], whole["values"], whole["total"]), (times, [levels], len(times)))
        last = client.call("rows", model=model, first=-1, signals=["level"])
        self.assertEqual((last["first"], last["time"]), (len(times) - 1, [1]))
        self.assertEqual(client.call("statistics", model=model)["status"], "finished")
        # The assignments were of that run only; the same program serves the next.
        client.call("run", model=model, settings={"StopTime": 1})
        self.notes_until(client, "ended")
        self.assertAlmostEqual(client.call("rows", model=model, first=-1)["values"][0][0], math.exp(-2), places=7)

    def test_the_example_of_the_page(self):
        self.serve()
        exec(CODE[1].replace('Client("/run/user/1000/fluxion")', "connect()"), {"connect": self.client, "print": self.example_said})
        self.assertEqual(self.example, ("finished", 20))

    def example_said(self, status, time, rows):
        self.example = (status, time)
        self.assertGreater(rows, 100)

    def test_a_slow_subscriber_loses_rows_is_told_and_slows_nothing(self):
        self.serve()
        client = self.client()
        model = self.load(client, ramp_model(Solver="ode1", FixedStep="5e-6"))
        client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.call("run", model=model)
        client.call("subscribe", model=model, queue=1000)
        self.wait_for(lambda: self.threads() <= 2)  # the run has ended although nobody has read a row
        rows, ended = self.notes_until(client, "ended")
        sent, dropped = sum(len(r["time"]) for r in rows), sum(r["dropped"] for r in rows)
        self.assertEqual((ended["status"], ended["rows"]), ("finished", 200001))
        self.assertEqual(sent + dropped, 200001)
        self.assertGreater(dropped, 100000)
        self.assertEqual(rows[-1]["time"][-1], 1)
        for r in rows:  # values belong to their times: x = 2 t
            self.assertAlmostEqual(r["values"][0][-1], 2 * r["time"][-1], places=9)

    def test_tuned_parameters_change_the_run(self):
        self.serve()
        client = self.client()
        model = self.load(client, ramp_model(Solver="ode1", FixedStep="0.125"))
        client.call("run", model=model, paused=True)
        _, paused = self.notes_until(client, "paused")
        self.assertEqual(paused, {"model": model, "time": 0})
        client.call("resume", model=model, until=0.5)
        _, paused = self.notes_until(client, "paused")
        self.assertEqual(paused["time"], 0.5)
        self.assertEqual(client.call("status", model=model)["state"], "paused")
        self.refused(["rat", "did you mean rate"], client, "tune", model=model, set={"rat": 1})
        changes = client.call("tune", model=model, set={"rate": 10, "Input.value": "1"})["changes"]
        self.assertEqual(changes, [{"block": "Rate", "parameter": "k", "before": "2", "after": "10"}])
        self.refused(["until", "0.5"], client, "resume", model=model, until=0.25)
        client.call("step", model=model, steps=2)
        _, paused = self.notes_until(client, "paused")
        self.assertEqual(paused["time"], 0.75)
        client.call("resume", model=model)
        _, ended = self.notes_until(client, "ended")
        self.assertEqual(client.call("rows", model=model, first=-1)["values"], [[0.5 * 2 + 0.5 * 10]])
        self.refused(["the run is over"], client, "tune", model=model, set={"rate": 1})
        self.assertEqual(client.call("statistics", model=model)["parameter_changes"][0]["after"], "10")

    def test_stop_and_close_end_a_run(self):
        self.serve()
        client = self.client()
        model = self.load(client, StopTime="inf", MaxStep="1e-3")
        client.call("run", model=model)
        self.refused(["a run of this model goes on"], client, "run", model=model)
        client.call("pause", model=model)
        self.notes_until(client, "paused")
        client.call("resume", model=model)
        self.assertEqual(client.call("stop", model=model)["state"], "stopped")
        self.assertEqual(self.notes_until(client, "ended")[1]["status"], "stopped")
        client.call("run", model=model)
        client.call("close", model=model)
        self.refused(["there is no model 1"], client, "status", model=model)
        self.assertLessEqual(self.threads(), 2)

    def test_a_failed_run_says_why(self):
        self.serve()
        client = self.client()
        model = self.load(client, explosive_model())
        client.call("run", model=model)
        client.call("subscribe", model=model)
        rows, ended = self.notes_until(client, "ended")
        self.assertEqual((ended["status"], ended["rows"]), ("failed", sum(len(r["time"]) for r in rows)))
        self.assertEqual(ended["messages"][0]["severity"], "error")
        self.assertEqual(client.call("status", model=model)["state"], "failed")
        content = ramp_model()
        content["blocks"][1]["parameters"]["k"] = "nothing"
        self.refused(["Rate", "nothing"], client, "run", model=self.load(client, content))


class BadClients(ServeTest):
    def error(self, data, **options):
        replies = self.raw(data, **options)
        self.assertEqual(len(replies), 1, replies)
        return replies[0]["id"], replies[0]["error"]["code"], replies[0]["error"]["message"]

    def test_bytes_that_are_no_request(self):
        self.serve()
        request = {"jsonrpc": "2.0", "id": 7, "method": "info"}
        for data, ident, code, said in [
                (b"garbage\n", None, -32700, "line 1, column 1: this is not valid JSON"),
                (bytes(range(1, 10)) + bytes(range(11, 256)) + b"\n", None, -32700, "not valid JSON"),
                (b'{"id": "\xff\xfe"}\n', None, -32700, "not UTF-8"),
                (b"a\0b\n", None, -32700, "not UTF-8"),
                (b"[" * 100000 + b"\n", None, -32700, "nested more than 32 deep"),
                (b'{"a":' * 100000 + b"\n", None, -32700, "nested more than 32 deep"),
                (b'{"id": 1, "id": 2}\n', None, -32700, "appears twice"),
                (b"[" + b"0," * 1000001 + b"0]\n", None, -32700, "more than 1000000 values"),
                (b'{"id": 1e999}\n', None, -32700, "too large"),
                (b'{"jsonrpc": "2.0", "method"', None, -32700, "the message ends in its middle"),
                (b"[]\n", None, -32600, "batches are not understood"),
                (b"3\n", None, -32600, "a request is a JSON object"),
                ({**request, "id": None}, None, -32600, "the id of a request is a string or a number"),
                ({**request, "id": [1]}, None, -32600, "the id of a request is a string or a number"),
                ({**request, "id": "x" * 201}, None, -32600, "at most 200 characters"),
                ({**request, "jsonrpc": 2.0}, 7, -32600, '"jsonrpc": "2.0"'),
                ({**request, "method": 3}, 7, -32600, 'a "method", which is a string'),
                ({**request, "params": [1]}, 7, -32602, "parameters are given by name"),
                ({**request, "method": "rum"}, 7, -32601, "did you mean run"),
                ({**request, "method": "x" * 5000}, 7, -32601, "there is no method"),
                ({**request, "params": {"x": 1}}, 7, -32602, "x: the method has no such parameter (it has none)"),
                ({**request, "method": "load"}, 7, -32602, "one of path, text and new"),
                ({**request, "method": "load", "params": {"pth": "a"}}, 7, -32602, "path"),
                ({**request, "method": "load", "params": {"path": 3}}, 7, -32602, "path: this is a string"),
                ({**request, "method": "run"}, 7, -32602, "model: the method needs it"),
                ({**request, "method": "run", "params": {"model": 1.5}}, 7, -32602, "a whole number from 1"),
                ({**request, "method": "run", "params": {"model": 9}}, 7, -32602, "there is no model 9"),
                ({**request, "method": "run", "params": {"model": 1, "set": [1]}}, 7, -32602, "set: this is an object"),
                ({**request, "method": "load", "params": {"path": "/dev/zero"}}, 7, -32000, "/dev/zero"),
                ({**request, "method": "load", "params": {"text": "{"}}, 7, -32000, "text"),
        ]:
            data = data if isinstance(data, bytes) else json.dumps(data).encode() + b"\n"
            with self.subTest(data=data[:60]):
                got = self.error(data)
                self.assertEqual(got[:2], (ident, code), got)
                self.assertIn(said, got[2])
        # After all of it, a request is answered; notifications are not.
        replies = self.raw(b'\n{"jsonrpc":"2.0","method":"info"}\r\n {"jsonrpc":"2.0","id":"a\\"b","method":"info"}\n')
        self.assertEqual([(r["id"], r["result"]["protocol"]) for r in replies], [('a"b', 1)])

    def test_a_gigabyte_is_refused_and_takes_no_memory(self):
        server = self.serve()
        piece = b"x" * (1 << 20)
        with socket.socket(socket.AF_UNIX) as s:
            s.settimeout(20)
            s.connect(self.path)
            try:
                for _ in range(1024):
                    s.sendall(piece)
            except (BrokenPipeError, ConnectionResetError):
                pass
            reply = json.loads(s.makefile("rb").readline())
        self.assertEqual((reply["error"]["code"], reply["error"]["message"]), (-32002, "a message has at most 16777216 bytes"))
        most = int(re.search(r"VmHWM:\s*(\d+)", pathlib.Path(f"/proc/{server.pid}/status").read_text()).group(1))
        self.assertLess(most, 250_000)
        self.client().call("info")

    def test_half_a_message_holds_up_nobody(self):
        self.serve()
        half = self.client()
        half.socket.sendall(b'{"jsonrpc": "2.0", "id": 1, ')
        self.client().call("info")
        half.socket.sendall(b'"method": "info"}\n')
        self.assertEqual(half.read()["id"], 1)

    def test_a_client_that_does_not_read_is_not_read_from(self):
        self.serve()
        client = self.client()
        request = b'{"jsonrpc":"2.0","id":1,"method":"blocks"}\n'
        client.socket.setblocking(False)
        sent = 0
        try:
            while sent < 200_000_000:
                sent += client.socket.send(request * 1000)
        except BlockingIOError:
            pass
        self.assertLess(sent, 2_000_000)
        self.client().call("info")
        client.socket.settimeout(20)
        self.assertIn("result", client.read())

    def test_clients_that_leave_during_a_run(self):
        self.serve()
        for _ in range(5):
            client = Client(self.path)
            model = self.load(client, StopTime="inf", MaxStep="1e-3")
            client.call("run", model=model)
            client.call("subscribe", model=model)
            client.next_note()
            client.lines.close()
            client.socket.close()
        self.wait_for(lambda: self.threads() == 1)

    def test_too_many_of_all(self):
        self.serve()
        clients = [self.client() for _ in range(16)]
        for client in clients:
            client.call("info")
        code, said = self.error(b"")[1:]
        self.assertEqual((code, said), (-32002, "the server has 16 clients, and takes no more"))
        for _ in range(8):
            model = clients[0].call("load", new=True)["model"]
        self.refused(["at most 8 models (close one first)"], clients[0], "load", new=True)
        clients[0].call("close", model=model)
        clients[0].call("load", new=True)
        model = self.load(clients[1])
        clients[1].call("run", model=model)
        for _ in range(64):
            clients[1].call("subscribe", model=model)
        self.refused(["at most 64 subscriptions"], clients[1], "subscribe", model=model)
        clients[1].call("unsubscribe", model=model, subscription=3)
        self.assertEqual(clients[1].call("subscribe", model=model)["subscription"], 65)
        self.refused(["there is no subscription 3"], clients[1], "unsubscribe", model=model, subscription=3)

    def test_200_clients_leave_nothing_behind(self):
        server = self.serve()
        path = self.model(ramp_model())

        def once():
            client = Client(self.path)
            client.call("load", path=path)
            client.call("run", model=1)
            client.lines.close()
            client.socket.close()

        def measured():
            self.wait_for(lambda: self.threads() == 1)
            files = len(os.listdir(f"/proc/{server.pid}/fd"))
            return files, int(pathlib.Path(f"/proc/{server.pid}/statm").read_text().split()[1]) * 4

        for _ in range(40):
            once()
        files, memory = measured()
        for _ in range(200):
            once()
        files_then, memory_then = measured()
        self.assertEqual(files_then, files)
        self.assertLess(memory_then - memory, 8_000)  # kB; models that stay would take more


class Places(ServeTest):
    def test_the_socket_is_its_owners_and_goes_with_the_server(self):
        for by in (signal.SIGINT, signal.SIGTERM):
            server = self.serve()
            self.assertEqual(self.said, [f"listening on {self.path}\n"])
            self.assertEqual(stat.S_IMODE(os.stat(self.path).st_mode), 0o600)
            client = self.client()
            model = self.load(client, StopTime="inf", MaxStep="1e-3")
            client.call("run", model=model)
            self.end(server, by=by)
            self.assertFalse(os.path.exists(self.path))
            with self.assertRaises((EOFError, ConnectionResetError)):
                while True:
                    client.read()

    def test_an_old_socket_is_replaced_and_nothing_else(self):
        server = self.serve()
        self.fail_with(1, [self.path, "another server listens on this socket"], "serve", "--socket", self.path)
        self.client().call("info")
        server.kill()
        server.communicate()
        self.assertTrue(os.path.exists(self.path))
        self.end(self.serve())
        with open(self.path, "w") as file:
            file.write("a thesis")
        self.fail_with(1, [self.path, "not a socket"], "serve", "--socket", self.path)
        os.remove(self.path)
        os.symlink("elsewhere", self.path)
        self.fail_with(1, [self.path, "not a socket"], "serve", "--socket", self.path)
        self.fail_with(1, ["from 1 to 107 bytes"], "serve", "--socket", "x" * 108)
        self.fail_with(1, ["cannot listen here"], "serve", "--socket", str(self.folder / "none/s"))

    def end(self, server, status=0, by=signal.SIGTERM):
        if server.returncode != -signal.SIGKILL:
            super().end(server, status, by)

    def test_two_servers_that_begin_at_once(self):
        path = str(self.folder / "s")
        with socket.socket(socket.AF_UNIX) as old:
            old.bind(path)
        servers = [subprocess.Popen([PROGRAM, "serve", "--socket", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                   for _ in range(3)]
        try:
            self.wait_for(lambda: sum(s.poll() is not None for s in servers) == 2)
            self.path = path
            self.client().call("info")
        finally:
            for server in servers:
                server.terminate()
            said = [server.communicate(timeout=20)[1] for server in servers]
        self.assertEqual(sorted(s.returncode for s in servers), [0, 1, 1])
        self.assertEqual(sum("another server listens" in text for text in said), 2)

    def test_tcp_needs_the_token(self):
        token = self.folder / "token"
        self.fail_with(2, ["needs a place to listen on"], "serve")
        self.fail_with(2, ["--tcp needs a token"], "serve", "--tcp", "0")
        self.fail_with(2, ["--token-file goes with --tcp"], "serve", "--socket", "s", "--token-file", str(token))
        self.fail_with(1, ["token", "cannot be read"], "serve", "--tcp", "0", "--token-file", str(token))
        token.write_text("0123456789abcdef\n")
        token.chmod(0o644)
        self.fail_with(1, ["others may read the token", "chmod 600"], "serve", "--tcp", "0", "--token-file", str(token))
        token.chmod(0o600)
        self.fail_with(1, ["'99999' is no port"], "serve", "--tcp", "99999", "--token-file", str(token))
        self.serve("--tcp", "0", "--token-file", str(token), path="")
        port = int(re.fullmatch(r"listening on 127\.0\.0\.1:(\d+)\n", self.said[0]).group(1))

        def ask(*messages):
            with socket.create_connection(("127.0.0.1", port), 20) as s:
                for message in messages:
                    s.sendall(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
                s.shutdown(socket.SHUT_WR)
                return [json.loads(text) for text in s.makefile("rb")]

        info = {"id": 2, "method": "info"}
        show = {"id": 1, "method": "authenticate", "params": {"token": "0123456789abcdef"}}
        self.assertEqual([r["id"] for r in ask(show, info)], [1, 2])
        for messages, said in [([info], "the first request is authenticate"),
                               ([{**show, "params": {"token": "0123456789abcdeg"}}, info], "this is not the token"),
                               ([{**show, "params": {"token": "0123456789abcde"}}, info], "this is not the token"),
                               ([{**show, "params": {"token": 3}}, info], "the first request is authenticate"),
                               ([{**info, "params": {"x": "x" * 5000}}], "at most 4096 bytes")]:
            with self.subTest(said=said):
                replies = ask(*messages)
                self.assertEqual(len(replies), 1)
                self.assertIn(said, replies[0]["error"]["message"])


class Files(ServeTest):
    def writing_model(self, file):
        model = ramp_model()
        model["blocks"].append(block(20, "sinks/to_file", "Out", file=file))
        model["lines"].append(line(21, (4, 1), (20, 1)))
        return model

    def run_and_write(self, client, model):
        client.call("run", model=model, write_files=True)
        return self.notes_until(client, "ended")[1]["messages"]

    def test_models_write_below_their_folder_only(self):
        inside, outside = self.folder / "in", self.folder / "out"
        inside.mkdir()
        outside.mkdir()
        (inside / "a.flx").write_text(json.dumps(self.writing_model("a.csv")))
        (inside / "b.flx").write_text(json.dumps(self.writing_model("../out/b.csv")))
        self.serve()
        client = self.client()
        a = client.call("load", path=str(inside / "a.flx"))["model"]
        client.call("run", model=a)
        self.notes_until(client, "ended")
        self.assertFalse((inside / "a.csv").exists(), "files are written where this is asked for")
        self.assertEqual(self.run_and_write(client, a), [])
        self.assertTrue((inside / "a.csv").exists())
        b = client.call("load", path=str(inside / "b.flx"))["model"]
        self.assertEqual([m["block"] for m in self.run_and_write(client, b)], ["Out"])
        text = client.call("load", text=json.dumps(self.writing_model(str(outside / "t.csv"))))["model"]
        self.assertEqual([m["block"] for m in self.run_and_write(client, text)], ["Out"])
        self.assertEqual(list(outside.iterdir()), [])
        # What a client saves, too.
        self.refused([str(outside / "a.flx"), "may not write here"], client, "save", model=a, path=str(outside / "a.flx"))
        self.refused(["may not write here"], client, "save", model=text, path=str(inside / "t.flx"))
        self.refused(["the model has no file"], client, "save", model=text)
        self.refused(["this file is there already"], client, "save", model=a, path=str(inside / "b.flx"))
        client.call("edit", model=a, edits=[{"set": "rate=9"}])
        self.assertEqual(client.call("save", model=a)["path"], str(inside / "a.flx"))
        self.assertEqual(json.loads((inside / "a.flx").read_text())["variables"][0]["value"], "9")
        self.assertEqual(json.loads(client.call("text", model=a)["text"]), json.loads((inside / "a.flx").read_text()))
        client.call("save", model=a, path=str(inside / "c.flx"))
        self.end(self.server)

        self.serve("--allow-write", str(outside))
        client = self.client()
        b = client.call("load", path=str(inside / "b.flx"))["model"]
        self.assertEqual(self.run_and_write(client, b), [])
        self.assertTrue((outside / "b.csv").exists())
        client.call("save", model=b, path=str(outside / "b.flx"))

    def test_a_table_for_an_input_is_read_where_the_model_may_read(self):
        inside = self.folder / "in"
        inside.mkdir()
        model = ramp_model()
        model["blocks"][0] = block(2, "ports/inport", "u")
        (inside / "m.flx").write_text(json.dumps(model))
        for place in (inside, self.folder):
            (place / "u.csv").write_text("time,u\n0,3\n1,3\n")
        self.serve()
        client = self.client()
        m = client.call("load", path=str(inside / "m.flx"))["model"]
        self.refused(["u: the server may not read", "--allow-read"], client, "run", model=m, inputs={"u": str(self.folder / "u.csv")})
        for given in (str(inside / "u.csv"), "3"):
            client.call("run", model=m, inputs={"u": given})
            self.notes_until(client, "ended")
            self.assertAlmostEqual(client.call("rows", model=m, first=-1)["values"][0][0], 6, places=9)

    def test_an_edit_that_cannot_be_made_leaves_the_model_as_it_was(self):
        self.serve()
        client = self.client()
        model = self.load(client)
        before = client.call("text", model=model)
        for edits, said in [([{"set": "rate=7"}, {"add": "Gainn:x"}], ["edits[1] Gainn", "did you mean Gain"]),
                            ([{"sett": "rate=7"}], ["there is no such edit", "did you mean set"]),
                            ([{"set": "rate"}], ["NAME=EXPR"]),
                            ([{"set": "rate=1", "add": "Gain"}], ["this is an array of edits"]),
                            ("x", ["this is an array of edits"])]:
            with self.subTest(edits=edits):
                self.refused(said, client, "edit", model=model, edits=edits)
                self.assertEqual(client.call("text", model=model), before)
        gain = client.call("blocks", type="Gain")["blocks"]
        self.assertEqual((len(gain), gain[0]["type"]), (1, "math/gain"))
        self.refused(["did you mean Gain"], client, "blocks", type="Gainn")


if __name__ == "__main__":
    unittest.main()
