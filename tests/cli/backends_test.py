"""Drives fluxion-cli run with each backend: the results must not show which it was."""
import json
import unittest

from cli_test import EXAMPLES, CliTest


class Backends(CliTest):
    def run_by(self, backend, model):
        out, stats = self.folder / "out.csv", self.folder / "stats.json"
        done = self.run_cli("run", model, "--config", f"Backend={backend}", "--out", out, "--stats", stats)
        statistics = json.loads(stats.read_text())
        kernels = statistics.pop("native_kernels")
        statistics.pop("wall_time")
        self.described = statistics.pop("backend")
        return (done.returncode, done.stderr, out.read_text(), statistics), kernels

    def test_machine_code_gives_what_the_interpreter_gives(self):
        for name in ("bouncing_ball", "predator_prey_projected", "heat_conduction", "sampled_pid", "buck_converter"):
            model = EXAMPLES / name / f"{name}.flx"
            with self.subTest(name):
                expected, none = self.run_by("interpreter", model)
                self.assertEqual(none, 0)
                self.assertEqual(self.described, "interpreter, as the setting Backend says")
                self.assertEqual(self.run_by("native", model)[0], expected)
                self.assertEqual(self.run_by("auto", model)[0], expected)


if __name__ == "__main__":
    unittest.main()
