"""Runs from Python: what they record, cost and say; threads, interruption and copies."""
import importlib.util
import math
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import unittest

import numpy as np

import fluxion as fx
from python_test import PythonTest, decay, lag


class Runs(PythonTest):
    def test_a_run_gives_arrays(self):
        run = decay().run()
        x = run["x"]
        self.assertIsInstance(run, fx.Run)
        self.assertIsInstance(x, fx.Signal)
        np.testing.assert_allclose(x.values, np.exp(-2 * x.time), atol=1e-8)
        self.assertEqual((x.name, x.unit, x.elements, len(x)), ("x", "", ["x"], len(run.time)))
        self.assertIs(run["x"].values, x.values)
        self.assertFalse(x.values.flags.owndata or x.values.flags.writeable)
        with self.assertRaises(ValueError):
            x.values[0] = 1
        self.assertEqual((list(run), run.signals, len(run)), (["x"], ["x"], 1))
        self.assertTrue("x" in run and "y" not in run)
        self.assertAlmostEqual(x.at(0.5), math.exp(-1), delta=1e-3)
        self.assertEqual(np.asarray(x)[0], x[0])
        with self.refused("nothing: no signal", "recorded are x"):
            run["nothing"]

    def test_changes_are_for_this_run_only(self):
        m = decay()
        before = m.copy()
        last = lambda **changes: float(m.run(**changes)["x"][-1])
        self.assertAlmostEqual(last(rate=-1), math.exp(-1), places=7)
        self.assertAlmostEqual(last(stop_time=2), math.exp(-4), places=7)
        self.assertAlmostEqual(last(set={"X.InitialCondition": 3}), 3 * math.exp(-2), places=7)
        self.assertEqual(m.run(solver="ode4", fixed_step=0.1).statistics.solver, "ode4")
        self.assertEqual(m, before)
        with self.refused("rat: the model has no variable", "did you mean rate?"):
            m.run(rat=1)
        with self.refused("'nothing' is not one of the choices"):
            m.run(solver="nothing")

    def test_inputs_are_given(self):
        y = lag().run(inputs={"u": "1"}, stop_time=2)["y"]
        np.testing.assert_allclose(y.values, 1 - np.exp(-y.time), atol=1e-8)
        with self.refused("w: the model has no top-level Inport"):
            lag().run(inputs={"w": "1"})

    def test_a_run_goes_on_where_another_was(self):
        m = decay()
        half = m.run(stop_time=0.5)
        whole = m.run(start=half.point)
        self.assertEqual(whole.time[0], 0.5)
        self.assertAlmostEqual(float(whole["x"][-1]), math.exp(-2), places=7)

    def test_vectors_have_a_column_for_each_element(self):
        m = fx.Model()
        c, s = m.add("Constant", Value=[1, 2, 3]), m.add("Scope", "S")
        m.connect(c, s)
        m.log(c, "v")
        run = m.run(stop_time=1)
        self.assertEqual(run["v"].values.shape, (len(run.time), 3))
        self.assertEqual(run["v[2]"].values.tolist(), [2] * len(run.time))
        self.assertEqual(run["S/v"].elements, ["v[1]", "v[2]", "v[3]"])
        self.assertEqual(run["v"].at(0.3).tolist(), [1, 2, 3])

    def test_statistics_events_and_warnings(self):
        run = fx.example("bouncing_ball").run(stop_time=5)
        self.assertEqual(run.statistics.status, "finished")
        self.assertEqual(run.statistics.steps, run.statistics["steps"])
        self.assertIn("steps", dir(run.statistics))
        self.assertGreater(len([e for e in run.events if e["kind"] == "zero crossing"]), 0)
        with self.assertRaisesRegex(AttributeError, "no member 'stps'"):
            run.statistics.stps
        m = decay()
        m.add("Gain", "Loose")
        self.assertIn("Loose", {w.path for w in m.run().warnings})

    def test_a_run_that_fails_says_where(self):
        m = fx.Model()
        x, g = m.add("Integrator", "X", InitialCondition=1), m.add("math/math_function", "G", function="square")
        m.connect(x, g)
        m.connect(g, x)
        m.log(x, "x")
        with self.refused("t = "):
            m.run(stop_time=5, solver="ode4", fixed_step=0.1)

    def test_frames_and_files(self):
        run = decay().run()
        frame, data = run.to_pandas(), run.to_xarray()
        self.assertEqual((list(frame.columns), frame.index.name, len(frame)), (["x"], "time", len(run.time)))
        np.testing.assert_array_equal(data["x"].values, run["x"].values)
        import matplotlib

        matplotlib.use("Agg")
        self.assertEqual(len(run.plot("x").lines), 1)
        for name in ("a.csv", "a.mat", "a.flxrun"):
            run.save(self.folder / name)
            self.assertGreater((self.folder / name).stat().st_size, 100)
        table = np.genfromtxt(self.folder / "a.csv", delimiter=",", names=True)
        np.testing.assert_array_equal(table["x"], run["x"].values)
        with self.refused("its name does not say what to write"):
            run.save(self.folder / "a.txt")

    def test_runs_are_pickled(self):
        run = fx.example("clutch").run()
        again = pickle.loads(pickle.dumps(run))
        self.assertEqual(again.signals, run.signals)
        for name in run:
            np.testing.assert_array_equal(again[name].values, run[name].values)
        self.assertEqual(again.statistics.steps, run.statistics.steps)
        self.assertEqual(again.warnings, run.warnings)
        with self.assertRaises(ValueError):
            again.point

    def test_arrays_outlive_their_run_and_model(self):
        values = decay().run()["x"].values
        import gc

        gc.collect()
        self.assertAlmostEqual(float(values[-1]), math.exp(-2), places=7)

    def test_python_ends_while_a_thread_runs(self):
        script = """
import threading, time, fluxion as fx
m = fx.example("van_der_pol")
if %s:
    m.on("step", lambda at: time.sleep(0.001))
threading.Thread(target=lambda: m.run(stop_time=1e9, max_step=0.01), daemon=True).start()
time.sleep(0.2)
print("over")
"""
        for calls in (False, True):
            done = subprocess.run([sys.executable, "-c", script % calls], capture_output=True, text=True, timeout=60)
            self.assertEqual((done.returncode, done.stdout), (0, "over\n"), done.stderr)

    def test_models_run_in_threads_and_python_goes_on(self):
        results = {}

        def work(k):
            results[k] = float(decay(-k).run()["x"][-1])

        threads = [threading.Thread(target=work, args=(k,)) for k in range(1, 7)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        for k in range(1, 7):
            self.assertAlmostEqual(results[k], math.exp(-k), places=7)
        ticks, m = [], decay()
        m.settings["stop_time"] = "inf"
        runner = threading.Thread(target=lambda: self.assertRaises(ZeroDivisionError, m.run, progress=lambda *a: 1 / (len(ticks) < 5)))
        runner.start()
        while runner.is_alive():
            ticks.append(time.monotonic())
            time.sleep(0.02)
        self.assertGreaterEqual(len(ticks), 5)

    def test_ctrl_c_stops_a_run(self):
        m = decay()
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        began = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            m.run(stop_time="inf")
        self.assertLess(time.monotonic() - began, 10)
        self.assertEqual(m.run().statistics.status, "finished")

    def test_progress_is_told(self):
        told = []
        fx.example("van_der_pol").run(stop_time=3000, progress=lambda *times: told.append(times))
        for now, start, stop in told:
            self.assertTrue(start <= now <= stop == 3000)

    def test_memory_is_limited(self):
        self.addCleanup(fx.set_memory_limit, "1GB")
        fx.set_memory_limit("10MB")
        m = decay()
        m["X"].InitialCondition = "ones(3000000,1)"
        with self.refused("memory"):
            m.run()
        with self.assertRaisesRegex(ValueError, "is no size"):
            fx.set_memory_limit("much")


class Simulators(PythonTest):
    def test_inputs_and_outputs_step_by_step(self):
        s = lag().simulator()
        self.assertIsInstance(s, fx.Simulator)
        s.start()
        self.assertEqual((list(s.inputs), list(s.outputs), s.outputs["y"], s.time), (["u"], ["y"], 0.0, 0.0))
        y = 0.0
        for k in range(10):
            s.inputs["u"] = u = float(k % 2)
            s.step(0.1)
            y = u + (y - u) * math.exp(-0.1)
            self.assertAlmostEqual(s.outputs["y"], y, places=7)
        self.assertAlmostEqual(s.time, 1.0)
        self.assertFalse(s.ended)
        point = s.save()
        s.step(0.5)
        once = s.outputs["y"]
        s.restore(point)
        s.step(0.5)
        self.assertEqual(s.outputs["y"], once)
        s.start()
        self.assertEqual(s.outputs["y"], 0.0)

    def test_what_cannot_be_is_said(self):
        s = lag().simulator()
        with self.refused("has not been started"):
            s.step(1)
        with self.assertRaises(RuntimeError):
            s.save()
        s.start()
        with self.refused("w: the model has no open input", "it has u"):
            s.inputs["w"] = 1
        with self.refused("does not go on"):
            s.step(-1)
        with self.refused("nothing"):
            s.outputs["nothing"]
        with self.refused(""):
            s.restore("{}")
        with self.assertRaises(TypeError):
            del s.inputs["u"]
        self.assertEqual((len(s.inputs), len(s.outputs), s.inputs["u"]), (1, 1, 0.0))

    def test_a_run_is_opened_from_its_file(self):
        m = decay()
        run = m.run()
        run.save(self.folder / "a.flxrun")
        kept = fx.load_run(self.folder / "a.flxrun")
        self.assertEqual(kept.signals, run.signals)
        self.assertEqual(list(kept["x"].values), list(run["x"].values))
        self.assertEqual(list(kept.time), list(run.time))
        self.assertEqual((kept.statistics.steps, kept.statistics.status), (run.statistics.steps, "finished"))
        with self.refused("none.flxrun"):
            fx.load_run(self.folder / "none.flxrun")

    def test_a_simulation_that_has_started(self):
        m = lag()
        self.assertEqual(m.signals, ["y"])
        with m.start() as s:
            while s.time < 5:
                s.step(0.5, inputs={"u": 1})
        self.assertAlmostEqual(s["y"], 1 - math.exp(-5), places=6)
        A, B, C, D = m.linearize(inputs=["u"], outputs=["y"])
        self.assertEqual((A[0, 0], B[0, 0], C[0, 0], D[0, 0]), (-1, 1, 1, 0))

    def test_inputs_are_signals_over_the_time(self):
        m = lag()
        t = np.linspace(0, 2, 201)
        run = m.run(inputs={"u": (t, np.minimum(t, 1))}, stop_time=2)
        ramp = lambda s: s - 1 + np.exp(-s)
        np.testing.assert_allclose(run["y"].at([0.5, 2]), [ramp(0.5), ramp(2) - ramp(1)], atol=1e-5)
        # Then a number: nothing is left of the table, whose file is gone.
        np.testing.assert_allclose(m.run(inputs={"u": 2}, stop_time=2)["y"][-1], 2 * (1 - np.exp(-2)), rtol=1e-7)
        again = m.run(u=run["y"], stop_time=2)  # what another run has recorded; an input by its name
        self.assertTrue(0 < again["y"][-1] < run["y"][-1])
        self.assertAlmostEqual(m.run(u="1", stop_time=1)["y"][-1], 1 - np.exp(-1), places=7)
        with self.assertRaisesRegex(ValueError, r"not \(3,\) and \(2,\)"):
            m.run(u=([0, 1, 2], [0, 1]))

    @unittest.skipUnless(importlib.util.find_spec("pandas"), "pandas is not installed")
    def test_series_of_pandas_are_inputs(self):
        import pandas as pd

        t = np.linspace(0, 1, 11)
        run = lag().run(u=pd.Series(t, index=t), stop_time=1)
        self.assertAlmostEqual(run["y"][-1], np.exp(-1), places=6)

    def test_signals_are_numbers_in_arithmetic(self):
        run = decay().run()
        x = run["x"]
        self.assertEqual((x.max(), x.shape, x.argmin()), (1.0, x.values.shape, len(x) - 1))
        np.testing.assert_array_equal(2 * x - 1, 2 * x.values - 1)
        np.testing.assert_array_equal(x / x, np.ones(len(x)))
        np.testing.assert_array_equal((x > 0.5) & (abs(-x) <= 1), x.values > 0.5)
        np.testing.assert_array_equal(x == 1, x.values == 1)
        np.testing.assert_array_equal(np.exp(x), np.exp(x.values))
        self.assertEqual(x.at([0, 1]).shape, (2,))
        with self.assertRaises(AttributeError):
            x.nothing

    def test_what_it_is_shows(self):
        run = decay().run()
        self.assertIn(f"steps = {run.stats.steps}", repr(run.stats))
        self.assertEqual(run.messages, run.warnings)
        s = lag().simulator()
        self.assertIn("inputs u; outputs y", repr(s))
        self.assertEqual(repr(s.inputs), "{'u': 0.0}")

    def test_a_program_serves_later_runs(self):
        # Of a model whose equations have not changed; with other blocks it is compiled again.
        m = decay()
        first = m.run()["x"][-1]
        self.assertNotEqual(m.run(rate=-1)["x"][-1], first)
        self.assertEqual(m.run()["x"][-1], first)
        m["K"].k = "2*rate"
        doubled = m.run()["x"][-1]
        self.assertAlmostEqual(doubled, first ** 2, places=7)
        m.connect(m.add("Gain", "Third", k=3), m.add("Outport", "z"))
        m.connect("X", "Third")
        self.assertAlmostEqual(m.run()["z"][-1], 3 * doubled, places=7)
        m.undo()
        m.undo()
        m.undo()
        m.undo()
        self.assertEqual(m.run()["x"][-1], doubled)


if __name__ == "__main__":
    unittest.main()
