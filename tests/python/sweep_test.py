"""Runs over grids: in threads, in processes and on workers of dask, against single runs; failures, and Ctrl-C."""
import concurrent.futures
import importlib.util
import math
import multiprocessing
import os
import signal
import threading
import time
import unittest

import numpy as np

import fluxion as fx
from python_test import PythonTest, decay


def last(run):
    return run["x"][-1]


def both(run):
    return {"last": run["x"][-1], "rows": len(run.time)}


class Sweeps(PythonTest):
    def test_each_combination_is_a_run(self):
        m = decay()
        rates = np.linspace(-2, -1, 5)
        s = m.sweep(last, rate=rates, set={"X.InitialCondition": [1, 2]}, stop_time=0.5)
        self.assertIsInstance(s, fx.Sweep)
        self.assertEqual((s.shape, list(s.axes), len(s), s.failed), ((5, 2), ["rate", "X.InitialCondition"], 10, {}))
        np.testing.assert_allclose(s.values, np.outer(np.exp(rates / 2), [1, 2]), rtol=1e-7)
        self.assertEqual(s[1, 1], m.run(rate=rates[1], set={"X.InitialCondition": 2}, stop_time=0.5)["x"][-1])
        self.assertEqual(list(s)[:3], [(0, 0), (0, 1), (1, 0)])
        self.assertEqual(m.variables["rate"], -2)
        self.assertIn("rate (5)", repr(s))
        self.assertEqual(fx.sweep(m, last, rate=[-2, -1])[0], m.run(rate=-2)["x"][-1])

    def test_dicts_and_arrays_are_kept(self):
        s = decay().sweep(both, rate=[-2, -1])
        self.assertEqual(sorted(s.values), ["last", "rows"])
        np.testing.assert_allclose(s.values["last"], np.exp([-2, -1]), rtol=1e-7)
        self.assertEqual(s.to_pandas().index.names, ["rate"])
        self.assertEqual(list(s.to_pandas()["last"]), list(s.values["last"]))
        curves = decay().sweep(lambda run: np.interp([0, 0.5, 1], run.time, run["x"].values), rate=[-2, -1])
        self.assertEqual(curves.values.shape, (2, 3))
        with self.assertRaisesRegex(ValueError, "other shapes"):
            decay().sweep(lambda run: run["x"].values, rate=[-2, -20]).values

    @unittest.skipUnless(importlib.util.find_spec("xarray"), "xarray is not installed")
    def test_to_xarray(self):
        s = decay().sweep(last, rate=[-2, -1], stop_time=[1, 2])
        array = s.to_xarray()
        self.assertEqual(array.dims, ("rate", "stop_time"))
        self.assertEqual(float(array.sel(rate=-1, stop_time=2)), s[1, 1])
        self.assertEqual(sorted(decay().sweep(both, rate=[-2, -1]).to_xarray().data_vars), ["last", "rows"])

    def test_the_seed_is_that_of_the_model(self):
        m = fx.Model()
        m.connect(m.add("Random Number", SampleTime=0.1), m.add("Outport", "y"))
        s = m.sweep(lambda run: run["y"][-1], seed=range(4), stop_time=1)
        self.assertEqual((list(s.axes), len(set(s.values))), (["random_seed"], 4))
        self.assertEqual(list(m.sweep(lambda run: run["y"][-1], seed=range(4), stop_time=1, workers=2).values), list(s.values))

    def test_failures_have_reasons(self):
        s = decay().sweep(last, rate=[-2, "nothing", -1])
        self.assertEqual(list(s.failed), [(1,)])
        self.assertIn("nothing", s.failed[1,])
        self.assertIsNone(s[1])
        self.assertTrue(math.isnan(s.values[1]) and s.values[2] > 0)

    def test_what_is_wrong_as_a_whole_is_raised(self):
        with self.refused("rat: the model has no variable of this name", "did you mean rate?"):
            decay().sweep(last, rat=[1, 2])
        with self.refused("y"):
            decay().sweep(lambda run: run["y"][-1], rate=[-1, -2])
        with self.assertRaisesRegex(ZeroDivisionError, "."):
            decay().sweep(lambda run: 1 / 0, rate=[-1, -2])
        with self.assertRaisesRegex(ValueError, "nothing varies"):
            decay().sweep(last, rate=1)
        with self.assertRaisesRegex(TypeError, "an executor"):
            decay().sweep(last, rate=[1], workers="some")

    def test_any_executor_gives_the_same(self):
        m, rates = decay(), np.linspace(-2, -1, 7)
        whole = m.sweep(last, rate=rates).values
        context = multiprocessing.get_context("spawn")
        with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
            self.assertEqual(list(m.sweep(last, rate=rates, workers=pool, chunk=2).values), list(whole))
        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            self.assertEqual(list(m.sweep(last, rate=rates, workers=pool).values), list(whole))
        self.assertEqual(list(m.sweep(last, rate=rates, workers=1).values), list(whole))

    @unittest.skipUnless(importlib.util.find_spec("distributed"), "dask.distributed is not installed")
    def test_workers_of_dask_give_the_same(self):
        from distributed import Client, LocalCluster

        m, rates = decay(), np.linspace(-2, -1, 20)
        with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, processes=True) as cluster, Client(cluster) as client:
            found = m.sweep(lambda run: run["x"][-1], rate=rates, workers=client, chunk=3)
        self.assertEqual(list(found.values), list(m.sweep(last, rate=rates).values))

    def test_ctrl_c_stops_all_runs(self):
        m = decay()
        m.settings.update(solver="ode4", fixed_step=1e-6)
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        began = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            m.sweep(last, rate=[-1] * 8, stop_time=1000)
        self.assertLess(time.monotonic() - began, 5)


if __name__ == "__main__":
    unittest.main()
