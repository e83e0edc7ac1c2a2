"""Operating points from Python: closed forms, units, runs that begin there, and what is said where there is none."""
import math
import pickle
import unittest

import numpy as np

import fluxion as fx
from python_test import PythonTest


def pendulum():
    """theta'' = u/m - sin(theta); u and the angle are top-level ports; the state theta is in rad."""
    m = fx.Model()
    m.variables["m"] = 1
    u, angle = m.add("Inport", "u"), m.add("Outport", "angle")
    rate = m.add("Sum", "rate", signs="+-")
    push, weight = m.add("Gain", "push", k="1/m"), m.add("user_defined/fcn", "weight", Expression="sin(u)")
    w, theta = m.add("Integrator", "w"), m.add("Integrator", "theta", InitialCondition=0.1)
    m.connect(u, push)
    m.connect(push, rate.input(1))
    m.connect(weight, rate.input(2))
    m.connect(rate, w)
    m.connect(w, theta)
    m.connect(theta, weight)
    m.connect(theta, angle)
    m.settings["stop_time"] = 5
    return m


class Trimming(PythonTest):
    def test_a_known_output_gives_states_and_inputs(self):
        m = pendulum()
        x0 = m.trim(angle=1)
        self.assertIsInstance(x0, fx.Trim)
        self.assertAlmostEqual(x0.inputs.u, math.sin(1), places=12)
        self.assertAlmostEqual(x0.states["theta.x"], 1, places=9)
        self.assertAlmostEqual(x0["w.x"], 0, places=12)
        self.assertEqual((x0.satisfied, x0.unmet, x0.blocked, x0.undetermined, x0.not_held), (True, [], [], [], []))
        self.assertLess(max(abs(np.array(x0.rates))), 1e-9)
        self.assertGreater(x0.iterations, 0)
        self.assertAlmostEqual(m.trim({"theta.x": 1}).outputs.angle, 1, places=12)
        self.assertIn("u = 0.841", repr(x0))

    def test_variables_hold_for_the_search_only(self):
        m = pendulum()
        self.assertAlmostEqual(m.trim(angle=1, m=2)["u"], 2 * math.sin(1), places=10)
        self.assertAlmostEqual(m.trim(angle=1, set={"push.k": 4})["u"], math.sin(1) / 4, places=10)
        self.assertEqual(m.variables["m"], 1)

    def test_a_run_and_a_search_begin_there(self):
        m = pendulum()
        x0 = m.trim(angle=1)
        run = m.run(start=x0)
        np.testing.assert_allclose(run["angle"].values, 1, atol=1e-9)
        np.testing.assert_allclose(m.run(start=x0.point)["angle"].values, 1, atol=1e-9)
        self.assertAlmostEqual(m.trim(start=x0, known={"u": 0.5})["theta.x"], math.pi / 6, places=9)
        self.assertAlmostEqual(m.run(start=m.run(stop_time=1), stop_time=2).time[0], 1)

    def test_guesses_and_bounds_choose_among_several(self):
        m = pendulum()
        far = m.trim(u=0.5, guess={"theta.x": 2.5})
        self.assertAlmostEqual(far["theta.x"], 5 * math.pi / 6, places=9)
        self.assertAlmostEqual(m.trim(u=0.5, bounds={"theta.x": (2, 4)})["theta.x"], 5 * math.pi / 6, places=8)
        moving = m.trim({"w.x": 1, "u": 0.5}, not_steady=["theta.x"])
        self.assertEqual(moving["w.x"], 1)
        self.assertAlmostEqual(moving.rates["theta.x"], 1, places=12)

    def test_the_linear_model_there(self):
        linear = pendulum().trim(angle=1).linear
        np.testing.assert_allclose(linear.poles(), [1j * math.cos(1) ** 0.5, -1j * math.cos(1) ** 0.5], atol=1e-9)
        np.testing.assert_allclose((linear.u[0], linear.y[0]), (math.sin(1), 1), atol=1e-9)

    def test_signals_inside_are_inputs_and_outputs(self):
        found = pendulum().trim(inputs=["push"], outputs=["weight"], known={"weight": 0.3})
        self.assertEqual(list(found.inputs), ["push"])
        self.assertEqual(found.not_held, ["push"])
        self.assertAlmostEqual(found["theta.x"], math.asin(0.3), places=9)

    def test_values_have_units(self):
        m = fx.Model()
        h = m.add("Integrator", "h")
        m.connect(m.add("Inport", "flow", Unit="m/s"), h)
        m.connect(h, m.add("Outport", "level"))
        found = m.trim({"h.x": 2})
        self.assertEqual((found.inputs.units, found.states.units, found.outputs.units, found.rates.units),
                         ({"flow": "m/s"}, {"h.x": "m"}, {"level": "m"}, {"h.x": "m/s"}))
        self.assertIn("h.x = 2 m", repr(found))
        for group in (found.states, found.inputs, found.outputs, found.rates):
            self.assertIsInstance(group, fx.Values)
        self.assertEqual(found.outputs.level, 2)

    def test_what_cannot_be_is_said(self):
        m = pendulum()
        with self.refused("there is no such operating point near", "begin elsewhere with guess=") as refused:
            m.trim(u=2)
        self.assertEqual(refused.error.diagnostics[0].severity, "error")
        near = m.trim(u=2, check=False)
        self.assertFalse(near.satisfied)
        self.assertIn("dx/dt of w.x", near.unmet[0])
        self.assertIn("not satisfied", repr(near))
        with self.refused("thata.x: there is no state, input or output of this name", "did you mean theta.x?"):
            m.trim({"thata.x": 1})
        with self.refused("angl: there is no state", "did you mean angle?"):
            m.trim(angl=1)
        with self.refused("its bounds are empty"):
            m.trim(bounds={"u": (2, 1)})
        with self.refused("theta: there is no state"):
            m.trim(not_steady=["theta"])
        with self.assertRaisesRegex(KeyError, "there are theta.x, w.x, u, angle|there are w.x, theta.x, u, angle"):
            m.trim(angle=1)["phi"]
        with self.assertRaisesRegex(AttributeError, "there is no 'v'; there are u"):
            m.trim(angle=1).inputs.v

    def test_points_are_pickled(self):
        point = pickle.loads(pickle.dumps(pendulum().trim(angle=1)))
        self.assertAlmostEqual(point.inputs.u, math.sin(1), places=12)
        self.assertAlmostEqual(pendulum().run(start=point)["angle"].values[-1], 1, places=9)


if __name__ == "__main__":
    unittest.main()
