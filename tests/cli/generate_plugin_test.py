"""Drives fluxion-cli generate: subsystems as plug-in blocks."""
import csv
import math
import os
import subprocess
import unittest

from cli_test import block, line
from generated_library import Targets
from generating import COMPILER, FLAGS


# A driven oscillator with a limit, a table and two outputs, of which one is read at once; as a subsystem or a block.
def oscillator_model(solver, plugin=None, invariant=False):
    blocks = [block(2, "sources/sine_wave", "Drive", Amplitude="1.5", Frequency="2"), block(3, "sinks/scope", "Scope"),
              block(5, "sources/constant", "Pair", value="[0.5; -0.25]"), block(6, "sinks/scope", "Scope 2"),
              block(7, "continuous/integrator", "Behind")]
    lines = [line(30, (2, 1), (4, 1)), line(31, (5, 1), (4, 2)), line(32, (4, 1), (3, 1)), line(33, (4, 2), (7, 1)),
             line(34, (7, 1), (6, 1))]
    if plugin:
        blocks.append(block(4, plugin, "Oscillator"))
    else:
        blocks.append(block(4, "ports/subsystem", "Oscillator"))
        inside = [block(10, "ports/inport", "force", port="1"), block(11, "ports/inport", "pair", port="2"),
                  block(12, "continuous/integrator", "Position", x0="2"), block(13, "continuous/integrator", "Speed", x0="0.1"),
                  block(14, "user_defined/fcn", "Damping", Expression="mu*(1 - u*u)"), block(15, "math/product", "Damped"),
                  block(16, "math/sum", "Sum", signs="+-++"), block(17, "math/gain", "Spread", k="[3 4]", multiplication="matrix K*u"),
                  block(18, "discontinuities/saturation", "Limit", lower="-0.6", upper="0.7"),
                  block(19, "ports/outport", "position", port="1"), block(20, "ports/outport", "limited", port="2")]
        blocks += [{**b, "parent": 4} for b in inside]
        lines += [line(40, (12, 1), (14, 1)), line(41, (14, 1), (15, 1)), line(42, (13, 1), (15, 2)), line(43, (15, 1), (16, 1)),
                  line(44, (12, 1), (16, 2)), line(45, (10, 1), (16, 3)), line(46, (11, 1), (17, 1)), line(47, (17, 1), (16, 4)),
                  line(48, (16, 1), (13, 1)), line(49, (13, 1), (12, 1)), line(50, (12, 1), (19, 1)),
                  line(51, (10, 1), (18, 1)), line(52, (18, 1), (20, 1))]
    return {"fluxion": 1, "settings": {"StopTime": "8", "Solver": solver, "FixedStep": "0.01", "RelTol": "1e-6"},
            "variables": [{"id": 1, "name": "mu", "value": "3"}], "blocks": blocks, "lines": lines}


# A plant and its controller with two rates: an integrator that is limited, a delay, a filter without states of its own rate, and a
# continuous one; as a subsystem or a block.
def controller_model(solver, plugin=None, sampled=False):
    blocks = [block(1, "sources/sine_wave", "Wanted", Frequency="2"), block(2, "math/sum", "Error", signs="+-"),
              block(3, "continuous/transfer_fcn", "Plant"), block(5, "sinks/scope", "Scope"), block(6, "sinks/scope", "Scope 2"),
              block(7, "discrete/zero_order_hold", "Sampled", SampleTime="0.05"), block(8, "sinks/scope", "Scope 3")]
    first = 7 if sampled else 2
    lines = [line(30, (1, 1), (2, 1)), line(31, (3, 1), (2, 2)), line(32, (first, 1), (4, 1)), line(33, (4, 1), (3, 1)),
             line(34, (3, 1), (5, 1)), line(35, (4, 2), (6, 1)), line(36, (2, 1), (7, 1)), line(37, (7, 1), (8, 1))]
    if plugin:
        blocks.append(block(4, plugin, "Controller"))
    else:
        sample = "-1" if sampled else "0.05"
        inside = [block(10, "ports/inport", "error", port="1"), block(11, "discrete/discrete_integrator", "Sum", SampleTime=sample, GainValue="3", InitialCondition="0.2"),
                  block(12, "discontinuities/saturation", "Limit", lower="-0.4", upper="0.5"), block(13, "discrete/unit_delay", "Last", SampleTime="[0.2 0.05]"),
                  block(14, "math/sum", "Both", signs="+++"), block(15, "continuous/transfer_fcn", "Filter"),
                  block(16, "ports/outport", "drive", port="1"), block(17, "ports/outport", "late", port="2")]
        blocks += [block(4, "ports/subsystem", "Controller")] + [{**b, "parent": 4} for b in inside]
        lines += [line(40, (10, 1), (11, 1)), line(41, (11, 1), (12, 1)), line(42, (12, 1), (14, 1)), line(43, (10, 1), (13, 1)),
                  line(44, (13, 1), (14, 2)), line(45, (10, 1), (15, 1)), line(46, (15, 1), (14, 3)), line(47, (14, 1), (16, 1)),
                  line(48, (13, 1), (17, 1))]
    return {"fluxion": 1, "settings": {"StopTime": "6", "Solver": solver, "FixedStep": "0.01", "RelTol": "1e-6"}, "blocks": blocks,
            "lines": lines}


class Plugin(Targets):
    def plugin(self, content, *options):
        self.generate(self.model(content), "--target", "plugin", *options, name="plugins")
        return {**os.environ, "FLUXION_PLUGIN_PATH": str(self.folder / "plugins")}

    def numbers(self, content, env, stats):
        out, told = self.folder / "out.csv", self.folder / "stats.json"
        self.succeed("run", self.model(content), "--out", str(out), "--stats", str(told), "--quiet", env=env)
        with out.open(newline="") as file:
            rows = [[float(v) for v in row] for row in list(csv.reader(file))[1:]]
        return rows

    def test_a_model_with_the_block_gives_what_it_gives_with_the_subsystem(self):
        env = self.plugin(oscillator_model("ode45"), "--subsystem", "Oscillator")
        for solver in ("ode45", "ode15s", "ode23t", "ode4", "ode14x"):
            with self.subTest(solver):
                inside = self.numbers(oscillator_model(solver), env, True)
                outside = self.numbers(oscillator_model(solver, "generated/oscillator"), env, True)
                # As many steps, cut at the same zero crossings.
                self.assertEqual(len(inside), len(outside))
                for a, b in zip(inside, outside):
                    for x, y in zip(a, b):
                        self.assertAlmostEqual(x, y, delta=1e-9 * max(1, abs(x)))

    def test_discrete_states_and_rates_are_those_of_the_subsystem(self):
        for sampled in (False, True):
            env = self.plugin(controller_model("ode45", sampled=sampled), "--subsystem", "Controller")
            for solver in ("ode45", "ode15s", "ode4", "ode14x"):
                with self.subTest(solver, sampled=sampled):
                    inside = self.numbers(controller_model(solver, sampled=sampled), env, True)
                    outside = self.numbers(controller_model(solver, "generated/controller", sampled), env, True)
                    # What a block of an unknown sample time shows is recorded on both sides of a jump.
                    inside, outside = ({row[0]: row for row in rows} for rows in (inside, outside))
                    self.assertEqual(list(inside), list(outside))
                    for a, b in zip(inside.values(), outside.values()):
                        for x, y in zip(a, b):
                            self.assertAlmostEqual(x, y, delta=1e-9 * max(1, abs(x)))
        folder = self.folder / "plugins"
        subprocess.run([COMPILER, *FLAGS, "-c", "-o", self.folder / "x.o", folder / "plugin.c"], check=True)

    def test_its_derivatives_are_exact_and_its_pattern_is_that_of_the_subsystem(self):
        env = self.plugin(oscillator_model("ode15s"), "--subsystem", "Oscillator")
        told = [self.succeed("info", self.model(content), "--jacobian", env=env) for content in
                (oscillator_model("ode15s"), oscillator_model("ode15s", "generated/oscillator"))]
        for text in told:
            self.assertNotRegex(text, "differences|without a derivative")
        nonzeros = [text.split(" nonzero")[0].split()[-1] for text in told]
        self.assertEqual(*nonzeros)

    def test_it_compiles_without_warnings(self):
        self.plugin(oscillator_model("ode45"), "--subsystem", "Oscillator")
        folder = self.folder / "plugins"
        subprocess.run([COMPILER, *FLAGS, "-c", "-o", self.folder / "x.o", folder / "plugin.c"], check=True)
        self.assertIn("Oscillator/Damping", (folder / "report.html").read_text())

    def test_an_invariant_is_one_of_the_model_around_it(self):
        content = {"fluxion": 1, "settings": {"StopTime": "50", "Solver": "ode45"}, "blocks": [
            block(4, "ports/subsystem", "Oscillator"), block(3, "sinks/scope", "Scope")] + [{**b, "parent": 4} for b in (
                block(12, "continuous/integrator", "x", x0="1"), block(13, "continuous/integrator", "v"),
                block(14, "math/unary_minus", "Minus"), block(15, "ports/outport", "x out"),
                block(17, "routing/mux", "Both"), block(18, "invariants/invariant", "Energy", Expression="u(1)^2 + u(2)^2"))],
            "lines": [line(30, (13, 1), (12, 1)), line(31, (12, 1), (14, 1)), line(32, (14, 1), (13, 1)), line(33, (12, 1), (15, 1)),
                      line(34, (12, 1), (17, 1)), line(35, (13, 1), (17, 2)), line(36, (17, 1), (18, 1)),
                      line(40, (4, 1), (3, 1))]}
        env = self.plugin(content, "--subsystem", "Oscillator")
        with_block = {**content, "blocks": [block(4, "generated/oscillator", "Oscillator"), block(3, "sinks/scope", "Scope")],
                      "lines": [line(40, (4, 1), (3, 1))]}
        last = [self.numbers(model, env, False)[-1][1] for model in (content, with_block)]
        self.assertAlmostEqual(*last, delta=1e-6)
        # Without the projection the amplitude drifts away from 1.
        self.assertLess(abs(last[0] - math.cos(50)), 0.05)

    def test_what_a_plug_in_cannot_have_is_refused_by_name(self):
        content = oscillator_model("ode45")
        inside = [block(60, "discrete/memory", "Sampled"), block(61, "sinks/scope", "See"),
                  block(62, "sources/step", "Step"), block(63, "sinks/scope", "See 2"),
                  block(64, "discontinuities/relay", "Relay"), block(65, "sinks/scope", "See 3")]
        content["blocks"] += [{**b, "parent": 4} for b in inside]
        content["lines"] += [line(70, (12, 1), (60, 1)), line(71, (60, 1), (61, 1)), line(72, (62, 1), (63, 1)),
                             line(73, (12, 1), (64, 1)), line(74, (64, 1), (65, 1))]
        for parts in (["Oscillator/Sampled: ", "once in each step of the solver"], ["Oscillator/Step: ", "instants"], ["Oscillator/Relay: "]):
            self.fail_with(1, parts, "generate", self.model(content), "--target", "plugin", "--subsystem", "Oscillator",
                           "--out", str(self.folder / "none"))
        self.assertFalse((self.folder / "none").exists())


if __name__ == "__main__":
    unittest.main()
