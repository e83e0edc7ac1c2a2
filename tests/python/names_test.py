"""Every public name is described, tested and typed; and calls in any order neither crash nor pile up memory."""
import gc
import importlib.util
import inspect
import os
import pathlib
import random
import re
import subprocess
import sys
import unittest

import fluxion as fx
from fluxion import _engine
from python_test import PythonTest, decay

HERE = pathlib.Path(__file__).resolve().parent
# 15 s in all; a tenth of it where only a part of the tests is run.
PARTLY = bool(os.environ.get("FLUXION_PART"))


def public_members():
    for name in fx.__all__:
        thing = getattr(fx, name)
        yield name, thing
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                if not member.startswith("_"):
                    yield f"{name}.{member}", value


class Names(unittest.TestCase):
    def test_every_public_name_has_a_description(self):
        for name, thing in public_members():
            with self.subTest(name=name):
                self.assertTrue((inspect.getdoc(thing) or "").strip(), "no docstring")

    def test_every_public_name_is_used_by_a_test(self):
        tests = "".join(p.read_text() for p in HERE.glob("*_test.py") if p.name != "names_test.py")
        words = set(re.findall(r"\w+", tests))
        self.assertEqual({name for name, _ in public_members() if name.split(".")[-1] not in words}, set())

    def test_the_stub_names_what_the_engine_has(self):
        stub = (pathlib.Path(fx.__file__).parent / "_engine.pyi").read_text()
        described = set(re.findall(r"^(?:class|def) (\w+)|^(\w+): ", stub, re.M))
        described = {a or b for a, b in described}
        self.assertEqual(described, {n for n in vars(_engine) if not n.startswith("_")})
        for name, body in re.findall(r"^class (\w+):\n((?:    .*\n|\n)+)", stub, re.M):
            members = set(re.findall(r"^    def (\w+)|^    (\w+): ", body, re.M))
            members = {a or b for a, b in members if not (a or b).startswith("__")}
            there = {n for n in vars(getattr(_engine, name)) if not n.startswith("_")}
            self.assertEqual(members, there - ({"name", "value"} if name == "Kind" else set()), name)

    @unittest.skipUnless(importlib.util.find_spec("mypy"), "mypy is not installed")
    def test_types_are_checked(self):
        package = pathlib.Path(fx.__file__).parent
        done = subprocess.run([sys.executable, "-m", "mypy", "--ignore-missing-imports", "--follow-imports=skip", "--no-incremental", "--cache-dir", os.devnull,
                               str(package)], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)


def resident():
    return int(re.search(r"VmRSS:\s*(\d+)", pathlib.Path("/proc/self/status").read_text()).group(1)) * 1024


class Endurance(PythonTest):
    def test_loading_and_running_again_and_again_takes_no_more_memory(self):
        path = self.folder / "decay.flx"
        decay().save(path)

        def cycle():
            m = fx.load(path)
            m.run()["x"].values.sum()
            m.simulator().start()

        for _ in range(30):
            cycle()
        gc.collect()
        before = resident()
        for _ in range(100 if PARTLY else 1000):
            cycle()
        gc.collect()
        self.assertLess(resident() - before, 8e6)

    def test_calls_in_any_order_do_not_crash(self):
        rng = random.Random(int(os.environ.get("FLUXION_SEED", "1")))
        types = [b["type"] for b in fx.block_types()]
        models = [fx.Model()]
        names = ["", "a", "a/b", "S", "S/x", "x.1", "u", "1", "\n", "é", "a" * 2000, "Gain", "rate", ":", ".", "x:y"]
        values = [0, -1, 1e300, float("nan"), "1+", "ones(3)", "t", [1, 2], [[1, 2], [3]], True, "", "rate", None, "on", "x" * 5000]

        def some(m):
            return rng.choice(m.blocks) if m.blocks and rng.random() < 0.8 else rng.choice(names)

        def call(m):
            r = rng.randrange(26)
            if r < 4: m.add(rng.choice(types) if r else "Subsystem", rng.choice(["", "", *names]))
            elif r < 7: m.connect(some(m), some(m))
            elif r == 7: m.remove(some(m))
            elif r == 8: m[some(m)].parameters[rng.choice(list(m[some(m)].parameters) or ["k"])] = rng.choice(values)
            elif r == 9: m.variables[rng.choice(names)] = rng.choice(values)
            elif r == 10: m.settings[rng.choice([*_engine.setting_names(), "no"])] = rng.choice(values)
            elif r == 11: m.log(some(m), rng.choice(names))
            elif r == 12: rng.choice([m.undo, m.redo, m.arrange, m.check])()
            elif r == 13: m.disconnect(some(m), some(m))
            elif r == 14: m[some(m)].name = rng.choice(names)
            elif r == 15: models[0] = fx.Model() if len(m.blocks) > 25 else m.copy()
            elif r == 16: m.run(stop_time=0.01, max_step="auto", start=rng.choice(["", "", "{}"]))
            elif r == 17: m.trim(**rng.choice([{}, {"known": {rng.choice(names): 1}}, {"guess": {"x": float("nan")}}]))
            elif r == 18: m.linearize(at=rng.choice([0.0, -1.0, 0.01])).poles()
            elif r == 19: m.sweep(lambda run: run.signals, rate=rng.choice([[1, 2], [], ["1+"]]), stop_time=0.01, workers=1)
            elif r == 20: m.parameters[rng.choice([*list(m.parameters)[:5], *names])] = rng.choice(values)
            elif r == 21: m.change(**{rng.choice(["variables", "stop_time", "k"]): rng.choice(values)})
            elif r == 22: [m.warnings, m.signals, m.inputs, m.outputs, repr(m), m == fx.Diagram()]
            elif r == 23: fx.Study(m, {"rate": fx.uniform(0, 1)}, samples=2, results={"a": rng.choice(["max(x)", "1+", ""])}).run()
            elif r == 24:
                run = m.run(stop_time=0.01, set={rng.choice(names): rng.choice(values)})
                [run.statistics, run.warnings, run.events, [run[name].values for name in run]]
            else:
                s = m.simulator()
                s.start()
                s.inputs[rng.choice(names)] = rng.choice([0, 1, [1, 2]])
                s.step(rng.choice([0.01, 0, -1, 1e-9]))

        refusals = 0
        for _ in range(1000 if PARTLY else 10_000):
            try:
                call(models[0])
            except (fx.ModelError, KeyError, TypeError, ValueError, AttributeError, RuntimeError):
                refusals += 1
        self.assertGreater(refusals, 50)


if __name__ == "__main__":
    unittest.main()
