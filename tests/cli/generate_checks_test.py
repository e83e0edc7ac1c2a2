"""Drives fluxion-cli generate: what static checks find in the code is what the handbook says."""
import re
import shutil
import subprocess
import unittest

from cli_test import EXAMPLES, ROOT
from generate_methods_test import delayed
from generate_tasks_test import control_model
from generating import Generate


def deviations():
    text = (ROOT / "docs" / "code-generation.md").read_text()
    rows = re.findall(r"^\| ([\d., ]+) \|", text, re.M)
    return {rule for row in rows for rule in row.split(", ")}


class Checks(Generate):
    def folders(self):
        for name, solver in (("stick_slip", "ode1be"), ("kalman_tracker", "discrete")):
            yield self.generate(EXAMPLES / name / f"{name}.flx", "--config", f"Solver={solver}", name=name)
        yield self.generate(self.model(delayed("continuous/transport_delay", {"DelayTime": "0.3"})), name="delay")
        yield self.generate(self.model(control_model(True)), "--tasks", "per-rate", name="tasks")

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


if __name__ == "__main__":
    unittest.main()
