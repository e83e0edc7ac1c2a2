"""Call-backs: when they are called, with what, and what becomes of their errors."""
import gc
import math
import subprocess
import sys
import threading
import unittest
import weakref

import fluxion as fx
from python_test import PythonTest, decay


def ball():
    """Thrown up from the ground at 10 m/s; it is thrown up again where it lands."""
    m = fx.Model()
    x = m.add("continuous/second_order_integrator", "Ball", ICX=0.001, ICSourceDXDT="external", LimitX="on", LowerLimitX=0,
              ReinitDXDTwhenXreachesSaturation="on")
    g, k, v = m.add("Constant", "g", Value=-9.81), m.add("Gain", "k", k=-0.8), m.add("attributes/ic", "v", InitialValue=10)
    m.connect(g, x.input(1))
    m.connect(x.output(2), k)
    m.connect(k, v)
    m.connect(v, x.input(2))
    m.log(x.output(1), "height")
    m.settings["StopTime"] = 3
    return m


class CallBacks(PythonTest):
    def test_steps_see_what_the_run_records(self):
        m, seen, kinds = decay(), [], []
        m.on("start", lambda at: kinds.append(("start", at.time)))
        m.on("step", lambda at: seen.append((at.time, at["x"], dict(at), len(at))))
        m.on("stop", lambda run: kinds.append(("stop", run)))
        run = m.run(refine=1)
        self.assertEqual([s[0] for s in seen], list(run.time[1:]))
        self.assertEqual([s[1] for s in seen], list(run["x"].values[1:]))
        self.assertEqual(seen[0][2:], ({"x": seen[0][1]}, 1))
        self.assertEqual(kinds, [("start", 0.0), ("stop", run)])
        self.assertEqual(len(seen), run.statistics.steps)

    def test_a_call_back_changes_no_digit(self):
        m, plain = decay(), decay().run()
        m.on("step", lambda at: at["x"])
        self.assertEqual(list(m.run()["x"].values), list(plain["x"].values))

    def test_events_are_told_behind_crossings(self):
        m, events = ball(), []
        m.on("event", lambda at: events.append(at.time))
        run = m.run()
        crossings = [e["time"] for e in run.events if e["kind"] == "zero crossing"]
        self.assertTrue(crossings)
        self.assertEqual(events, sorted(set(crossings)))

    def test_a_condition_calls_once_each_time_it_comes_true(self):
        m, high = ball(), []
        m.on_signal("height", lambda at: high.append(at["height"]), above=1.0)
        m.run(max_step=0.01)
        self.assertEqual(len(high), 2)  # 5.1 m, then 3.3 m: up to t = 3 two flights pass 1 m
        self.assertTrue(all(1.0 < h < 1.2 for h in high))
        with self.assertRaisesRegex(ValueError, "above or below"):
            m.on_signal("height", print)

    def test_a_run_is_stopped_where_a_signal_is(self):
        m = decay()

        @m.on_signal("x", below=0.5)
        def enough(at):
            at.stop()

        run = m.run(max_step=0.001)
        self.assertEqual(run.statistics.status, "stopped")
        self.assertAlmostEqual(run.time[-1], math.log(2) / 2, delta=0.002)
        m.off(enough)
        self.assertEqual(m.run().statistics.status, "finished")

    def test_what_is_raised_ends_the_run(self):
        m = decay()

        @m.on("step")
        def wrong(at):
            raise KeyError("wrong")

        with self.assertRaisesRegex(KeyError, "wrong"):
            m.run()
        m.off(wrong)
        m.on("step", lambda at: at["nothing"])
        with self.refused("nothing: no signal", "recorded are x"):
            m.run()

    def test_a_moment_is_over_with_its_call(self):
        m, kept = decay(), []
        m.on("start", kept.append)
        m.run()
        self.assertIsInstance(kept[0], fx.Moment)
        self.assertEqual((kept[0].time, repr(kept[0])), (0.0, "<Moment at t = 0 s>"))
        with self.refused("this instant of the run is over", "keep the numbers"):
            kept[0]["x"]
        with self.refused("this instant of the run is over", "keep the numbers"):
            kept[0].stop()

    def test_edits_are_told_and_taken_back_ones_too(self):
        m, told = decay(), []
        m.on("edit", lambda model: told.append(len(model.blocks)))
        before = len(m.blocks)
        m.add("Gain", "New")
        m.variables["rate"] = -3
        m.undo()
        m.undo()
        m.redo()
        self.assertEqual(told, [before + 1, before + 1, before + 1, before, before + 1])
        m.copy().add("Gain", "Other")
        self.assertEqual(len(told), 5)

    def test_an_unknown_kind_is_refused(self):
        with self.assertRaisesRegex(ValueError, "no call-back 'paus'; there are start, step, event, pause, stop, edit"):
            decay().on("paus", print)

    def test_a_run_pauses_where_it_is_asked_to_and_goes_on(self):
        m, paused, again = decay(), [], []

        @m.on_signal("x", below=0.5)
        def half(at):
            at.pause()

        @m.on("pause")
        def look(at):
            paused.append((at.time, at["x"]))
            at.set(rate=0)

        m.on("step", lambda at: again.append(at["x"]))
        run = m.run(max_step=0.001)
        self.assertEqual(len(paused), 1)
        t, x = paused[0]
        self.assertAlmostEqual(t, math.log(2) / 2, delta=0.002)
        self.assertEqual(run["x"].values[-1], x, "with a rate of 0 it stays where it was")
        self.assertEqual(again[-1], x, "steps are told behind the pause, too")
        self.assertEqual(run.statistics.status, "finished")
        self.assertEqual(m.variables["rate"], -2, "the model is as it was")

    def test_what_cannot_be_changed_during_a_run_is_said(self):
        m = decay()
        m.on("start", lambda at: at.set(rate=[1, 2]))
        with self.refused("the size of 'Gain' is fixed while a simulation runs", "next run"):
            m.run()
        m = decay()
        m.on("start", lambda at: at.set({"nothing": 1}))
        with self.refused("nothing: ", ""):
            m.run()

    def test_call_backs_of_the_file(self):
        m = decay()
        m.settings["InitFcn"] = "rate = 2*rate; half = log(2)/abs(rate)"
        m.settings["stop_fcn"] = "last = x(end); both = [max(x) half]; at_pause = rate"
        m.settings["PauseFcn"] = "rate = 0"
        run = m.run()
        self.assertAlmostEqual(run.variables["last"], math.exp(-4 * run.time[-1]), delta=1e-3)
        self.assertEqual(run.variables["both"], f"[1 {math.log(2) / 4!r}]")
        m.on_signal("x", lambda at: at.pause(), below=0.5)
        run = m.run()
        self.assertEqual(run.variables["at_pause"], 0)
        self.assertGreater(run.variables["last"], 0.1)
        with self.refused("InitFcn line 1: this is not a name with a value", "write a name"):
            m.settings["InitFcn"] = "import os"

    def test_calls_are_made_in_the_thread_that_asked(self):
        m, threads = decay(), set()
        for kind in ("start", "step", "stop"):
            m.on(kind, lambda at: threads.add(threading.get_ident()))
        m.run()
        self.assertEqual(threads, {threading.get_ident()})

    def test_ctrl_c_ends_a_function_that_never_returns(self):
        for endless in ("while True: pass", "time.sleep(1000)"):
            with self.subTest(endless):
                script = f"""if True:
                    import os, signal, threading, time
                    import fluxion as fx
                    m = fx.example("van_der_pol")
                    @m.on("step")
                    def stuck(at):
                        {endless}
                    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
                    started = time.monotonic()
                    try:
                        m.run()
                    except KeyboardInterrupt:
                        print("interrupted", time.monotonic() - started < 5)
                    m.off(stuck)
                    print(m.run(stop_time=1).statistics.status)
                    """
                ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
                self.assertEqual(ended.stdout, "interrupted True\nfinished\n", ended.stderr)

    def test_models_with_call_backs_are_let_go(self):
        m = decay()
        m.on("edit", lambda model: None)
        m.on("step", lambda at: None)
        m.variables["rate"] = -1
        m.run()
        gone = weakref.ref(m)
        del m
        gc.collect()
        self.assertIsNone(gone())

    def test_runs_in_threads_have_call_backs_of_their_own(self):
        counts = {}

        def work(k):
            m, seen = decay(), []
            m.on("step", lambda at: seen.append(at.time))
            counts[k] = (m.run(stop_time=1 + k).statistics.steps, len(seen))

        threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([counts[k][0] for k in range(4)], [counts[k][1] for k in range(4)])


if __name__ == "__main__":
    unittest.main()
