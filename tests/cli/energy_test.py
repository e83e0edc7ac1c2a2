#!/usr/bin/env python3
"""Drives fluxion-cli run with EnergyBalance: what it says, what statistics tell, and the status it ends with."""
import json
import math
import unittest

from cli_test import EXAMPLES, CliTest, block


def joined(number, source, target):
    return {"id": number, "from": [*source, "conserving"], "to": [*target, "conserving"]}


# A body of 1 kg m^2 at a spring of 4 N m/rad, which turns with 1 rad/s at first: w = cos 2t. Euler's method makes it grow.
def swinging(**settings):
    return {
        "fluxion": 1,
        "settings": {"StopTime": "10", **settings},
        "blocks": [
            block(1, "driveline/inertia", "Body", J="1", v0="1"),
            block(2, "driveline/rotational_spring", "Spring", k="4"),
            block(3, "driveline/rotational_reference", "Frame"),
        ],
        "lines": [joined(4, (1, 1), (2, 1)), joined(5, (2, 2), (3, 1))],
    }


EULER = ["--config", "Solver=ode1", "--config", "FixedStep=0.01"]
OFF = r": the energy of the physical networks is off by [-\d.e]+ J at t = [\d.]+: that is [\d.]+ % of what went through them "
REMEDY = "(use smaller tolerances or steps; where that does not help, a component does not conserve energy)"


class EnergyBalance(CliTest):
    def statistics(self, model, *options):
        path = self.folder / "stats.json"
        done = self.run_cli("run", model, "--quiet", "--stats", str(path), *options)
        return done, json.loads(path.read_text())

    def test_without_it_only_what_is_stored_is_told(self):
        done, stats = self.statistics(self.model(swinging()), *EULER)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(set(stats["energy"]), {"stored", "balanced"})
        self.assertFalse(stats["energy"]["balanced"])

    def test_a_warning_lets_the_run_finish(self):
        model = self.model(swinging())
        done, stats = self.statistics(model, *EULER, "--config", "EnergyBalance=warning")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stderr, "warning" + OFF)
        self.assertEqual(done.stderr.count("warning"), 1)
        self.assertIn(REMEDY, done.stderr)
        self.assertEqual(stats["status"], "finished")
        # In each step E grows by a factor 1 + (0.01 w)^2, with w = 2.
        self.assertAlmostEqual(stats["energy"]["largest_imbalance"], (1 + 4e-4)**1000 - 1, delta=1e-5)
        done, _ = self.statistics(model, *EULER, "--config", "EnergyBalance=warning", "--strict")
        self.assertEqual(done.returncode, 1)

    def test_an_error_ends_the_run(self):
        done, stats = self.statistics(self.model(swinging()), *EULER, "--config", "EnergyBalance=error")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, OFF)
        self.assertNotIn("warning", done.stderr)
        self.assertIn(REMEDY, done.stderr)
        self.assertEqual(stats["status"], "failed")
        # At the first step in which a hundredth is passed: ln 1.01/ln 1.0004 = 24.9 steps.
        self.assertAlmostEqual(stats["end_time"], 0.01 * math.ceil(math.log(1.01) / math.log(1.0004)), delta=1e-9)

    def test_a_run_that_is_exact_enough_is_quiet(self):
        done, stats = self.statistics(self.model(swinging(RelTol="1e-8")), "--config", "EnergyBalance=error")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertLess(stats["energy"]["largest_imbalance"], 1e-7)

    def test_a_choice_that_there_is_not(self):
        self.fail_with(1, ["EnergyBalance"], "run", self.model(swinging()), "--config", "EnergyBalance=perhaps")

    # An example at rest for its first seconds, with heat that counts from absolute zero.
    def test_of_an_example(self):
        model = str(EXAMPLES / "electric_car" / "electric_car.flx")
        done, stats = self.statistics(model, "--config", "EnergyBalance=error")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        energy = stats["energy"]
        self.assertLess(energy["largest_imbalance"], 1e-6)
        kept = [sum(d[when] for name, d in energy["stored"].items() if name != "thermal") for when in ("at_start", "at_end")]
        self.assertAlmostEqual(kept[1] - kept[0], energy["supplied"] - energy["dissipated"] - energy["lost_in_events"], delta=0.01)


if __name__ == "__main__":
    unittest.main()
