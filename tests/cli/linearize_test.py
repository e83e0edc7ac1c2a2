"""fluxion-cli linearize: matrices in every format, marks, points, refusals."""
import csv
import json
import math
import unittest

from cli_test import CliTest, block, line

# x'' = u - x - 0.5 x'.
def oscillator():
    blocks = [block(1, "ports/inport", "u"), block(2, "math/sum", "rate", signs="+--"),
              block(3, "continuous/integrator", "v"), block(4, "continuous/integrator", "x"),
              block(5, "math/gain", "drag", k="0.5"), block(6, "ports/outport", "y")]
    blocks[2]["signals"] = {"1": "speed"}
    wires = [((1, 1), (2, 1)), ((2, 1), (3, 1)), ((3, 1), (4, 1)), ((3, 1), (5, 1)), ((5, 1), (2, 3)),
             ((4, 1), (2, 2)), ((4, 1), (6, 1))]
    return {"fluxion": 1, "blocks": blocks, "lines": [line(10 + k, *wire) for k, wire in enumerate(wires)]}


class Linearize(CliTest):
    def linear(self, *options, content=None):
        model = self.model(content or oscillator())
        return json.loads(self.succeed("linearize", model, "--out", "-", *options))

    def test_matrices_between_the_ports_of_the_model(self):
        model = self.linear()
        self.assertEqual([s["name"] for s in model["states"]], ["v.x", "x.x"])
        self.assertEqual(model["A"], [[-0.5, -1], [1, 0]])
        self.assertEqual(model["B"], [[1], [0]])
        self.assertEqual(model["C"], [[0, 1]])
        self.assertEqual(model["D"], [[0]])
        self.assertEqual(model["inputs"][0]["name"], "u")
        self.assertEqual(model["outputs"][0]["name"], "y")

    def test_signals_by_name_and_by_path(self):
        model = self.linear("--input", "rate", "--output", "speed")
        self.assertEqual(model["C"], [[1, 0]])
        loop = self.linear("--loop-transfer", "drag:1")
        self.assertEqual(loop["A"], [[0, -1], [1, 0]])
        self.assertEqual(loop["B"], [[-1], [0]])
        self.assertEqual(loop["C"], [[0.5, 0]])
        sampled = self.linear("--sample-time", "0.1")
        self.assertEqual(sampled["sample_time"], 0.1)

    def test_marks_that_are_saved_with_the_model(self):
        content = oscillator()
        content["blocks"][4]["analysis_points"] = {"1": "loop transfer"}
        self.assertEqual(self.linear(content=content)["A"], [[0, -1], [1, 0]])
        self.assertEqual(self.linear("--input", "u", "--output", "speed", content=content)["A"], [[-0.5, -1], [1, 0]])

    def test_several_instants_and_formats(self):
        models = self.linear("--at", "0,1,2")
        self.assertEqual([m["time"] for m in models], [0, 1, 2])
        model, out = self.model(oscillator()), self.folder / "lin.csv"
        self.succeed("linearize", model, "--at", "0,1", "--out", str(out), "--quiet")
        rows = list(csv.reader(out.read_text().splitlines()))
        self.assertEqual(rows[0], ["time", "row", "v.x", "x.x", "u"])
        self.assertEqual(rows[1], ["0", "rate of v.x", "-0.5", "-1", "1"])
        out = self.folder / "lin.mat"
        self.succeed("linearize", model, "--out", str(out), "--quiet")
        self.assertTrue(out.read_bytes().startswith(b"MATLAB 5.0"))

    def test_what_is_printed(self):
        text = self.succeed("linearize", self.model(oscillator()))
        for part in ("2 states, 1 input, 1 output", "inputs: u", "outputs: y", "damping 0.25"):
            self.assertIn(part, text)

    def test_a_saved_operating_point(self):
        model, point = self.model(oscillator()), self.folder / "point.json"
        self.succeed("run", model, "--input", "u=1", "--save", str(point), "--quiet")
        linear = json.loads(self.succeed("linearize", model, "--point", str(point), "--out", "-"))
        self.assertEqual(linear["time"], 10)
        self.assertEqual(linear["A"], [[-0.5, -1], [1, 0]])

    def test_where_a_signal_crosses_a_value(self):
        models = self.linear("--input", "u=1", "--when", "x rising 0.5", "--most", "1")
        time = (models[0] if isinstance(models, list) else models)["time"]
        # x'' + x'/2 + x = 1 from rest.
        w = math.sqrt(1 - 0.0625)
        x = 1 - math.exp(-time / 4) * (math.cos(w * time) + 0.25 / w * math.sin(w * time))
        self.assertAlmostEqual(x, 0.5, places=4)
        path = self.model(oscillator())
        self.fail_with(1, ["does not cross this value"], "linearize", path, "--when", "x = 100")
        self.fail_with(1, ["no time and no trigger"], "linearize", path, "--when", "soon")

    def test_estimated_responses_agree_with_the_linear_model(self):
        model = self.model(oscillator())
        asked = ["linearize", model, "--estimate", "--frequencies", "0.3:6", "--count", "4", "--amplitude", "1"]
        for kind in ("sines", "sweep", "noise"):
            response = json.loads(self.succeed(*asked, "--excitation", kind, "--agreement", "1e-5", "--out", "-"))
            self.assertEqual((response["inputs"], response["finished"]), (["u"], True))
            self.assertGreaterEqual(len(response["points"]), 4)
            for point in response["points"]:
                s = 1j * point["frequency"]
                exact = 1 / (s * s + s / 2 + 1)
                self.assertLess(abs(complex(point["real"][0], point["imaginary"][0]) - exact), 1e-4 * abs(exact))
        text = self.succeed(*asked)
        self.assertIn("from u to y, amplitude 1", text)
        self.assertEqual(len([line for line in text.splitlines() if line.startswith("  ")]), 5)
        for ending in ("csv", "mat"):
            out = self.folder / f"response.{ending}"
            self.succeed(*asked, "--quiet", "--out", str(out))
            self.assertGreater(out.stat().st_size, 200)
        self.fail_with(1, ["an amplitude of 0 excites nothing"], *asked[:-1], "0")
        self.fail_with(1, ["'fast' is no range and no list"], "linearize", model, "--estimate", "--frequencies", "fast")

    def test_another_sample_time(self):
        # s = 2/T (z - 1)/(z + 1) of 1/(s^2 + s/2 + 1) at z = 1 is 1, and at z = -1 it is 0.
        for method in ("zoh", "tustin", "matched"):
            model = self.linear("--sample-time", "0.3", "--rate-conversion", method)
            self.assertEqual(model["sample_time"], 0.3)
            self.assertEqual(len(model["A"]), 2)
            (a, b), (c, d) = model["A"]
            (e,), (f,) = model["B"]
            (g, h), (k,) = model["C"][0], model["D"][0]
            det = (1 - a) * (1 - d) - b * c
            self.assertAlmostEqual((g * ((1 - d) * e + b * f) + h * (c * e + (1 - a) * f)) / det + k, 1, places=9)
        self.fail_with(1, ["write zoh, tustin or matched"], "linearize", self.model(oscillator()), "--sample-time", "1",
                       "--rate-conversion", "euler")
        self.fail_with(1, ["the sample time is missing"], "linearize", self.model(oscillator()), "--rate-conversion", "zoh")

    def test_refusals(self):
        model = self.model(oscillator())
        self.fail_with(1, ["sped", "did you mean speed?"], "linearize", model, "--output", "sped")
        self.fail_with(1, ["'soon' is no list of times"], "linearize", model, "--at", "soon")
        self.fail_with(1, ["t = -1 is before the run, which starts at 0"], "linearize", model, "--at", "-1")
        self.fail_with(1, ["lin.txt", "ends in .mat, .json or .csv"], "linearize", model, "--out", "lin.txt", "--quiet")
        self.fail_with(1, ["the model has no sample times"], "linearize", model, "--sample-time", "0")


if __name__ == "__main__":
    unittest.main()
