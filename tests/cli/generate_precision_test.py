"""Drives fluxion-cli generate --precision float: near a run in double precision, or refused with a reason."""
import json
import subprocess
import unittest

from cli_test import EXAMPLES, line
from generating import Generate, built, sampled

# Steps, and how far a column may be off, of its greatest size or of 1. Where equations magnify differences, a bound for all of
# their run would say nothing: chaotic examples are not here.
NEAR = {"aircraft_trim": (0.01, 2e-6), "algebraic_loop": (None, 2e-6), "am_receiver": (None, 5e-5), "anti_windup": (None, 1e-3), "bouncing_ball": (0.01, 1e-6),
        "brusselator": (0.01, 5e-6), "cascade_control": (0.0001, 2e-6), "clutch": (0.01, 1e-6), "cruise_control": (None, 2e-6),
        "damped_pendulum": (None, 2e-6), "dc_motors": (None, 1e-6), "fitzhugh_nagumo": (0.02, 5e-6),
        "glucose_minimal_model": (None, 1e-6), "heat_conduction": (1, 1e-6), "hodgkin_huxley": (0.01, 5e-5),
        "inverted_pendulum": (None, 1e-6), "kalman_tracker": (None, 2e-6), "kepler_orbit": (None, 2e-6), "median_filter": (None, 5e-6),
        "motor_constants": (0.002, 1e-5), "multirate_filter": (None, 5e-5), "phase_locked_loop": (0.001, 1e-5),
        "sampled_pid": (None, 1e-6), "sigma_delta_modulator": (None, 2e-6), "stirred_tank_reactor": (0.005, 5e-3),
        "thermostat": (0.05, 1e-6), "van_der_pol": (None, 5e-6)}


class Precision(Generate):
    def refused(self, model, *options):
        done = self.run_cli("generate", str(model), "--out", str(self.folder / "none"), "--precision", "float", "--config",
                            "Solver=ode4", *options)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertFalse((self.folder / "none").exists())
        return done.stderr

    def model(self, kind, **parameters):
        blocks = [{"id": 1, "type": "sources/sine_wave", "name": "In"}, {"id": 2, "type": kind, "name": "Tested", "parameters": parameters},
                  {"id": 3, "type": "sinks/scope", "name": "y"}]
        path = self.folder / "model.flx"
        path.write_text(json.dumps({"fluxion": 1, "settings": {"StopTime": "1"}, "blocks": blocks,
                                    "lines": [line(4, (1, 1), (2, 1)), line(5, (2, 1), (3, 1))]}))
        return path

    def test_examples_are_near(self):
        for name in sampled(NEAR):
            step, bound = NEAR[name]
            options = ["--config", "Solver=ode4", *(["--config", f"FixedStep={step}"] if step else [])]
            model = EXAMPLES / name / f"{name}.flx"
            with self.subTest(name):
                folder = self.generate(model, *options, "--precision", "float", name=name)
                self.succeed("run", str(model), "--out", str(folder / "expected.csv"), "--quiet", *options)
                subprocess.run([built(folder), folder / "written.csv"], check=True)
                self.assert_near(folder / "expected.csv", folder / "written.csv", bound)

    # A state that changes by less than its last digit in each step goes on all the same: 1 + 2^-30 a step.
    def test_small_steps_add_up(self):
        model = self.model("continuous/integrator", InitialCondition="1")
        text = json.loads(model.read_text())
        text["blocks"][0] = {"id": 1, "type": "sources/constant", "name": "In", "parameters": {"Value": "2^-20"}}
        text["settings"]["StopTime"] = "100"
        model.write_text(json.dumps(text))
        folder = self.generate(model, "--precision", "float", "--config", "Solver=ode1", "--config", "FixedStep=2^-10")
        subprocess.run([built(folder), folder / "written.csv"], check=True)
        last = (folder / "written.csv").read_text().splitlines()[-1].split(",")
        self.assertAlmostEqual(float(last[1]), 1 + 100 * 2**-20, delta=1.2e-7)

    # Sample hits are where they are in double precision, however long the run: a float of the time would miss them.
    def test_instants_are_doubles(self):
        model = self.model("discrete/zero_order_hold", SampleTime="0.1")
        folder = self.generate(model, "--precision", "float", "--config", "Solver=ode1", "--config", "FixedStep=0.01", "--config",
                               "StopTime=400")
        self.succeed("run", str(model), "--out", str(folder / "expected.csv"), "--quiet", "--config", "Solver=ode1", "--config",
                     "FixedStep=0.01", "--config", "StopTime=400")
        subprocess.run([built(folder), folder / "written.csv"], check=True)
        times = [[row.split(",")[0] for row in (folder / name).read_text().splitlines()] for name in ("expected.csv", "written.csv")]
        self.assertEqual(*times)
        self.assert_near(folder / "expected.csv", folder / "written.csv", 2e-4)  # sin(t) of a t rounded to 2^-13

    def test_half_as_large(self):
        model = EXAMPLES / "heat_conduction" / "heat_conduction.flx"
        texts = [(self.generate(model, "--config", "Solver=ode4", "--precision", p, name=p) / "model.h").read_text()
                 for p in ("double", "float")]
        self.assertIn("double x[", texts[0])
        self.assertNotIn("float", texts[0])
        self.assertIn("float x[", texts[1])
        self.assertIn("double time;", texts[1])

    def test_what_needs_double_precision_is_refused(self):
        def example(name): return EXAMPLES / name / f"{name}.flx"
        self.assertIn("Projection: the projection iterates to tolerances that single precision does not reach",
                      self.refused(example("cartesian_pendulum")))
        self.assertIn("Gestation: it reads the past of a signal", self.refused(example("delayed_predator_prey")))
        self.assertIn("the network of Supply", self.refused(example("buck_converter")))
        self.assertIn("Solver: ode14x iterates", self.refused(example("damped_pendulum"), "--config", "Solver=ode14x"))
        self.assertIn("Precision: the interface of shared libraries", self.refused(example("damped_pendulum"), "--target", "shared"))
        self.assertIn("Tested: its number 1e+200 is not one of single precision", self.refused(self.model("math/gain", k="1e200")))
        self.assertIn("integers of more bits", self.refused(self.model("attributes/data_type_conversion", OutDataTypeStr="int32",
                                                                      SaturateOnIntegerOverflow="on")))
        self.assertIn("integers of more bits", self.refused(self.model("attributes/data_type_conversion", OutDataTypeStr="int32")))

    def test_16_bits_are_exact(self):
        model = self.model("attributes/data_type_conversion", OutDataTypeStr="int16")
        text = json.loads(model.read_text())
        text["blocks"][0]["parameters"] = {"Amplitude": "30000", "Frequency": "7"}
        model.write_text(json.dumps(text))
        folder = self.generate(model, "--precision", "float", "--config", "Solver=ode4")
        self.succeed("run", str(model), "--out", str(folder / "expected.csv"), "--quiet", "--config", "Solver=ode4")
        subprocess.run([built(folder), folder / "written.csv"], check=True)
        # A value near a whole number may be rounded to its neighbor.
        self.assert_near(folder / "expected.csv", folder / "written.csv", 1.01 / 25000)

    def test_an_unknown_precision(self):
        done = self.run_cli("generate", str(EXAMPLES / "clutch" / "clutch.flx"), "--out", str(self.folder / "x"), "--precision", "half")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--precision half: there is no such precision (choose double or float)", done.stderr)


if __name__ == "__main__":
    unittest.main()
