"""Runs scripts as people write them: the ones that the interface was designed by, and those in the documentation."""
import os
import re
import subprocess
import sys
import unittest

import fluxion as fx
from python_test import PythonTest, ROOT


# A clutch that has what the script names.
def write_clutch(folder):
    m = fx.Model()
    u, y = m.add("Inport", "u"), m.add("Outport", "y")
    m.add("Subsystem", "Mode")
    m.add("math/gain", "Mode/Threshold", k=0.5)
    speed, drag, torque = m.add("Integrator", "Speed"), m.add("Gain", "Drag", k="mu*R"), m.add("Sum", "Torque", signs="++-")
    source, scope = m.add("Constant", "Engine", Value=1), m.add("Scope", "Speeds")
    m.variables["mu"], m.variables["R"] = 1, 0.25
    m.connect(source, torque.input(1))
    m.connect(u, torque.input(2))
    m.connect(drag, torque.input(3))
    m.connect(torque, speed)
    m.connect(speed, drag)
    m.connect(speed, m.add("Gain", "Sensor"))
    m.connect("Sensor", y)
    m.connect(speed, scope)
    m.log(speed, "we")
    m.save(folder / "clutch.flx")


SCRIPT = '''
import fluxion as fx
m = fx.load("clutch.flx")
m.variables["mu"] = 1.2
m["Mode/Threshold"].k = 0.9
run = m.run(stop_time=10, solver="ode45", rel_tol=1e-6)
w = run["Speeds/we"]
w.time, w.values, w.unit; run.to_pandas(), run.to_xarray(), run.plot()
run.statistics, run.events, run.warnings
sys = m.linearize("u", "y", at=5.0)
sys.A, sys.B, sys.C, sys.D, sys.poles()

d = fx.Model(); i = d.add("continuous/integrator", x0=1); g = d.add("math/gain", k=-2)
d.connect(i, g); d.connect(g, i); d.log(i.out, "x"); d.arrange(); d.save("decay.flx")

s = m.simulator(); s.start(); s.inputs["u"] = 0.3; s.step(0.01); s.outputs["y"]; p = s.save(); s.restore(p)

study = fx.Study(m, {"mu": fx.uniform(0.8, 1.2), "R": [0.2, 0.3]}, samples=1000, results={"peak": "max(we)"})
table = study.run()
print(len(table["peak"]), len(table.failed))
'''


class Scripts(PythonTest):
    def execute(self, script):
        environment = dict(os.environ, MPLBACKEND="Agg")
        done = subprocess.run([sys.executable, "-c", script], cwd=self.folder, env=environment, capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_the_script_of_the_design_runs_as_written(self):
        write_clutch(self.folder)
        self.assertEqual(self.execute(SCRIPT), "1000 0\n")

    def test_the_examples_of_the_documentation_run(self):
        for page in ("python.md", "studies.md"):
            text = (ROOT / "docs" / page).read_text()
            scripts = re.findall(r"```python\n(.*?)```", text, re.S)
            self.assertGreaterEqual(len(scripts), 1)
            with self.subTest(page=page):
                self.execute("\n".join(scripts))


if __name__ == "__main__":
    unittest.main()
