"""Linear models from Python: matrices, frequency responses and margins, with delays and sample times."""
import pickle
import unittest

import numpy as np

import fluxion as fx
from python_test import PythonTest


def loop(*blocks):
    """An Inport, blocks one behind the other, an Outport."""
    m = fx.Model()
    chain = [m.add("Inport", "u"), *(m.add(type, **parameters) for type, parameters in blocks), m.add("Outport", "y")]
    for source, target in zip(chain, chain[1:]):
        m.connect(source, target)
    return m


class Linear(PythonTest):
    def test_margins_are_those_of_the_closed_form(self):
        # 4/(s + 1)^3: phase -180 degrees at w = sqrt(3), where |L| = 1/2.
        linear = loop(("Transfer Fcn", {"Numerator": "4", "Denominator": "poly([-1 -1 -1])"})).linearize()
        margins = linear.margins()
        self.assertIsInstance(margins, fx.Margins)
        np.testing.assert_allclose(margins.gain, [(2, 3 ** 0.5)], rtol=1e-6)
        w = (4 ** (2 / 3) - 1) ** 0.5
        np.testing.assert_allclose(margins.phase, [(180 - 3 * np.degrees(np.arctan(w)), w)], rtol=1e-6)
        np.testing.assert_allclose(margins.delay, [(np.radians(margins.phase[0][0]) / w, w)], rtol=1e-6)
        self.assertTrue(margins.stable)
        self.assertGreater(margins.largest_sensitivity, 1)
        self.assertTrue(0 < margins.disk < 2)
        self.assertIn("stable True", repr(margins))
        self.assertFalse(linear.margins(positive=True).stable)  # 4 > 1 at w = 0

    def test_bode_has_no_jumps_of_phase(self):
        linear = loop(("Transfer Fcn", {"Numerator": "4", "Denominator": "poly([-1 -1 -1])"})).linearize()
        omega, magnitude, phase = linear.bode([0.1, 1, 100])
        np.testing.assert_allclose(magnitude[:, 0, 0], 4 / (1 + omega ** 2) ** 1.5, rtol=1e-9)
        np.testing.assert_allclose(phase[:, 0, 0], -3 * np.degrees(np.arctan(omega)), rtol=1e-9)
        chosen = linear.bode()[0]
        self.assertTrue(chosen[0] < 1 < chosen[-1] and (np.diff(chosen) > 0).all())

    def test_delays_are_in_the_response(self):
        linear = loop(("Transport Delay", {"DelayTime": 0.5}), ("Gain", {"k": 2})).linearize()
        self.assertEqual(linear.delays, [0.5])
        np.testing.assert_allclose(linear.response([1.0, 3.0]).ravel(), [2 * np.exp(-0.5j), 2 * np.exp(-1.5j)])
        self.assertEqual(linear.notes, [])

    def test_a_sampled_model_is_one_in_z(self):
        m = loop(("Unit Delay", {"SampleTime": 0.1}))
        linear = m.linearize(sample_time=0)
        self.assertEqual(linear.sample_time, 0.1)
        np.testing.assert_allclose(linear.response(2.0).ravel(), [np.exp(-0.2j)])
        with self.assertWarnsRegex(UserWarning, "sample_time=0"):
            m.linearize()

    def test_what_cannot_be_is_said(self):
        m = loop(("Gain", {}))
        m.connect(m["u"], m.add("Outport", "z"))
        with self.assertRaisesRegex(ValueError, "one input and one output, not of 1 and 2"):
            m.linearize().margins()
        with self.assertRaisesRegex(fx.ModelError, "t = -1 is before the run, which starts at 0"):
            m.linearize(at=-1)
        m.settings["StartTime"] = 5
        self.assertEqual(m.linearize("u", "y").D.tolist(), [[1]])
        m.settings["StartTime"] = 0
        copy = pickle.loads(pickle.dumps(m.linearize("u", "y")))
        self.assertEqual(copy.D.tolist(), [[1]])
        with self.assertRaisesRegex(ValueError, "unpickled"):
            copy.response(1)


if __name__ == "__main__":
    unittest.main()
