"""Drives fluxion-cli generate on algebraic loops, above all those whose equations switch: the code gives what a run gives."""
import random
import subprocess
import unittest

from cli_test import block, line
from generate_test import loop_model, together
from generating import Generate, built

FLAGS = ("-O0",)


# z = drive - A z - B phi(C z), where the functions phi switch: unique solutions where A is monotone and B = C',
# or A = 0 and |B| |C| < 1.
def random_loop(choose, **settings):
    size, pieces, contracts = choose.randint(1, 4), choose.randint(1, 4), choose.random() < 0.5
    c = [[choose.gauss(0, 1) for _ in range(size)] for _ in range(pieces)]
    b = [[c[k][j] for k in range(pieces)] for j in range(size)]
    a = [[0.0] * size for _ in range(size)]
    if contracts:
        shrink = choose.uniform(0.3, 0.95) / sum(v * v for row in c for v in row)
        b = [[shrink * v for v in row] for row in b]
    else:
        for i in range(size):
            a[i][i] = choose.uniform(0, 2)
            for j in range(i):
                a[i][j] = choose.gauss(0, 2)
                a[j][i] = -a[i][j]
    blocks = [block(1, "sources/sine_wave", "Drive", Amplitude=f"linspace(1, {choose.uniform(1, 5):.3g}, {size})'", Frequency="2"),
              block(2, "math/sum", "Sum", signs="+--"), block(3, "math/gain", "A", k=matrix(a), Multiplication="matrix K*u"),
              block(4, "math/gain", "C", k=matrix(c), Multiplication="matrix K*u"), block(5, "routing/demux", "Split", Outputs=str(pieces)),
              block(6, "routing/mux", "Join", Inputs=str(pieces)), block(7, "math/gain", "B", k=matrix(b), Multiplication="matrix K*u"),
              block(8, "continuous/integrator", "Total", InitialCondition=f"zeros({size}, 1)"), block(9, "sinks/scope", "Loop"),
              block(10, "sinks/scope", "Totals")]
    lines = [line(30, (1, 1), (2, 1)), line(31, (3, 1), (2, 2)), line(32, (7, 1), (2, 3)), line(33, (2, 1), (3, 1)), line(34, (2, 1), (4, 1)),
             line(35, (4, 1), (5, 1)), line(36, (6, 1), (7, 1)), line(37, (2, 1), (8, 1)), line(38, (2, 1), (9, 1)), line(39, (8, 1), (10, 1))]
    for k in range(pieces):
        low = choose.gauss(0, 1)
        kind, parameters = choose.choice(
            [("discontinuities/saturation", {"lower": f"{low}", "upper": f"{low + choose.uniform(0.01, 3)}"}),
             ("discontinuities/dead_zone", {"LowerValue": f"{low}", "UpperValue": f"{low + choose.uniform(0.01, 3)}"}),
             ("user_defined/function", {"script": f"function y = f(u)\nif u > {low}\n y = {low} + 0.2*(u - {low})\nelse\n y = u\nend\nend\n"})]
            + [("math/abs", {})] * contracts)
        if kind != "user_defined/function" and choose.random() < 0.3:
            parameters["ZeroCross"] = "off"
        blocks.append(block(100 + k, kind, f"Piece {k}", **parameters))
        lines += [line(200 + 2 * k, (5, k + 1), (100 + k, 1)), line(201 + 2 * k, (100 + k, 1), (6, k + 1))]
    return {"fluxion": 1, "settings": {"StopTime": "3", "Solver": "ode4", "FixedStep": "0.05", "AlgebraicLoopMsg": "none", **settings},
            "blocks": blocks, "lines": lines}


def matrix(rows):
    return "[" + "; ".join(" ".join(f"{v:.17g}" for v in row) for row in rows) + "]"


def switching_loop(kind, gain, drive="sources/sine_wave", source=None, **parameters):
    """y = drive + gain f(y)"""
    content = loop_model("u", StopTime="3")
    content["blocks"][0] = block(1, drive, "Drive", **(source or {"Frequency": "3"}))
    content["blocks"][2] = block(3, kind, "Switching", **parameters)
    content["blocks"].append(block(7, "math/gain", "Gain", k=str(gain)))
    content["lines"][1] = line(11, (7, 1), (2, 2))
    content["lines"].append(line(17, (3, 1), (7, 1)))
    return content


class SwitchingLoops(Generate):
    def test_random_loops(self):
        for seed, method in enumerate(("Auto", "TrustRegion", "LineSearch")):
            with self.subTest(method):
                choose = random.Random(seed)
                loops = [random_loop(choose, AlgebraicLoopSolver=method) for _ in range(4)]
                folder = self.check_equal(self.model(together(loops)), flags=FLAGS)
                self.assertIn("solve_any_piece", (folder / "model.c").read_text())

    # A relay keeps its side; a quantizer is not located; compared with zero, y jumps.
    def test_blocks_that_switch(self):
        loops = [switching_loop(kind, gain, **parameters)
                 for kind, gain, parameters in (("discontinuities/relay", -0.5, {"OnSwitchValue": "0.2", "OffSwitchValue": "-0.2"}),
                                                ("discontinuities/quantizer", 0.3, {}), ("math/abs", -0.9, {}), ("math/sign", 0.4, {}))]
        self.check_equal(self.model(together(loops)), flags=FLAGS)

    # It reads nothing that changes between events.
    def test_a_loop_that_is_held(self):
        for kind, source in (("sources/constant", {"Value": "0.7"}), ("sources/step", {"StepTime": "1.02"})):
            with self.subTest(kind):
                self.check_equal(self.model(switching_loop("discontinuities/saturation", -3, drive=kind, source=source, upper="0.15")),
                                 flags=FLAGS)

    def test_implicit_methods(self):
        content = switching_loop("discontinuities/saturation", -3, lower="-0.2", upper="0.1")
        content["settings"]["Solver"] = "ode14x"
        self.check_equal(self.model(content), flags=FLAGS)

    # Around the guess, 0, the root is not a number: Newton's method has nothing to begin with.
    def test_a_search_over_all_numbers(self):
        content = loop_model("u - (u - 5)^(1/3)", StopTime="1")
        folder = self.check_equal(self.model(content), flags=FLAGS)
        self.assertIn("search_scalar", (folder / "model.c").read_text())

    # y^3 = 0, where the slope is 0, too; and 0 y = 0, which no y satisfies more than another.
    def test_a_solution_without_a_slope(self):
        for expression, status in (("u - u^3", 0), ("u + 0*u*u", 1)):
            content = loop_model(expression, StopTime="1")
            content["blocks"][0] = block(1, "sources/constant", "Drive", Value="0")
            with self.subTest(expression):
                model = self.model(content)
                run = self.run_cli("run", model, "--out", str(self.folder / "expected.csv"), "--quiet")
                ran = subprocess.run([built(self.generate(model), flags=FLAGS), self.folder / "written.csv"], capture_output=True, check=False)
                self.assertEqual((run.returncode, ran.returncode), (status, status), run.stderr)

    # y = 0.5 - (y > 0)
    def test_a_loop_without_a_solution_ends_the_run(self):
        model = self.model(switching_loop("logic/compare_to_zero", -1, drive="sources/constant", source={"Value": "0.5"}, relop=">"))
        self.assertIn("no consistent branch", self.run_cli("run", model, "--out", str(self.folder / "expected.csv"), "--quiet").stderr)
        ran = subprocess.run([built(self.generate(model), flags=FLAGS), self.folder / "written.csv"], capture_output=True, text=True)
        self.assertEqual((ran.returncode, ran.stderr), (1, "t = 0: switches go to and fro at one instant\n"))

    # Before its first value is there the matrix is singular.
    def test_a_matrix_that_a_memory_holds(self):
        script = ("function y = f(u)\npersistent P\nif isempty(P), P = eye(2); end\nK = (1 + u)*P/(P + ones(2));\n"
                  "P = P + K;\ny = K(1, :);\n")
        content = {"fluxion": 1, "settings": {"StopTime": "1", "Solver": "ode4", "FixedStep": "0.05"},
                   "blocks": [block(1, "sources/sine_wave", "Drive"),
                              block(2, "user_defined/function", "Filter", script=script, SampleTime="0.1"), block(3, "sinks/scope", "K")],
                   "lines": [line(10, (1, 1), (2, 1)), line(11, (2, 1), (3, 1))]}
        self.check_equal(self.model(content), flags=FLAGS)

    def test_single_precision(self):
        loops = [random_loop(random.Random(seed)) for seed in range(3)] + [loop_model(text) for text in ("cos(u)", "1e6*(1 - u)")]
        model = self.model(together(loops))
        folder = self.generate(model, "--precision", "float")
        self.succeed("run", str(model), "--out", str(self.folder / "expected.csv"), "--quiet")
        subprocess.run([built(folder, flags=FLAGS), self.folder / "written.csv"], check=True)
        self.assert_near(self.folder / "expected.csv", self.folder / "written.csv", 1e-6)


if __name__ == "__main__":
    unittest.main()
