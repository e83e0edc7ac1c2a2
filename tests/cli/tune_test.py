"""fluxion-cli tune: gains in closed form, what is written, and what is refused."""
import cmath
import json
import math
import unittest

from cli_test import CliTest, block, line


def loop(controller="continuous/pid", plant="[1 1]", **parameters):
    """r - y -> C -> 2/plant -> y."""
    return {"fluxion": 1, "settings": {"StopTime": "5"},
            "blocks": [block(1, "sources/step", "r"), block(2, "math/sum", "error", signs="+-"),
                       block(3, controller, "C", **parameters),
                       block(4, "continuous/transfer_fcn", "G", Numerator="2", Denominator=plant),
                       block(5, "sinks/scope", "Scope")],
            "lines": [line(20, (1, 1), (2, 1)), line(21, (4, 1), (2, 2)), line(22, (2, 1), (3, 1)),
                      line(23, (3, 1), (4, 1)), line(24, (4, 1), (5, 1))]}


class Tune(CliTest):
    def tuned(self, content, *options):
        return json.loads(self.succeed("tune", self.model(content), "--json", "-", *options))

    def test_gains_come_to_crossover_and_margin(self):
        found = self.tuned(loop(), "--kind", "PI", "--crossover", "3", "--phase-margin", "70")
        p, i = found["parameters"]["P"], found["parameters"]["I"]
        at = (p + i / 3j) * 2 / (3j + 1)
        self.assertAlmostEqual(abs(at), 1, places=12)
        self.assertAlmostEqual(180 + math.degrees(cmath.phase(at)), 70, places=9)
        self.assertAlmostEqual(found["tuned"]["crossover"], 3, places=9)
        self.assertTrue(found["tuned"]["stable"])
        same = self.tuned(loop(), "--kind", "PI", "--response-time", "0.66666666666666667", "--phase-margin", "70")
        self.assertAlmostEqual(same["parameters"]["P"], p, places=9)

    def test_the_ideal_form_divides_by_p(self):
        options = ("--kind", "PI", "--crossover", "3")
        parallel = self.tuned(loop(), *options)["parameters"]
        ideal = self.tuned(loop(Form="Ideal"), *options)["parameters"]
        self.assertAlmostEqual(ideal["I"], parallel["I"] / parallel["P"], places=12)

    def test_a_target_is_found(self):
        text = self.succeed("tune", self.model(loop(plant="[1 3 3 1]")))
        self.assertIn("C, PID\n  P = ", text)
        self.assertIn("before: unstable", self.succeed("tune", self.model(loop(plant="[1 3 3 1]", P="9"))))

    def test_the_model_is_written(self):
        path = self.folder / "tuned.flx"
        self.succeed("tune", self.model(loop()), "--kind", "PI", "--crossover", "3", "--out", str(path), "--quiet")
        again = json.loads(self.succeed("tune", str(path), "--json", "-"))
        self.assertEqual(again["controller"], "PI")
        self.assertAlmostEqual(again["before"]["crossover"], 3, places=4)
        self.assertAlmostEqual(again["before"]["phase_margin"], 60, places=3)

    def test_what_is_refused(self):
        model = self.model(loop())
        self.fail_with(1, ["--block D: the model has no block 'D'"], "tune", model, "--block", "D")
        self.fail_with(1, ["G: this is no PID controller"], "tune", model, "--block", "G")
        self.fail_with(1, ["'PDI' is no kind of controller", "it may be PID, PI, PD, P, I"], "tune", model, "--kind", "PDI")
        self.fail_with(1, ["--crossover", "'-1' is no number above 0"], "tune", model, "--crossover", "-1")
        self.fail_with(1, ["--at", "'soon' is no time"], "tune", model, "--at", "soon")
        self.fail_with(1, ["C: at 100 rad/s a phase margin of 60 degrees needs a controller that turns the phase by 59 degrees"],
                       "tune", self.model(loop(plant="[1 1 0]")), "--kind", "PI", "--crossover", "1e2")
        content = loop()
        content["lines"] = content["lines"][:1] + content["lines"][2:]
        self.fail_with(1, ["C: what the controller puts out does not come back"], "tune", self.model(content))
        content = loop()
        content["blocks"].append(block(6, "continuous/pid", "C2"))
        self.fail_with(1, ["the model has several PID controllers", "choose one with --block: C, C2"], "tune", self.model(content))
        self.fail_with(1, ["C2: nothing is connected to its error"], "tune", self.model(content), "--block", "C2")
        content["blocks"] = [each for each in content["blocks"] if "pid" not in each["type"]]
        content["lines"] = []
        self.fail_with(1, ["the model has no PID controller"], "tune", self.model(content))


if __name__ == "__main__":
    unittest.main()
