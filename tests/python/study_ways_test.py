"""One study, made in every way that there is: the tables are the same to the last byte."""
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import threading
import time
import unittest

import fluxion as fx
from python_test import PythonTest, ROOT

MODEL = ROOT / "examples/predator_prey_elementary/predator_prey_elementary.flx"
RUNS = 600


class EveryWay(PythonTest):
    def setUp(self):
        super().setUp()
        # Drawn values, values that are compiled in, and runs that fail with a message that has commas and quotes.
        content = {"fluxion_study": 1, "model": MODEL.name, "sampling": "latin_hypercube", "samples": RUNS, "seed": 7,
                   "variations": [{"name": "a", "uniform": [0.8, 1.2]}, {"name": "c", "normal": [2, 0.2]},
                                  {"name": "Solver", "values": ["ode4", "ode2"]},
                                  {"name": "Prey.InitialCondition", "values": ["3", "2.5", "1/3", "nothing(1, 'a\"b')"]}],
                   "settings": {"StopTime": "10"}, "results": [{"name": "peak", "value": "max(x)"}, {"name": "last", "value": "y(end)"}]}
        self.text = json.dumps(content)

    def study(self, name):
        """A folder of its own with the model and the study: its path."""
        folder = self.folder / name
        folder.mkdir()
        shutil.copy(MODEL, folder)
        path = folder / "s.flxstudy"
        path.write_text(self.text)
        return path

    def cli(self, path, *options):
        done = subprocess.run([os.environ["FLUXION_CLI"], "study", str(path), "--quiet", *options], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)

    def threads(self, jobs):
        path = self.study(f"threads_{jobs}")
        self.cli(path, "--jobs", str(jobs))
        return path.with_suffix(".csv").read_bytes()

    def shards(self):
        path = self.study("shards")
        for shard in ("2/2", "1/2"):
            self.cli(path, "--shard", shard)
        self.cli(path, "--merge", "2")
        return path.with_suffix(".csv").read_bytes()

    def killed(self):
        path = self.study("killed")
        part = path.with_suffix(".csv.part")
        running = subprocess.Popen([os.environ["FLUXION_CLI"], "study", str(path), "--quiet"])
        while running.poll() is None and (not part.exists() or part.read_bytes().count(b"\n") < RUNS / 4):
            time.sleep(0.002)
        self.assertIsNone(running.poll(), "it was over before it was killed")
        running.send_signal(signal.SIGKILL)
        running.wait()
        before = part.read_bytes().count(b"\n") - 1
        self.assertLess(before, RUNS)
        self.cli(path)
        return path.with_suffix(".csv").read_bytes()

    def python(self, path, with_file=False, **how):
        return fx.Study.load(path).run(path=path if with_file else None, **how).text.encode()

    def workers(self):
        """Four, one of which is killed while there is work."""
        from distributed import Client, LocalCluster

        path = self.study("workers")
        with LocalCluster(n_workers=4, threads_per_worker=1, dashboard_address=None, processes=True) as cluster, Client(cluster) as client:
            victim = next(iter(client.run(os.getpid).values()))
            killed = []

            def kill():
                os.kill(victim, signal.SIGKILL)
                killed.append(time.monotonic())

            threading.Timer(0.2, kill).start()
            text = self.python(path, client=client, chunk=3)
            self.assertTrue(killed and killed[0] < time.monotonic())
            return text

    def test_the_tables_are_the_same(self):
        one = self.threads(1)
        self.assertEqual(one.count(b"\n"), RUNS + 1)
        failed = one.count(b",failed,")
        self.assertTrue(RUNS / 8 < failed < RUNS / 2, failed)
        ways = {"two threads": lambda: self.threads(2), "two shards merged": self.shards, "killed and continued": self.killed,
                "Python, in memory": lambda: self.python(self.study("memory"), jobs=2),
                "Python, with a file": lambda: self.python(self.study("file"), with_file=True, jobs=2)}
        if importlib.util.find_spec("distributed"):
            ways["four workers, one of them killed"] = self.workers
        for name, make in ways.items():
            with self.subTest(way=name):
                self.assertEqual(make(), one)


if __name__ == "__main__":
    unittest.main()
