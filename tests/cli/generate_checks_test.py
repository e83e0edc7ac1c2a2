"""Drives fluxion-cli generate: what static checks find in the code is what the handbook says."""
import random
import re
import shutil
import subprocess
import unittest

from cli_test import EXAMPLES, ROOT
from generate_loops_test import random_loop
from generate_methods_test import delayed
from generate_tasks_test import control_model
from generating import Generate, built, sampled


def deviations():
    text = (ROOT / "docs" / "code-generation.md").read_text()
    rows = re.findall(r"^\| ([\d., ]+) \|", text, re.M)
    return {rule for row in rows for rule in row.split(", ")}


class Checks(Generate):
    def models(self):
        for name, solver in (("stick_slip", "ode1be"), ("kalman_tracker", "discrete")):
            yield name, EXAMPLES / name / f"{name}.flx", ("--config", f"Solver={solver}")
        yield "delay", self.model(delayed("continuous/transport_delay", {"DelayTime": "0.3"}), "delay.flx"), ()
        yield "tasks", self.model(control_model(True), "tasks.flx"), ("--tasks", "per-rate")

    def larger_models(self):
        yield "loop", self.model(random_loop(random.Random(1)), "loop.flx"), ()
        yield "projection", EXAMPLES / "rigid_body" / "rigid_body.flx", ("--config", "Solver=ode4", "--config", "Projection=symmetric")

    # Those that take long not in each commit.
    def folders(self):
        larger = sampled(range(2), 2)
        for name, model, options in self.models():
            yield self.generate(model, *options, name=name)
        for k, (name, model, options) in enumerate(self.larger_models()):
            if k in larger:
                yield self.generate(model, *options, name=name)

    @unittest.skipUnless(shutil.which("cppcheck"), "there is no cppcheck")
    def test_cppcheck(self):
        known = deviations()
        self.assertIn("15.6", known)
        for folder in self.folders():
            done = subprocess.run(["cppcheck", "--std=c99", "--enable=warning,style,performance,portability", "--addon=misra",
                                   "--suppress=missingIncludeSystem", "-q", "--template={id} {file}:{line} {message}",
                                   folder / "model.c", folder / "model_data.c"], capture_output=True, text=True, check=True)
            for text in done.stderr.splitlines():
                with self.subTest(folder.name, text=text):
                    rule = re.match(r"misra-c2012-([\d.]+) ", text)
                    self.assertIsNotNone(rule, text)
                    self.assertIn(rule.group(1), known)

    @unittest.skipUnless(shutil.which("clang-tidy"), "there is no clang-tidy")
    def test_clang_tidy(self):
        for folder in self.folders():
            checks = "-*,bugprone-*,cert-*,-bugprone-easily-swappable-parameters"
            done = subprocess.run(["clang-tidy", "-quiet", f"-checks={checks}", folder / "model.c", folder / "model_data.c", "--",
                                   "-std=c99"], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stdout), (0, ""), folder.name)

    # Also of casts of numbers that do not fit.
    def test_sanitizers(self):
        flags = ("-O1", "-g", "-fsanitize=address,undefined", "-fsanitize=float-cast-overflow", "-fno-sanitize-recover=all")
        some = sampled(range(6))
        for k, (name, model, options) in enumerate([*self.models(), *self.larger_models()]):
            if k not in some:
                continue
            with self.subTest(name):
                folder = self.generate(model, *options, name=name)
                ran = subprocess.run([built(folder, flags=flags), folder / "written.csv"], capture_output=True, text=True, check=False)
                self.assertEqual((ran.returncode, ran.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
