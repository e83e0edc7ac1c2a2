"""fluxion-cli optimize: values with which goals are kept, what is written, and what is refused."""
import json
import math
import unittest

from cli_test import EXAMPLES, CliTest, block, line

# exp(-pi d / sqrt(1 - d^2)) = 5 %
FIVE_PERCENT = -math.log(0.05) / math.hypot(math.pi, math.log(0.05))
OVERSHOOT = "y: overshoot <= 5 initial 0 final 1"
RISE = "minimize y: rise time initial 0 final 1"


# y'' + 2 d y' + y = 1
def second_order(damping="0.3", **more):
    return {"fluxion": 1, "settings": {"StopTime": "20"}, "variables": [{"id": 30, "name": "d", "value": damping}],
            "blocks": [block(1, "sources/constant", "one"), block(2, "math/sum", "force", signs="+--"),
                       block(3, "continuous/integrator", "speed"), block(4, "continuous/integrator", "position"),
                       block(5, "math/gain", "damper", k="2*d"), block(6, "ports/outport", "y")],
            "lines": [line(20, (1, 1), (2, 1)), line(21, (5, 1), (2, 2)), line(22, (4, 1), (2, 3)), line(23, (2, 1), (3, 1)),
                      line(24, (3, 1), (4, 1)), line(25, (3, 1), (5, 1)), line(26, (4, 1), (6, 1))], **more}


class Optimize(CliTest):
    def test_goals_are_kept(self):
        found = json.loads(self.succeed("optimize", self.model(second_order()), "--parameter", "d=0.05..2",
                                        "--goal", OVERSHOOT, "--goal", RISE, "--json", "-"))
        self.assertAlmostEqual(found["parameters"][0]["value"], FIVE_PERCENT, places=4)
        self.assertEqual(found["parameters"][0]["start"], 0.3)
        self.assertTrue(found["all_kept"] and found["converged"])
        self.assertAlmostEqual(found["goals"][0]["value"], 5, places=3)
        self.assertAlmostEqual(found["cost"], found["goals"][1]["value"])
        self.assertLess(found["steps"][-1]["violation"], 1e-4)
        self.assertEqual(found["failed_runs"], 0)

    def test_the_model_is_written_with_its_goals(self):
        path = self.folder / "tuned.flx"
        text = self.succeed("optimize", self.model(second_order()), "--parameter", "d=0.05..0.3..2", "--goal", OVERSHOOT,
                            "--goal", RISE, "--out", str(path))
        self.assertIn("all goals are kept", text)
        self.assertIn("d = 0.6901", text)
        model = json.loads(path.read_text())
        self.assertAlmostEqual(float(model["variables"][0]["value"]), FIVE_PERCENT, places=4)
        self.assertEqual(model["optimization"]["goals"], [OVERSHOOT, RISE])
        self.assertEqual(model["optimization"]["parameters"][0]["name"], "d")
        # From the file alone, and begun where it already is.
        self.assertIn("d = 0.6901", self.succeed("optimize", str(path)))

    def test_what_is_not_kept_is_said(self):
        done = self.fail_with(1, ["y: rise time <= 1 initial 0 final 1 is not kept: it is ", " s too much"], "optimize",
                              self.model(second_order("1")), "--parameter", "d=0.05..2", "--goal", OVERSHOOT,
                              "--goal", "y: rise time <= 1 initial 0 final 1")
        self.assertIn("not all goals are kept", done.stdout)
        done = self.run_cli("optimize", self.model(second_order("1")), "--parameter", "d=0.8..2", "--goal", RISE)
        self.assertEqual(done.returncode, 0)
        self.assertIn("d is at its bound, 0.8", done.stderr)
        done = self.run_cli("optimize", self.model(second_order("1")), "--parameter", "d", "--goal", RISE, "--runs", "4")
        self.assertIn("the search has not ended after 4 runs", done.stderr)

    def test_what_is_refused(self):
        model = self.model(second_order())
        self.fail_with(1, ["there is no parameter to vary"], "optimize", model, "--goal", RISE)
        self.fail_with(1, ["there is no goal"], "optimize", model, "--parameter", "d")
        self.fail_with(1, ["--parameter d", "'much' is no number and no range"], "optimize", model, "--goal", RISE,
                       "--parameter", "d=much")
        self.fail_with(1, ["z: maximum <= 1: 'z': no signal of this name is recorded"], "optimize", model, "--parameter", "d",
                       "--goal", "z: maximum <= 1")
        self.fail_with(1, ["begins with no quantity", "did you mean overshoot"], "optimize", model, "--parameter", "d",
                       "--goal", "y: overshot <= 1")
        self.fail_with(1, ["case d = 2", "the search varies it"], "optimize", model, "--parameter", "d", "--goal", RISE,
                       "--case", "d = 2")
        self.fail_with(1, ["--runs", "'0' is no whole number"], "optimize", model, "--parameter", "d", "--goal", RISE,
                       "--runs", "0")
        broken = self.model(second_order(optimization={"goals": ["y: overshoot"], "parameters": [{"name": "d"}]}))
        self.fail_with(1, ["optimization: warning: goal 'y: overshoot': there is no limit"], "optimize", broken)

    def test_the_example(self):
        found = json.loads(self.succeed("optimize", str(EXAMPLES / "servo_gains/servo_gains.flx"), "--json", "-"))
        self.assertTrue(found["all_kept"])
        self.assertAlmostEqual(found["goals"][2]["value"], 6, places=3)


if __name__ == "__main__":
    unittest.main()
