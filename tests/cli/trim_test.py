"""fluxion-cli trim: closed forms, what is to blame where there is no such point, and what becomes of the points."""
import csv
import json
import math
import unittest

from cli_test import CliTest, block, line


def model(blocks, wires, **settings):
    return {"fluxion": 1, "settings": settings, "blocks": blocks, "lines": [line(20 + k, *wire) for k, wire in enumerate(wires)]}


# x' = u - x^2 - 1, y = x.
def parabola(x0="0.5", **inport):
    return model([block(1, "ports/inport", "u", **inport), block(2, "user_defined/fcn", "rest", Expression="u^2 + 1"),
                  block(3, "math/sum", "rate", signs="+-"), block(4, "continuous/integrator", "x", InitialCondition=x0),
                  block(5, "ports/outport", "y")],
                 [((1, 1), (3, 1)), ((2, 1), (3, 2)), ((3, 1), (4, 1)), ((4, 1), (2, 1)), ((4, 1), (5, 1))], StopTime="5")


# A pendulum: theta' = w, w' = u - sin(theta).
def pendulum():
    return model([block(1, "ports/inport", "u"), block(2, "math/sum", "rate", signs="+-"),
                  block(3, "continuous/integrator", "w"), block(4, "continuous/integrator", "theta", InitialCondition="0.1"),
                  block(5, "user_defined/fcn", "weight", Expression="sin(u)"), block(6, "ports/outport", "angle")],
                 [((1, 1), (2, 1)), ((2, 1), (3, 1)), ((3, 1), (4, 1)), ((4, 1), (5, 1)), ((5, 1), (2, 2)), ((4, 1), (6, 1))],
                 StopTime="5")


class Trim(CliTest):
    def trimmed(self, content, *options):
        """What is printed: numbers by name."""
        text = self.succeed("trim", self.model(content), *options)
        found = {}
        for row in text.splitlines():
            name, equals, rest = row.strip().partition(" = ")
            if equals:
                found[name] = float(rest.split()[0])
        return found

    def saved(self, content, *options):
        path = self.folder / "rest.json"
        self.succeed("trim", self.model(content), "--quiet", "--save", str(path), *options)
        return path

    def rows(self, *options):
        """The run of the model that was written last."""
        rows = list(csv.DictReader(self.succeed("run", str(self.folder / "model.flx"), "--quiet", "--out", "-", *options).splitlines()))
        return [{name: float(value) for name, value in row.items()} for row in rows]

    def test_known_inputs_give_the_states(self):
        found = self.trimmed(parabola(), "--known", "u=5")
        self.assertAlmostEqual(found["x.x"], 2, places=12)
        self.assertAlmostEqual(self.trimmed(pendulum(), "--known", "u=0.5")["theta.x"], math.pi / 6, places=12)

    def test_known_states_and_outputs_give_the_inputs(self):
        self.assertAlmostEqual(self.trimmed(parabola(), "--known", "x.x=3")["u"], 10, places=10)
        self.assertAlmostEqual(self.trimmed(parabola(), "--known", "y=3")["u"], 10, places=9)

    def test_the_guess_and_bounds_choose_among_several(self):
        self.assertAlmostEqual(self.trimmed(parabola(), "--known", "u=5", "--guess", "x.x=-1")["x.x"], -2, places=12)
        self.assertAlmostEqual(self.trimmed(parabola("-1"), "--known", "u=5", "--bounds", "x.x=-inf..0")["x.x"], -2, places=12)

    def test_a_state_that_need_not_rest(self):
        found = self.trimmed(pendulum(), "--not-steady", "theta.x", "--known", "w.x=1", "--known", "u=0.5")
        self.assertEqual(found["w.x"], 1)
        self.assertAlmostEqual(found["theta.x"], math.pi / 6, places=12)

    def test_what_is_to_blame_is_named(self):
        model = self.model(parabola())
        self.fail_with(1, ["there is no such operating point near: dx/dt of x.x is -1, not 0", "begin elsewhere with --guess"],
                       "trim", model, "--known", "u=0")
        self.fail_with(1, ["dx/dt of x.x is -0.25, not 0", "u is at its maximum 3"], "trim", model, "--known", "x.x=1.5", "--bounds", "u=0..3")
        self.fail_with(1, ["y is 2, not 5"], "trim", self.model(parabola("2")), "--known", "x.x=2", "--known", "y=5")
        self.fail_with(1, ["near: dx/dt of w.x is"], "trim", self.model(pendulum()), "--known", "u=2")
        rest = self.folder / "none.json"
        self.fail_with(1, ["no such operating point"], "trim", self.model(parabola()), "--known", "u=0", "--save", str(rest))
        self.assertFalse(rest.exists())

    def test_what_is_left_open_is_named(self):
        text = self.succeed("trim", self.model(parabola()))
        self.assertIn("not determined by the specifications: x.x, u", text)

    def test_names_and_numbers_that_are_wrong(self):
        model = self.model(pendulum())
        self.fail_with(1, ["--known thata.x", "there is no state, input or output of this name", "did you mean theta.x?"],
                       "trim", model, "--known", "thata.x=1")
        self.fail_with(1, ["--not-steady theta", "it may be", "theta.x"], "trim", model, "--not-steady", "theta")
        self.fail_with(1, ["'much' is no number", "write NAME=VALUE"], "trim", model, "--known", "u=much")
        self.fail_with(1, ["'2..1' is no number", "write LOW..HIGH"], "trim", model, "--bounds", "u=2..1")
        self.fail_with(1, ["this is not an assignment"], "trim", model, "--guess", "u")

    def test_a_run_from_there_stays_there(self):
        point = self.saved(pendulum(), "--known", "theta.x=1")
        self.assertAlmostEqual(json.loads(point.read_text())["inputs"]["u"], math.sin(1), places=12)
        for row in self.rows("--from", str(point)):
            self.assertAlmostEqual(row["angle"], 1, places=9)
        # What somebody says of the input counts more.
        self.assertGreater(abs(self.rows("--from", str(point), "--input", "u=0")[-1]["angle"] - 1), 0.1)
        # The run hands the input on.
        later, end = self.folder / "later.json", self.folder / "end.json"
        self.succeed("run", str(self.folder / "model.flx"), "--from", str(point), "--config", "StopTime=1", "--save", str(later), "--quiet")
        self.succeed("run", str(self.folder / "model.flx"), "--from", str(later), "--save", str(end), "--quiet")
        self.assertAlmostEqual(json.loads(end.read_text())["states"][1]["values"][0], 1, places=9)

    def test_the_linear_model_there(self):
        point = self.saved(pendulum(), "--known", "theta.x=1")
        linear = json.loads(self.succeed("linearize", str(self.folder / "model.flx"), "--point", str(point), "--out", "-"))
        self.assertAlmostEqual(linear["A"][0][1], -math.cos(1), places=12)
        self.assertAlmostEqual(max(abs(rate) for rate in linear["rates"]), 0, places=12)

    def test_a_trim_begins_at_another(self):
        point = self.saved(parabola(), "--known", "u=5")
        found = self.trimmed(parabola(), "--point", str(point))
        self.assertAlmostEqual(found["u"], 5, places=9)
        self.assertAlmostEqual(found["x.x"], 2, places=9)

    def test_an_input_that_is_given_a_number_is_held_too(self):
        point = self.saved(parabola("1", ModelInput="2"), "--known", "x.x=2")
        self.assertAlmostEqual(json.loads(point.read_text())["inputs"]["u"], 5, places=10)
        self.assertAlmostEqual(self.rows("--from", str(point))[-1]["y"], 2, places=9)

    def test_an_input_that_is_given_a_formula_is_not(self):
        text = self.succeed("trim", self.model(parabola("1", ModelInput="2 + 0*t")), "--known", "x.x=2")
        self.assertIn("not in the operating point, because the model computes them: u", text)

    def test_points_without_inputs_are_read_as_before(self):
        point = self.saved(pendulum(), "--known", "u=0")
        content = json.loads(point.read_text())
        del content["inputs"]
        point.write_text(json.dumps(content))
        self.assertAlmostEqual(self.rows("--from", str(point))[-1]["angle"], 0, places=9)
        content["inputs"] = {"u": "much"}
        point.write_text(json.dumps(content))
        self.fail_with(1, ["'much' is not a number"], "run", str(self.folder / "model.flx"), "--from", str(point))

    def test_what_is_asked_stays_with_the_model(self):
        kept = self.folder / "kept.flx"
        self.succeed("trim", self.model(parabola()), "--known", "u=5", "--out", str(kept), "--quiet")
        self.assertEqual(json.loads(kept.read_text())["trim"], {"inputs": {"u": {"known": True, "value": 5}}})
        self.assertIn("x.x = 2", self.succeed("trim", str(kept)))
        self.assertIn("x.x = 3", self.succeed("trim", str(kept), "--known", "u=10"))
        self.assertIn("not determined", self.succeed("trim", str(kept), "--plain"))

    def test_a_grid_is_a_table(self):
        content = parabola()
        content["variables"] = [{"id": 90, "name": "gain", "value": "1"}]
        content["blocks"][1]["parameters"]["Expression"] = "gain*u^2 + 1"
        path, out = self.model(content), self.folder / "grid.csv"
        self.succeed("trim", path, "--known", "u=5", "--vary", "gain=1,4", "--table", str(out))
        rows = list(csv.DictReader(out.read_text().splitlines()))
        self.assertEqual([row["gain"] for row in rows], ["1", "4"])
        for row, x in zip(rows, (2, 1)):
            self.assertAlmostEqual(float(row["x.x"]), x, places=8)
            self.assertEqual(row["status"], "trimmed")
        self.fail_with(1, ["operating points that were not found: 1"], "trim", path, "--known", "u=5", "--vary", "gain=1,-1")
        self.fail_with(1, ["gian", "the model has no variable of this name"], "trim", path, "--vary", "gian=1")
        self.fail_with(1, ["--vary", "neither --at, --point nor --save"], "trim", path, "--vary", "gain=1", "--save", "p.json")


if __name__ == "__main__":
    unittest.main()
