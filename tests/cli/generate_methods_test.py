"""Drives fluxion-cli generate: implicit methods, steps from hit to hit, delays, splines, and the two halves of a
step."""
import subprocess
import unittest

from cli_test import EXAMPLES, block, line
from generate_test import loop_model
from generating import Generate, built

FLAGS = ("-O0",)


# x_k' = a (x_k-1 - x_k) + b (x_k+1 - x_k), driven at its first end; a ring where its ends are neighbors, too.
def chain(count, ring=False, **settings):
    neighbors = [[(k - 1) % count, (k + 1) % count] if ring else [j for j in (k - 1, k + 1) if 0 <= j < count]
                 for k in range(count)]
    rows = [[0.0] * count for _ in range(count)]
    for k, others in enumerate(neighbors):
        for j in others:
            rows[k][j] = 3.0 if j < k else 2.0
        rows[k][k] = -sum(rows[k])
    matrix = "[" + "; ".join(" ".join(f"{v:g}" for v in row) for row in rows) + "]"
    blocks = [block(1, "sources/sine_wave", "Drive", Frequency="4"), block(2, "math/gain", "Spread", k=f"[1; zeros({count - 1}, 1)]"),
              block(3, "math/sum", "Rates", signs="++"), block(4, "continuous/integrator", "Chain", InitialCondition=f"zeros({count}, 1)"),
              block(5, "math/gain", "Coupling", k=matrix, Multiplication="matrix K*u"), block(6, "sinks/scope", "Scope")]
    lines = [line(10, (1, 1), (2, 1)), line(11, (2, 1), (3, 1)), line(12, (3, 1), (4, 1)), line(13, (4, 1), (5, 1)),
             line(14, (5, 1), (3, 2)), line(15, (4, 1), (6, 1))]
    return {"fluxion": 1, "settings": {"StopTime": "1", "Solver": "ode14x", "FixedStep": "0.05", **settings}, "blocks": blocks,
            "lines": lines}


def options_of(**settings):
    return [word for name, value in settings.items() for word in ("--config", f"{name}={value}")]


class Implicit(Generate):
    def test_examples(self):
        for name, settings in (("van_der_pol", {}), ("stirred_tank_reactor", {"FixedStep": "0.02", "NumberNewtonIterations": "2"}),
                               ("sampled_pid", {"ExtrapolationOrder": "3"}), ("stick_slip", {"FixedStep": "0.01"}),
                               ("clutch", {"FixedStep": "0.01"}), ("rigid_body", {"ExtrapolationOrder": "2"})):
            for solver in ("ode14x", "ode1be"):
                with self.subTest(name, solver=solver):
                    self.check_equal(EXAMPLES / name / f"{name}.flx", *options_of(Solver=solver, **settings), flags=FLAGS)

    def test_algebraic_loops(self):
        for solver in ("ode14x", "ode1be"):
            self.check_equal(self.model(loop_model("cos(u)", Solver=solver)), flags=FLAGS)

    def test_dense_and_banded_matrices(self):
        for name, content in (("dense", chain(6)), ("dense, of the largest size", chain(32)), ("tridiagonal", chain(60)), ("ring, reordered", chain(60, ring=True)),
                              ("small band", chain(6, JacobianLinearSolver="band")),
                              ("sparse entries of a dense matrix", chain(6, SolverJacobianMethodControl="Sparse analytical"))):
            with self.subTest(name):
                folder = self.check_equal(self.model(content), flags=FLAGS)
                self.assertEqual("static int eliminate(" in (folder / "model.c").read_text(), "dense" not in name)

    def test_it_is_stable_where_explicit_methods_are_not(self):
        content = chain(60, Solver="ode1be", FixedStep="1", StopTime="40")
        next(b for b in content["blocks"] if b["name"] == "Drive")["parameters"] = {"Amplitude": "0", "Bias": "1"}
        next(b for b in content["blocks"] if b["name"] == "Coupling")["parameters"]["k"] = "-1e4*eye(60)"
        folder = self.generate(self.model(content))
        subprocess.run([built(folder, flags=FLAGS), self.folder / "written.csv"], check=True)
        first = float((self.folder / "written.csv").read_text().splitlines()[-1].split(",")[1])
        self.assertAlmostEqual(first, 1e-4, delta=1e-9)

    def test_what_cannot_be_solved_with_is_refused(self):
        model = self.model(chain(6, JacobianLinearSolver="KLU"))
        self.fail_with(1, ["JacobianLinearSolver", "KLU", "set it to band"], "generate", model, "--out", str(self.folder / "no"))
        model = self.model(chain(40))
        self.fail_with(1, ["40 states", "a dense matrix", "up to 32", "set it to band"], "generate", model, "--out",
                       str(self.folder / "no"))
        model = self.model(chain(6, SolverJacobianMethodControl="Full perturbation"))
        self.fail_with(1, ["SolverJacobianMethodControl", "no differences"], "generate", model, "--out", str(self.folder / "no"))

    def test_a_singular_matrix_ends_the_run(self):
        # x' = x with steps of 1: 1 - h = 0
        content = chain(2, Solver="ode1be", FixedStep="1", StopTime="3")
        next(b for b in content["blocks"] if b["name"] == "Coupling")["parameters"]["k"] = "eye(2)"
        folder = self.generate(self.model(content))
        run = subprocess.run([built(folder, flags=FLAGS), self.folder / "w.csv"], capture_output=True, text=True)
        self.assertEqual(run.returncode, 1)
        self.assertIn("equations within the model have no solution", run.stderr)


class FromHitToHit(Generate):
    def test_examples(self):
        for name in ("kalman_tracker", "median_filter", "multirate_filter", "sigma_delta_modulator"):
            with self.subTest(name):
                self.check_equal(EXAMPLES / name / f"{name}.flx", *options_of(Solver="discrete"), flags=FLAGS)

    def test_steps_that_are_limited_and_rows_inside(self):
        blocks = [block(1, "sources/sine_wave", "Wave", Frequency="2"), block(2, "discrete/unit_delay", "Slow", SampleTime="0.3"),
                  block(3, "discrete/unit_delay", "Fast", SampleTime="[0.2 0.05]"), block(4, "sources/step", "Step", StepTime="0.47"),
                  block(5, "math/sum", "Sum", signs="+++"), block(6, "sinks/scope", "Scope")]
        lines = [line(10, (1, 1), (2, 1)), line(11, (1, 1), (3, 1)), line(12, (2, 1), (5, 1)), line(13, (3, 1), (5, 2)),
                 line(14, (4, 1), (5, 3)), line(15, (5, 1), (6, 1))]
        content = {"fluxion": 1, "settings": {"StopTime": "2", "Solver": "discrete"}, "blocks": blocks, "lines": lines}
        for settings in ({}, {"MaxStep": "0.07"}, {"Refine": "3"}, {"Decimation": "2"}, {"MaxStep": "0.07", "Refine": "1"}):
            with self.subTest(settings):
                self.check_equal(self.model(content), *options_of(**settings), flags=FLAGS)

    def test_what_switches_between_hits_is_refused(self):
        content = {"fluxion": 1, "settings": {"StopTime": "2", "Solver": "discrete"},
                   "blocks": [block(1, "sources/sine_wave", "Wave"), block(2, "math/abs", "Size"), block(3, "sinks/scope", "Scope")],
                   "lines": [line(10, (1, 1), (2, 1)), line(11, (2, 1), (3, 1))]}
        self.fail_with(1, ["Size", "between sample hits", "ode1"], "generate", self.model(content), "--out", str(self.folder / "no"))


def delayed(kind, parameters, source=("sources/step", {"StepTime": "0.23"}), **settings):
    blocks = [block(1, *source[:1], "Source", **source[1]), block(2, kind, "Late", **parameters),
              block(3, "continuous/first_order", "Lag", TimeConstant="0.2"), block(4, "sinks/scope", "Scope"), block(5, "sinks/scope", "Delayed"),
              block(6, "math/sum", "Sum", signs="+-"), block(7, "math/abs", "Size"), block(8, "sinks/scope", "Sizes")]
    lines = [line(10, (1, 1), (6, 1)), line(11, (3, 1), (6, 2)), line(12, (6, 1), (2, 1)), line(13, (2, 1), (3, 1)),
             line(14, (3, 1), (4, 1)), line(15, (2, 1), (5, 1)), line(16, (2, 1), (7, 1)), line(17, (7, 1), (8, 1))]
    if kind != "continuous/transport_delay":
        blocks += [block(20, "sources/sine_wave", "Delay", Amplitude="0.1", Bias="0.25", Frequency="2")]
        lines += [line(21, (20, 1), (2, 2))]
    return {"fluxion": 1, "settings": {"StopTime": "2", "Solver": "ode4", "FixedStep": "0.05", **settings}, "blocks": blocks,
            "lines": lines}


class Delays(Generate):
    def test_the_example(self):
        self.check_equal(EXAMPLES / "delayed_predator_prey" / "delayed_predator_prey.flx", *options_of(Solver="ode4"))

    def test_all_explicit_methods_that_interpolate_within_a_step(self):
        for solver in ("ode1", "ode2", "ode3", "ode4", "ode5"):
            with self.subTest(solver):
                self.check_equal(self.model(delayed("continuous/transport_delay", {"DelayTime": "0.31"}, Solver=solver)), flags=FLAGS)

    def test_delays_of_all_lengths(self):
        for length in ("1e-3", "0.02", "0.05", "0.1", "3"):
            with self.subTest(length):
                self.check_equal(self.model(delayed("continuous/transport_delay", {"DelayTime": length, "InitialOutput": "0.5"})),
                                 flags=FLAGS)

    def test_delays_that_vary(self):
        for kind in ("continuous/variable_time_delay", "continuous/variable_transport_delay"):
            with self.subTest(kind):
                self.check_equal(self.model(delayed(kind, {"MaximumDelay": "0.4"})), flags=FLAGS)

    def test_vectors_with_a_delay_for_each_element_and_a_discrete_source(self):
        source = ("sources/pulse_generator", {"Period": "0.4", "Amplitude": "[1; 2]"})
        content = delayed("continuous/transport_delay", {"DelayTime": "[0.13; 0.4]"}, source)
        self.check_equal(self.model(content), flags=FLAGS)
        content["blocks"] = [b for b in content["blocks"] if b["name"] not in ("Lag", "Scope")]
        content["lines"] = [x for x in content["lines"] if 3 not in (x["from"][0], x["to"][0])]
        next(b for b in content["blocks"] if b["name"] == "Sum")["parameters"]["signs"] = "+"
        self.check_equal(self.model(content), flags=FLAGS)

    def test_what_cannot_be_kept_is_refused(self):
        for settings, parameters, says in (({"Solver": "ode8"}, {"DelayTime": "0.3"}, "ode1 to ode5"),
                                           ({"Solver": "ode14x"}, {"DelayTime": "0.3"}, "ode1 to ode5"),
                                           ({"FixedStep": "1e-5"}, {"DelayTime": "1e4"}, "4,000,000 numbers")):
            with self.subTest(says):
                model = self.model(delayed("continuous/transport_delay", parameters, **settings))
                self.fail_with(1, ["Late", says], "generate", model, "--out", str(self.folder / "no"))

    def test_two_instances_remember_by_themselves(self):
        folder = self.generate(self.model(delayed("continuous/transport_delay", {"DelayTime": "0.31"})))
        (folder / "use.c").write_text(TWICE)
        subprocess.run([built(folder, "use.c", "model.c", "model_data.c", flags=FLAGS)], check=True)


# One instance as a copy of another in the middle of a run; a third that restarts.
TWICE = r"""
@include <string.h>
@include "model.h"
int main(void) {
  static model a, b;
  model_defaults(&a);
  if (model_initialize(&a) != MODEL_OK) return 1;
  for (int k = 0; k < 15; ++k) if (model_step(&a) != MODEL_OK) return 2;
  b = a;
  for (int k = 0; k < 15; ++k)
    if (model_step(&a) != MODEL_OK || model_step(&b) != MODEL_OK || memcmp(&a.outputs, &b.outputs, sizeof a.outputs) != 0) return 3;
  if (model_initialize(&b) != MODEL_OK) return 4;
  for (int k = 0; k < 30; ++k) if (model_step(&b) != MODEL_OK) return 5;
  return memcmp(&a.outputs, &b.outputs, sizeof a.outputs) != 0;
}
""".replace("@", "#")

# y = u + x, x' = u, and the last sample of u, with an input that is set at each instant.
HALVES = r"""
@include <stdio.h>
@include "model.h"
static double input(double t) { return 0.25 * t * t - 1.0; }
int main(void) {
  static model m;
  model_status status;
  model_defaults(&m);
  m.inputs.u = input(0.0);
  status = model_initialize(&m);
  while (status == MODEL_OK) {
    printf("%a %a %a\n", m.outputs.time, m.outputs.y, m.outputs.sampled);
    status = model_update(&m);
    if (status != MODEL_OK) break;
    m.inputs.u = input(m.time);
    status = model_output(&m);
  }
  return status != MODEL_FINISHED;
}
""".replace("@", "#")


class Splines(Generate):
    def test_tables_without_corners(self):
        kinds = [("lookup_tables/lookup_1d", {}, 1),
                 ("lookup_tables/lookup_1d", {"BreakpointsForDimension1": "[-1 0.5]", "Table": "[2 3]"}, 1),
                 ("lookup_tables/lookup_1d", {"BreakpointsForDimension1": "[-1 0.5 2]", "Table": "[2 3 1]"}, 1),
                 ("lookup_tables/lookup_2d", {}, 2)]
        blocks, lines = [block(1, "sources/sine_wave", "Wide", Amplitude="9", Frequency="3"),
                         block(2, "sources/sine_wave", "Other", Amplitude="4", Frequency="5")], []
        for kind, parameters, inputs in kinds:
            for settings in ({"InterpMethod": "Akima"}, {"InterpMethod": "Cubic spline"},
                             {"InterpMethod": "Cubic spline", "SplineEnds": "natural", "ExtrapMethod": "Cubic"},
                             {"InterpMethod": "Akima", "ExtrapMethod": "Clip"}):
                at = 10 * (len(blocks) + 1)
                blocks += [block(at, kind, f"Table {at}", **parameters, **settings), block(at + 1, "sinks/scope", f"Scope {at}")]
                lines += [line(at + 2 + k, (k + 1, 1), (at, k + 1)) for k in range(inputs)] + [line(at + 5, (at, 1), (at + 1, 1))]
        content = {"fluxion": 1, "settings": {"StopTime": "3", "Solver": "ode3", "FixedStep": "0.05"}, "blocks": blocks, "lines": lines}
        self.check_equal(self.model(content), flags=FLAGS)


class Halves(Generate):
    def test_inputs_of_both_ends_of_a_step_are_those_of_a_run_that_holds_them(self):
        h, count = 0.125, 16
        blocks = [block(1, "ports/inport", "u"), block(2, "continuous/integrator", "Total"), block(3, "math/sum", "Sum"),
                  block(4, "ports/outport", "y"), block(5, "discrete/zero_order_hold", "Hold", SampleTime="0.25"),
                  block(6, "ports/outport", "sampled", port="2")]
        lines = [line(10, (1, 1), (2, 1)), line(11, (2, 1), (3, 1)), line(12, (1, 1), (3, 2)), line(13, (3, 1), (4, 1)),
                 line(14, (1, 1), (5, 1)), line(15, (5, 1), (6, 1))]
        model = self.model({"fluxion": 1, "settings": {"StopTime": str(h * count), "Solver": "ode4", "FixedStep": str(h)},
                            "blocks": blocks, "lines": lines})
        folder = self.generate(model)
        (folder / "use.c").write_text(HALVES)
        text = subprocess.run([built(folder, "use.c", "model.c", "model_data.c", flags=FLAGS)], capture_output=True, text=True, check=True)
        written = [tuple(float.fromhex(n) for n in row.split()) for row in text.stdout.splitlines()]
        self.assertEqual(len(written), count + 1)
        total = 0.0
        for k, (t, y, sampled) in enumerate(written):
            now = 0.25 * (k * h) ** 2 - 1
            self.assertEqual((t, y, sampled), (k * h, total + now, 0.25 * (k // 2 * 2 * h) ** 2 - 1))
            total += h * now  # exact: the input is held, and its digits are few


if __name__ == "__main__":
    unittest.main()
