"""fluxion-cli estimate: values that made a table are found again, and what is refused."""
import json
import math
import unittest

from cli_test import CliTest, block, line


# w' = (u - w)/T, recorded as w.
def lag(time_constant="0.5", gain="1"):
    return {"fluxion": 1, "settings": {"StopTime": "5"},
            "variables": [{"id": 30, "name": "T", "value": time_constant}, {"id": 31, "name": "K", "value": gain}],
            "blocks": [block(1, "ports/inport", "u"), block(2, "math/sum", "error", signs="+-"),
                       block(3, "math/gain", "rate", k="1/T"), block(4, "continuous/integrator", "w"),
                       block(5, "math/gain", "sensor", k="K"), block(6, "ports/outport", "y")],
            "lines": [line(20, (1, 1), (2, 1)), line(21, (4, 1), (2, 2)), line(22, (2, 1), (3, 1)), line(23, (3, 1), (4, 1)),
                      line(24, (4, 1), (5, 1)), line(25, (5, 1), (6, 1))]}


class Estimate(CliTest):
    def table(self, rows, title="time,u,y"):
        path = self.folder / "measured.csv"
        path.write_text(title + "\n" + "\n".join(",".join(repr(each) for each in row) for row in rows) + "\n")
        return str(path)

    def measured(self, time_constant=2.0, gain=3.0, noise=0.0):
        return self.table([(0.1 * k, 1.0, gain * (1 - math.exp(-0.1 * k / time_constant)) + (noise if k % 2 else -noise))
                           for k in range(51)])

    def test_values_are_found_again(self):
        found = json.loads(self.succeed("estimate", self.model(lag()), "--data", self.measured(noise=1e-3), "--parameter", "T=0.1..10",
                                        "--parameter", "K", "--json", "-"))
        values = {each["name"]: each for each in found["parameters"]}
        self.assertAlmostEqual(values["T"]["value"], 2, places=2)
        self.assertAlmostEqual(values["K"]["value"], 3, places=2)
        self.assertLess(values["T"]["interval"][0], 2)
        self.assertGreater(values["T"]["interval"][1], 2)
        self.assertEqual(found["degrees_of_freedom"], 49)
        self.assertEqual(found["derivatives"], "exact")
        self.assertGreater(found["fits"][0]["fit_percent"], 99)

    def test_a_kept_run_is_an_experiment(self):
        run, model = self.folder / "kept.flxrun", self.model(lag())
        self.succeed("run", model, "--set", "T=2", "--set", "K=3", "--input", "u=1", "--out", str(run))
        found = json.loads(self.succeed("estimate", model, "--input", "u=1", "--data", str(run), "--parameter", "T=0.1..10",
                                        "--parameter", "K", "--json", "-"))
        self.assertAlmostEqual(found["parameters"][0]["value"], 2, places=2)
        self.assertAlmostEqual(found["parameters"][1]["value"], 3, places=2)
        run.write_text("not a run")
        self.fail_with(1, ["kept.flxrun"], "estimate", model, "--data", str(run), "--parameter", "T")

    def test_the_model_is_written(self):
        path = self.folder / "fitted.flx"
        text = self.succeed("estimate", self.model(lag()), "--data", self.measured(), "--parameter", "T=0.1..1..10",
                            "--parameter", "K=2", "--out", str(path))
        self.assertIn("T = 2", text)
        self.assertIn("runs, exact derivatives", text)
        variables = {each["name"]: float(each["value"]) for each in json.loads(path.read_text())["variables"]}
        self.assertAlmostEqual(variables["T"], 2, places=4)
        self.assertAlmostEqual(variables["K"], 3, places=4)

    def test_differences_say_why(self):
        model = lag()
        model["blocks"].append(block(7, "continuous/transport_delay", "late", DelayTime="0.3"))
        model["lines"][-1:] = [line(25, (5, 1), (7, 1)), line(26, (7, 1), (6, 1))]
        data = self.table([(0.1 * k, 1.0, 3 * (1 - math.exp(-max(0.0, 0.1 * k - 0.3) / 2))) for k in range(51)])
        arguments = ("estimate", self.model(model), "--data", data, "--parameter", "T=0.1..10", "--parameter", "K")
        process = self.run_cli(*arguments)
        self.assertIn("derivatives by differences", process.stdout)
        self.assertIn("derivatives along the parameters are differences of runs: late reads the past of a signal", process.stderr)
        self.assertIn("T = 2", process.stdout)

    def test_what_is_refused(self):
        model, data = self.model(lag()), self.measured()
        self.fail_with(1, ["there is no parameter to estimate"], "estimate", model, "--data", data)
        self.fail_with(1, ["there is no experiment"], "estimate", model, "--parameter", "T")
        self.fail_with(1, ["--parameter T", "'much' is no number and no range"], "estimate", model, "--data", data, "--parameter", "T=much")
        self.fail_with(1, ["Tau"], "estimate", model, "--data", data, "--parameter", "Tau")
        self.fail_with(1, ["column y, row 2", "there is no number"], "estimate", model, "--parameter", "T",
                       "--data", self.table([(0.0, 1.0, 0.0), (1.0, 1.0, math.nan)]))
        self.fail_with(1, ["no column has the name of a signal"], "estimate", model, "--parameter", "T",
                       "--data", self.table([(0.0, 1.0), (1.0, 1.0)], "time,z"))


if __name__ == "__main__":
    unittest.main()
