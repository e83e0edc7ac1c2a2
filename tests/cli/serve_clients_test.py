#!/usr/bin/env python3
"""Clients of fluxion-cli serve that misbehave, its limits, and the places where it listens."""
import json
import os
import pathlib
import re
import signal
import socket
import stat
import subprocess
import unittest

from cli_test import PROGRAM, ramp_model
from serving import Client, ServeTest


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
                ({**request, "method": "load", "params": {"path": ""}}, 7, -32602, "path: this is the path of a file"),
                ({**request, "method": "load", "params": {"path": "a\0b"}}, 7, -32602, "path: this is the path of a file"),
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
            s.settimeout(120)
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
        client.socket.settimeout(120)
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
        # The address sanitizer keeps what is freed.
        if "libasan" not in pathlib.Path(f"/proc/{server.pid}/maps").read_text():
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
            said = [server.communicate(timeout=120)[1] for server in servers]
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


if __name__ == "__main__":
    unittest.main()
