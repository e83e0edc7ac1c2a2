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


# The one of ../shared/reference/python.md, with a model that has what it names.
def write_van_der_pol(folder):
    m = fx.Model()
    m.variables["mu"] = 1
    m.add("Subsystem", "Plant")
    m.add("Gain", "Plant/Gain", k=2)
    u, y = m.add("Inport", "u"), m.add("Outport", "y")
    x, v, rate, scope = m.add("Integrator", "x", x0=1), m.add("Integrator", "v"), m.add("user_defined/function", "rate"), m.add("Scope", "Scope")
    rate.Script = "function a = f(x, v, u)\na = mu*(1 - x^2)*v - x + u;\n"
    for source, target in ((v, x), (x, rate.input("x")), (v, rate.input("v")), (u, rate.input("u")), (rate, v), (x, m.add("Gain", "Sensor")), ("Sensor", y), (v, scope)):
        m.connect(source, target)
    m.log(x, "x")
    m.log(v, "speed")
    m.save(folder / "van_der_pol.flx")


SKETCH = '''
import fluxion as fx, numpy as np
m = fx.load("van_der_pol.flx")                       # never changes the file
m.parameters["mu"], m["Plant/Gain"].k                # read; m.variables, m.blocks, m.signals list names
r = m.run(mu=3, stop_time=50, rel_tol=1e-8, set={"Plant/Gain.k": "2*pi"})   # GIL released; Ctrl-C ends the run
r.time, r["x"], r["Scope/speed"]                     # numpy, no copy; r.stats.steps, r.messages
assert r.stats.steps == r.statistics["steps"] and r.messages == r.warnings
df = r.to_pandas(); r.plot("x", "y"); r.save("a.flxrun")
A, B, C, D = m.linearize(at=2.0, inputs=["u"], outputs=["y"]);  x0 = m.trim(y=1)
s = m.sweep(mu=np.linspace(.5, 5, 10), seed=range(4), keep=lambda r: r["x"][-1], workers="all")
s.to_xarray()                                        # axes mu, seed;  s.failed lists what did not run, with the reason
with m.start(stop_time=np.inf) as sim:               # stepping, for control loops and RL
    while sim.time < 5: u = -sim["y"]; sim.step(0.5, inputs={"u": u})
d = fx.Diagram(); g = d.add("math/gain", k=2); d.connect(d.add("sources/sine_wave"), g); d.save("new.flx")
print(s.shape, s.failed, x0["u"], round(sim.time, 9))
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

    def test_the_sketch_of_the_interface_runs_as_written(self):
        write_van_der_pol(self.folder)
        before = (self.folder / "van_der_pol.flx").read_bytes()
        self.assertEqual(self.execute(SKETCH), "(10, 4) {} 1.0 5.0\n")
        self.assertEqual((self.folder / "van_der_pol.flx").read_bytes(), before)

    def test_the_examples_of_the_documentation_run(self):
        for page in ("python.md", "studies.md"):
            text = (ROOT / "docs" / page).read_text()
            scripts = re.findall(r"```python\n(.*?)```", text, re.S)
            self.assertGreaterEqual(len(scripts), 1)
            with self.subTest(page=page):
                self.execute("\n".join(scripts))


if __name__ == "__main__":
    unittest.main()
