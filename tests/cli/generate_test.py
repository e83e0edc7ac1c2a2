"""Drives fluxion-cli generate: what it writes compiles without a warning and gives what a run gives, to the last bit."""
import json
import random
import subprocess
import unittest

from cli_test import EXAMPLES, block, line, ramp_model
from generating import COMPILER, FILES, FLAGS, Generate, built


class Results(Generate):
    def test_all_explicit_fixed_step_methods(self):
        for solver in ("ode1", "ode2", "ode3", "ode4", "ode5", "ode8"):
            for name in ("van_der_pol", "sampled_pid", "stick_slip"):
                with self.subTest(solver=solver, example=name):
                    self.check_equal(EXAMPLES / name / f"{name}.flx", "--config", f"Solver={solver}", "--config",
                                     "FixedStep=0.01", flags=("-O0",))

    def test_projection_methods(self):
        for name in ("rigid_body", "satellite_orbit", "quaternion_attitude"):
            for settings in (["Projection=Newton"], ["Projection=one step"], ["ProjectionNorm=plain"], ["Projection=symmetric"]):
                with self.subTest(name, settings=settings):
                    self.check_equal(EXAMPLES / name / f"{name}.flx", "--config", "Solver=ode4",
                                     *(w for s in settings for w in ("--config", s)), flags=("-O0",))

    # The Jacobian of the first try is that of all.
    def test_symmetric_projection_of_implicit_steps(self):
        settings = ("Solver=ode14x", "Projection=symmetric", "ProjectionNorm=plain")
        self.check_equal(EXAMPLES / "rigid_body" / "rigid_body.flx", *(w for s in settings for w in ("--config", s)), flags=("-O0",))

    def test_what_projects_no_whole_steps_is_refused(self):
        model = str(EXAMPLES / "rigid_body" / "rigid_body.flx")
        self.fail_with(1, ["Projection", "relaxation changes the length of steps"], "generate", model, "--out", str(self.folder / "no"),
                       "--config", "Solver=ode4", "--config", "Projection=relaxation")

    def test_algebraic_loops(self):
        for method in ("Auto", "TrustRegion", "LineSearch"):
            with self.subTest(method):
                loops = [loop_model(expression, AlgebraicLoopSolver=method)
                         for expression in ("-0.5*u", "cos(u)", "1 - u^3", "exp(-u) - 100*u", "1e6*(1 - u)")]
                self.check_equal(self.model(together(loops)), flags=("-O0",))

    def test_several_algebraic_loops(self):
        content = loop_model("cos(u)", StopTime="2")
        other = loop_model("-0.3*u^3", first=50)
        content["blocks"] += other["blocks"]
        content["lines"] += other["lines"] + [line(200, (53, 1), (2, 3)), line(201, (3, 1), (52, 3))]
        for at in (2, 52):
            next(b for b in content["blocks"] if b["id"] == at)["parameters"]["signs"] = "+++"
        folder = self.check_equal(self.model(content), flags=("-O0",))
        self.assertIn("solve_loop_0", (folder / "model.c").read_text())

    def test_random_diagrams(self):
        for seed in range(12):
            with self.subTest(seed=seed):
                self.check_equal(self.model(random_diagram(random.Random(seed))), flags=("-O1",))

    def test_conditional_subsystems(self):
        for control, parameters in (("enable", {}), ("enable", {"StatesWhenEnabling": "reset"}), ("trigger", {}),
                                    ("trigger", {"TriggerType": "either"}), ("reset_port", {"ResetTriggerType": "falling"})):
            with self.subTest(control=control, parameters=parameters):
                folder = self.check_equal(self.model(conditional_diagram(control, parameters)))
                # What is not executed is not computed.
                if control == "enable":
                    self.assertRegex((folder / "model.c").read_text(), r"\n  if \(self->\w+\[\d+\] != 0\.0\) \{")

    def test_long_vectors_and_a_block_that_ends_the_run(self):
        content = ramp_model(u="linspace(-1, 1, 100)", Solver="ode3", FixedStep="0.01")
        content["blocks"] += [block(20, "math/reduction", "All"), block(21, "discontinuities/saturation", "Limit"),
                              block(22, "sinks/scope", "Limited"), block(23, "logic/compare_to_constant", "Past", relop=">=", const="1"),
                              block(24, "sinks/stop_simulation", "Enough"), block(25, "sources/clock", "Clock"),
                              block(26, "sources/constant", "Turn", value="eye(3)"), block(27, "math/product", "Turned",
                                                                                           multiplication="matrix")]
        content["blocks"] += [block(28, "math/gain", "Ramps", k="[1 2; 3 4; 5 6]"), block(29, "sinks/scope", "Matrix")]
        content["lines"] += [line(30, (4, 1), (21, 1)), line(31, (21, 1), (20, 1)), line(32, (20, 1), (22, 1)),
                             line(33, (28, 1), (23, 1)), line(34, (23, 1), (24, 1)), line(35, (25, 1), (28, 1)),
                             line(36, (26, 1), (27, 1)), line(37, (28, 1), (27, 2)), line(38, (27, 1), (29, 1))]
        folder = self.check_equal(self.model(content))
        self.assertIn("self->work", (folder / "model.c").read_text())
        self.assertLess(len((self.folder / "written.csv").read_text().splitlines()), 30)

    def test_the_settings_of_a_run(self):
        model = EXAMPLES / "multirate_filter" / "multirate_filter.flx"
        for settings in (["Decimation=3"], ["StartTime=0.5", "StopTime=1.7"], ["TimeUnit=ms"]):
            with self.subTest(settings):
                self.check_equal(model, "--config", "Solver=ode3", *(w for s in settings for w in ("--config", s)))


# y = drive + f(y), and an integrator of y.
def loop_model(expression, first=0, **settings):
    def numbered(number):
        return first + number
    blocks = [block(numbered(1), "sources/sine_wave", f"Drive {first}", Frequency="3"),
              block(numbered(2), "math/sum", f"Sum {first}", signs="++"),
              block(numbered(3), "user_defined/fcn", f"Fcn {first}", Expression=expression),
              block(numbered(4), "continuous/integrator", f"Total {first}"), block(numbered(5), "sinks/scope", f"Scope {first}"),
              block(numbered(6), "sinks/scope", f"Loop {first}")]
    lines = [line(numbered(10 + k), (numbered(a), 1), (numbered(b), p))
             for k, (a, b, p) in enumerate(((1, 2, 1), (3, 2, 2), (2, 3, 1), (2, 4, 1), (4, 5, 1), (2, 6, 1)))]
    return {"fluxion": 1, "settings": {"StopTime": "3", "Solver": "ode4", "FixedStep": "0.05", "AlgebraicLoopMsg": "none", **settings},
            "blocks": blocks, "lines": lines}


# Models side by side in one, which costs one call of the compiler, with the settings of the first.
def together(models):
    def moved(item, k, *keys):
        changed = {**item, "id": item["id"] + 10000 * k}
        return changed | {key: [item[key][0] + 10000 * k, item[key][1]] for key in keys}
    blocks = [{**moved(b, k), "name": f"{b['name']} of {k}"} for k, model in enumerate(models) for b in model["blocks"]]
    lines = [moved(wire, k, "from", "to") for k, model in enumerate(models) for wire in model["lines"]]
    return {**models[0], "blocks": blocks, "lines": lines}


# Sources, blocks with and without states, rates that divide one another, vectors; loops only through what delays.
def random_diagram(choose):
    kinds = [("math/gain", {"k": "-0.7"}), ("math/sum", {"signs": "+-"}), ("math/product", {}), ("math/abs", {}),
             ("continuous/integrator", {"x0": "0.3"}), ("continuous/transfer_fcn", {}), ("discontinuities/relay", {}),
             ("discontinuities/saturation", {}), ("discrete/unit_delay", {"SampleTime": "0.1"}),
             ("discrete/zero_order_hold", {"SampleTime": "0.2"}), ("lookup_tables/lookup_1d", {}),
             ("math/trigonometric_function", {}), ("math/rounding_function", {}), ("discontinuities/quantizer", {}),
             ("routing/mux", {}), ("sources/random_number", {"SampleTime": "0.1"}), ("sources/step", {}),
             ("sources/sine_wave", {"Frequency": "3"}), ("discontinuities/coulomb_friction", {})]
    inputs = {"math/sum": 2, "math/product": 2, "routing/mux": 2}
    blocks = [block(1, "sources/sine_wave", "Drive", Amplitude="1.7", Frequency="2.3"), block(2, "sinks/scope", "All")]
    lines, sources, number = [], [1], 1000
    for at in range(10, 10 + choose.randint(6, 14)):
        kind, parameters = choose.choice(kinds)
        blocks.append(block(at, kind, f"{kind.split('/')[1]} {at}", **parameters))
        for port in range(0 if kind.startswith("sources/") else inputs.get(kind, 1)):
            lines.append(line(number, (choose.choice(sources[-5:]), 1), (at, port + 1)))
            number += 1
        blocks.append(block(at + 500, "sinks/scope", f"Scope {at}"))
        lines.append(line(number + 500, (at, 1), (at + 500, 1)))
        if kind != "routing/mux":
            sources.append(at)
        number += 1
    lines.append(line(number + 500, (1, 1), (2, 1)))
    return {"fluxion": 1, "settings": {"StopTime": "3", "Solver": choose.choice(["ode1", "ode3", "ode4"]), "FixedStep": "0.05"},
            "blocks": blocks, "lines": lines}


# A chain with both kinds of states, executed as a sine says.
def conditional_diagram(control, parameters):
    inside = [block(20, "ports/inport", "in", port="1"), block(21, f"ports/{control}", "Control", **parameters),
              block(22, "math/trigonometric_function", "Sine"), block(23, "math/gain", "Gain", k="1.7"),
              block(24, "discrete/unit_delay", "Last", SampleTime="-1" if control == "trigger" else "0.1"),
              block(25, "ports/outport", "out", port="1")]
    lines = [line(30, (20, 1), (22, 1)), line(31, (22, 1), (23, 1)), line(32, (23, 1), (24, 1))]
    if control == "trigger":
        lines.append(line(33, (24, 1), (25, 1)))
    else:
        inside.append(block(26, "continuous/integrator", "Total"))
        lines += [line(33, (24, 1), (26, 1)), line(34, (26, 1), (25, 1))]
    blocks = [block(1, "sources/sine_wave", "Drive", Frequency="5"), block(2, "sources/sine_wave", "Switch", Frequency="3"),
              block(3, "ports/subsystem", "Sub"), block(4, "sinks/scope", "Scope")] + [{**b, "parent": 3} for b in inside]
    lines += [line(40, (1, 1), (3, 1)), line(41, (2, 1), (3, 2)), line(42, (3, 1), (4, 1))]
    return {"fluxion": 1, "settings": {"StopTime": "5", "Solver": "ode4", "FixedStep": "0.05"}, "blocks": blocks, "lines": lines}


class Code(Generate):
    def ramp(self, **blocks_names):
        model = ramp_model(Solver="ode4", FixedStep="0.1")
        for old, new in blocks_names.items():
            next(b for b in model["blocks"] if b["name"] == old)["name"] = new
        return model

    def test_the_folder_has_all_files_and_the_same_bytes_each_time(self):
        model = EXAMPLES / "sampled_pid" / "sampled_pid.flx"
        options = ("--config", "Solver=ode4")
        first, second = self.generate(model, *options, name="a/b"), self.generate(model, *options, name="c")
        self.generate(model, *options, name="c")
        self.assertEqual(sorted(p.name for p in first.iterdir()), FILES)
        for name in FILES:
            self.assertEqual((first / name).read_bytes(), (second / name).read_bytes(), name)

    def test_the_model_calls_nothing_but_mathematics(self):
        for example in ("sampled_pid", "algebraic_loop", "clutch", "rigid_body"):
            with self.subTest(example):
                folder = self.generate(EXAMPLES / example / f"{example}.flx", "--config", "Solver=ode4", name=example)
                subprocess.run([COMPILER, *FLAGS, "-O0", "-c", "-o", folder / "model.o", folder / "model.c"], check=True)
                symbols = subprocess.run(["nm", "-u", folder / "model.o"], capture_output=True, text=True, check=True).stdout
                for name in ("malloc", "calloc", "free", "printf", "fputs", "fopen", "write"):
                    self.assertNotRegex(symbols, rf"\bU _?{name}\b")
                # Nothing but constants outside of the struct.
                data = subprocess.run(["nm", folder / "model.o"], capture_output=True, text=True, check=True).stdout
                self.assertNotRegex(data, r" [bBdDC] ")

    def test_make_builds_it(self):
        folder = self.generate(self.model(self.ramp()))
        subprocess.run(["make", "-C", folder], check=True, capture_output=True)
        written = subprocess.run([folder / "model"], capture_output=True, text=True, check=True).stdout
        self.assertEqual(written.splitlines()[-1], "1,2")

    def test_names_that_c_does_not_have(self):
        for first, second in (("int", "INT"), ("while", "time"), ("1st */ #define", "1st // #define"), ("日本", "中国"),
                              ("a\\", "a??//b"), ("M_PI", "DBL_MAX"), ("x" * 80, "x" * 81), ("self", "model")):
            with self.subTest(first):
                self.check_equal(self.model(self.ramp(Input=first, Total=second)))

    # x' = 2 x, whose tangent does not depend on x: whether a function uses an argument is not seen from comments.
    def test_names_of_arguments_in_names_of_blocks(self):
        content = self.ramp(Rate="x of t")
        content["blocks"] = [b for b in content["blocks"] if b["name"] != "Input"]
        content["lines"] = [line(6, (4, 1), (3, 1)), line(7, (3, 1), (4, 1)), line(8, (4, 1), (5, 1))]
        self.check_equal(self.model(content), "--config", "Solver=ode14x")

    def test_what_cannot_be_written_is_told_all_at_once(self):
        content = ramp_model()
        content["blocks"] += [block(20, "continuous/transport_delay", "Late", DelayTime="1e9"), block(21, "sinks/scope", "S1"),
                              block(22, "math/sum", "Loop", signs="+-"), block(23, "sinks/scope", "S2"),
                              block(24, "lookup_tables/lookup_1d", "Table")]
        content["lines"] += [line(30, (4, 1), (20, 1)), line(31, (20, 1), (21, 1)), line(32, (4, 1), (22, 1)),
                             line(33, (22, 1), (24, 1)), line(35, (24, 1), (22, 2)), line(34, (22, 1), (23, 1))]
        folder = self.folder / "none"
        for parts in (["Solver", "ode4"], ["Late: ", "more than 4,000,000 numbers"], ["Loop: ", "algebraic loop through tables"]):
            self.fail_with(1, parts, "generate", self.model(content), "--out", str(folder))
        self.assertFalse(folder.exists())

    def test_what_cannot_be_written_is_told_with_its_path(self):
        content = ramp_model()
        outer, inner = block(20, "ports/subsystem", "Outer"), block(21, "ports/subsystem", "Inner")
        late, source, end = (block(22, "continuous/transport_delay", "Late", DelayTime="1e9"), block(23, "sources/sine_wave", "S"),
                             block(24, "sinks/scope", "Shown"))
        inner["parent"] = 20
        for member in (late, source, end):
            member["parent"] = 21
        content["blocks"] += [outer, inner, late, source, end]
        content["lines"] += [line(30, (23, 1), (22, 1)), line(31, (22, 1), (24, 1))]
        self.fail_with(1, ["Outer/Inner/Late: ", "more than 4,000,000 numbers"], "generate", self.model(content), "--config",
                       "Solver=ode4", "--out", str(self.folder / "none"))

    def test_a_folder_that_cannot_be_written(self):
        model = self.model(self.ramp())
        (self.folder / "file").write_text("kept")
        for place in ("file", "file/below"):
            self.fail_with(1, [str(self.folder / "file"), "folder"], "generate", model, "--out", str(self.folder / place))
        # One file that cannot be replaced: the others are not, either.
        half = self.generate(model, name="half")
        (half / "model.c").unlink()
        (half / "model.c").mkdir()
        self.fail_with(1, ["model.c"], "generate", model, "--out", str(half), "--config", "FixedStep=0.2")
        self.fail_with(2, ["--out"], "generate", model)


    def test_files_of_others_are_kept(self):
        model = self.model(self.ramp())
        sources = self.folder / "sources"
        sources.mkdir()
        for name in FILES:
            with self.subTest(name):
                (sources / name).write_text("all: of my own\n")
                self.fail_with(1, [name, "was not generated", "choose another folder"], "generate", model,
                               "--out", str(sources))
                self.assertEqual([path.name for path in sources.iterdir()], [name])
                (sources / name).unlink()
        # The model itself among them.
        content = json.dumps(self.ramp())
        (sources / "model.c").write_text(content)
        self.fail_with(1, ["model.c"], "generate", str(sources / "model.c"), "--out", str(sources))


INSTANCES = r"""
@include <math.h>
@include <stdio.h>
@include "model.h"
static void show(const model *m) { printf("%a %a\n", m->outputs.time, m->outputs.Total); }
int main(void) {
  static model a, b;
  model_defaults(&a);
  model_defaults(&b);
  b.parameters.Rate_k = 5.0;
  b.inputs.u = 2.0;
  if (model_initialize(&a) != MODEL_OK || model_initialize(&b) != MODEL_OK) return 1;
  for (int k = 0; k < 5; ++k) {
    a.inputs.u = k;
    if (model_step(&a) != MODEL_OK || model_step(&b) != MODEL_OK) return 1;
    show(&a);
    show(&b);
  }
  b.parameters.Rate_k = -5.0;
  if (model_step(&b) != MODEL_OK) return 1;
  show(&b);
  if (model_initialize(&b) != MODEL_OK) return 1;
  show(&b);
  b.inputs.u = (double)NAN;
  printf("%d\n", model_step(&b) == MODEL_NOT_FINITE);
  model_terminate(&a);
  return 0;
}
""".replace("@", "#")


class Instances(Generate):
    def test_instances_parameters_and_inputs(self):
        content = ramp_model(Solver="ode1", FixedStep="0.5", StopTime="100")
        content["blocks"][0] = block(2, "ports/inport", "u")
        folder = self.generate(self.model(content))
        (folder / "use.c").write_text(INSTANCES)
        program = built(folder, "use.c", "model.c", "model_data.c")
        lines = subprocess.run([program], capture_output=True, text=True, check=True).stdout.split("\n")
        numbers = [tuple(float.fromhex(n) for n in text.split()) for text in lines[:12]]
        # x' = rate u
        total = 0.0
        for k in range(5):
            total += 0.5 * 2 * k
            self.assertEqual(numbers[2 * k], (0.5 * (k + 1), total))
            self.assertEqual(numbers[2 * k + 1], (0.5 * (k + 1), 5.0 * (k + 1)))
        self.assertEqual(numbers[10:], [(3.0, 20.0), (0.0, 0.0)])
        self.assertEqual(lines[12], "1")


if __name__ == "__main__":
    unittest.main()
