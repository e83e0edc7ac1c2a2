"""Studies from Python: in threads, as files, and on workers of dask."""
import importlib.util
import math
import os
import pickle
import signal
import threading
import unittest

import numpy as np

import fluxion as fx
from python_test import PythonTest, decay


def rates(samples=50, **more):
    return fx.Study(decay(), {"rate": fx.uniform(-2, -1)}, samples=samples, results={"last": "x(end)", "expected": "exp(rate)"}, **more)


class Studies(PythonTest):
    def test_a_table_has_columns(self):
        table = rates().run()
        np.testing.assert_allclose(table["last"], table["expected"], atol=1e-7)
        self.assertEqual(table["sample"].tolist(), list(range(50)))
        self.assertEqual((table["status"][0], table["message"][0], table.failed), ("finished", "", {}))
        self.assertEqual(list(table), ["sample", "rate", "last", "expected", "status", "message"])
        self.assertEqual(list(table.to_pandas().columns), list(table)[1:])
        self.assertIn("50 runs, 0 failed", repr(table))
        self.assertEqual(len(table), 6)

    def test_any_number_of_threads_gives_the_same_text(self):
        one = rates().run(jobs=1).text
        self.assertEqual(rates().run(jobs=2).text, one)
        self.assertNotEqual(rates(seed=1).run().text, one)

    def test_every_distribution(self):
        drawn = {"uniform": fx.uniform(-2, -1), "normal": fx.normal(-2, 0.1), "lognormal": fx.lognormal(0, 0.1),
                 "loguniform": fx.loguniform(0.1, 1), "triangular": fx.triangular(-2, -1.5, -1), "exponential": fx.exponential(0.3)}
        means = {"uniform": -1.5, "normal": -2, "lognormal": math.exp(0.005), "loguniform": 0.9 / math.log(10), "triangular": -1.5,
                 "exponential": 0.3}
        for name, distribution in drawn.items():
            self.assertIsInstance(distribution, fx.Distribution)
            self.assertEqual((distribution.kind, repr(distribution).split("(")[0]), (name, name))
            table = fx.Study(decay(), {"rate": distribution}, samples=200, results={"n": "numel(t)"}, sampling="sobol", stop_time=0.001).run()
            self.assertAlmostEqual(table["rate"].mean(), means[name], delta=0.02 * max(1, abs(means[name])))
        self.assertEqual(drawn["normal"].numbers, [-2.0, 0.1])

    def test_lists_make_a_grid_and_failures_are_rows(self):
        study = fx.Study(decay(), {"rate": [-1, "-2", "nothing"], "X.InitialCondition": [1, 2]}, results={"last": "x(end)"})
        self.assertEqual(len(study), 6)
        table = study.run()
        np.testing.assert_allclose(table["last"][:4], [f * math.exp(r) for r in (-1, -2) for f in (1, 2)], atol=1e-7)
        self.assertEqual(sorted(table.failed), [4, 5])
        self.assertIn("nothing", table.failed[4])
        self.assertTrue(np.isnan(table["last"][4]))

    def test_one_program_serves_all_runs(self):
        study = rates()
        study.run()
        self.assertEqual(study.compiled_programs, 1)

    def test_what_cannot_be_is_said(self):
        with self.refused("rat: the model has no variable", "did you mean rate?"):
            fx.Study(decay(), {"rat": [1]}, results={"a": "1"}).run()
        with self.refused("neither a recorded signal"):
            fx.Study(decay(), {"rate": [1]}, results={"a": "max(y)"}).run()
        with self.refused("there are no runs"):
            fx.Study(decay(), {"rate": fx.uniform(0, 1)}, results={"a": "1"})
        with self.refused("nothing is asked"):
            fx.Study(decay(), {"rate": [1]}, results={})

    def test_a_file_serves_the_command_line_too(self):
        m = decay()
        m.save(self.folder / "decay.flx")
        study = fx.Study(m, {"rate": fx.uniform(-2, -1)}, samples=20, results={"last": "x(end)"})
        path = self.folder / "s.flxstudy"
        study.save(path)
        again = fx.Study.load(path)
        table = again.run(path=path)
        self.assertEqual(table.text, study.run().text)
        self.assertEqual((self.folder / "s.csv").read_text(), table.text)
        import subprocess

        subprocess.run([os.environ["FLUXION_CLI"], "study", str(path), "--quiet"], check=True)
        self.assertEqual((self.folder / "s.csv").read_text(), table.text)

    def test_ctrl_c_stops_a_study(self):
        study = fx.Study(decay(), {"rate": fx.uniform(-2, -1)}, samples=1_000_000, results={"last": "x(end)"}, sampling="random")
        self.assertEqual(len(study), 1_000_000)
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt):
            study.run()

    def test_studies_are_pickled(self):
        study = rates()
        self.assertEqual(pickle.loads(pickle.dumps(study)).run().text, study.run().text)
        self.assertIsInstance(study.run(), fx.Table)

    @unittest.skipUnless(importlib.util.find_spec("distributed"), "dask.distributed is not installed")
    def test_workers_of_dask_give_the_same_text_though_one_is_killed(self):
        from distributed import Client, LocalCluster

        study = rates(400)
        whole = study.run().text
        with LocalCluster(n_workers=4, threads_per_worker=1, dashboard_address=None, processes=True) as cluster, Client(cluster) as client:
            victim = next(iter(client.run(os.getpid).values()))
            threading.Timer(0.2, os.kill, (victim, signal.SIGKILL)).start()
            self.assertEqual(study.run(client, chunk=5).text, whole)


    @unittest.skipUnless(importlib.util.find_spec("distributed"), "dask.distributed is not installed")
    def test_a_worker_without_the_module_is_said(self):
        import subprocess
        import sys

        from distributed import Client

        # A scheduler and a worker whose Python does not find the module.
        without = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
        started = [subprocess.Popen([sys.executable, "-m", "distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard", "--scheduler-file",
                                     str(self.folder / "s.json")], env=without, cwd="/", stderr=subprocess.DEVNULL)]
        started.append(subprocess.Popen([sys.executable, "-m", "distributed.cli.dask_worker", "--scheduler-file", str(self.folder / "s.json"),
                                         "--no-dashboard", "--no-nanny"], env=without, cwd="/", stderr=subprocess.DEVNULL))
        try:
            with Client(scheduler_file=str(self.folder / "s.json"), timeout=30) as client:
                client.wait_for_workers(1, timeout=30)
                with self.assertRaisesRegex(Exception, "fluxion"):
                    rates(10).run(client)
        finally:
            for process in started:
                process.kill()
                process.wait()


if __name__ == "__main__":
    unittest.main()
