#!/usr/bin/env python3
"""Every command of fluxion-cli that takes a model runs on every example; a new command says here how."""
import os
import re
import unittest

from cli_test import EXAMPLES, CliTest

# What each command that takes a model is asked to do to every example; {} is a folder of its own. A command without a line
# here fails the test, and so does an option that names a file.
ON_EVERY_EXAMPLE = {
    "run": [["--config", "StopTime=1e-3", "--quiet", "--profile", "--out", "{}/run.csv", "--stats", "{}/run.json",
             "--save", "{}/point.json"],
            ["--config", "StopTime=2e-3", "--quiet", "--out", "{}/run.mat", "--from", "{}/point.json"],
            ["--config", "StopTime=1e-3", "--quiet", "--out", "{}/run.flxrun", "--variables", "{}/variables.mat"]],
    "info": [[], ["--json"], ["--jacobian"], ["--jacobian", "--json"]],
    "lint": [[]],
    "edit": [["--add", "math/gain:Added by the test", "--out", "{}/edited.flx"]],
    "linearize": [["--quiet", "--out", "{}/linear.json"], ["--quiet", "--point", "{}/point.json", "--out", "{}/linear.mat"],
                  ["--quiet", "--out", "{}/linear.csv"]],
    "tune": [["--quiet", "--out", "{}/tuned.flx"], ["--quiet", "--point", "{}/point.json", "--json", "{}/tuned.json"]],
    "estimate": [["--quiet", "--data", "{}/run.csv", "--parameter", "none", "--out", "{}/estimated.flx",
                  "--json", "{}/estimated.json"]],
    "optimize": [["--quiet", "--runs", "1", "--config", "StopTime=1e-3", "--goal", "none: maximum <= 1", "--parameter", "none",
                  "--out", "{}/optimized.flx", "--json", "{}/optimized.json"]],
    "trim": [["--quiet", "--save", "{}/trimmed.json", "--out", "{}/trimmed.flx"], ["--quiet", "--point", "{}/point.json"],
             ["--quiet", "--vary", "none=1", "--table", "{}/trims.csv"]],
}
# Not every example has a state of rest, one PID controller, or a variable that can be estimated: then a message says so.
MAY_FAIL = {"trim", "tune", "estimate", "optimize"}
# Tests of their own do it: not every example can be written as C.
ELSEWHERE = {"generate"}


class EveryExample(CliTest):
    def test_every_command_runs_on_every_example(self):
        commands = re.findall(r"^  ([a-z]+)  ", self.succeed("--help").split("\n\n")[1], re.MULTILINE)
        with_model = [c for c in commands if "MODEL.flx" in self.succeed(c, "--help").splitlines()[0]]
        self.assertEqual(set(with_model), ON_EVERY_EXAMPLE.keys() | ELSEWHERE)
        for command, tried in ON_EVERY_EXAMPLE.items():
            files = set(re.findall(r"(--[a-z]+) FILE", self.succeed(command, "--help")))
            self.assertLessEqual(files, {word for options in tried for word in options}, command)
        models = sorted(EXAMPLES.glob("*/*.flx"))
        self.assertGreaterEqual(len(models), 54)
        # Under sanitizers that takes long: `./dev check` runs a part, "1/3" its second third.
        part, parts = map(int, os.environ.get("FLUXION_PART", "0/1").split("/"))
        for model in models[part::parts]:
            for command in ON_EVERY_EXAMPLE:
                for options in ON_EVERY_EXAMPLE[command]:
                    with self.subTest(model=model.name, command=command, options=options):
                        words = [word.format(self.folder) for word in options]
                        done = self.run_cli(command, str(model), *words)
                        allowed = (0, 1) if command in MAY_FAIL else (0,)
                        self.assertIn(done.returncode, allowed, done.stdout[-500:] + done.stderr[-500:])
                        self.assertTrue(done.returncode == 0 or done.stderr, "no message")


if __name__ == "__main__":
    unittest.main()
