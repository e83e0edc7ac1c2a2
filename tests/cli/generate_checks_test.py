"""Drives fluxion-cli generate: what static checks find in the code is what the handbook says."""
import random
import re
import shutil
import subprocess
import unittest

from cli_test import EXAMPLES, ROOT, ramp_model
from generate_loops_test import random_loop
from generate_methods_test import delayed
from generate_tasks_test import control_model
from generating import FLAGS, Generate, built, sampled


# Rules and what the code does, as the report of generated code lists them.
def listed_deviations(report):
    table = report.split("Deviations from MISRA", 1)[1].split("</table>", 1)[0]
    rows = re.findall(r"<td>([\d., ]+)</td><td>(.*)</td>", table)
    return [(rules, re.sub("</?code>", "`", what)) for rules, what in rows]


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

    def test_the_report_and_the_handbook_list_the_same_deviations(self):
        listed = listed_deviations((self.generate(self.model(ramp_model(Solver="ode4"))) / "report.html").read_text())
        self.assertGreater(len(listed), 10)
        handbook = (ROOT / "docs" / "code-generation.md").read_text().split("| Rule | What the code does |", 1)[1]
        self.assertEqual(re.findall(r"^\| ([\d., ]+) \| (.*) \|$", handbook, re.M), listed)

    @unittest.skipUnless(shutil.which("cppcheck"), "there is no cppcheck")
    def test_cppcheck(self):
        for folder in self.folders():
            listed = listed_deviations((folder / "report.html").read_text())
            known = {rule for rules, _ in listed for rule in rules.split(", ")}
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

    # Another compiler has warnings of its own.
    @unittest.skipUnless(shutil.which("clang"), "there is no clang")
    def test_clang_has_no_warning_and_gives_the_same_numbers(self):
        for folder in self.folders():
            with self.subTest(folder.name):
                written = {}
                for compiler in ("clang", "cc"):
                    written[compiler] = folder / f"{compiler}.csv"
                    subprocess.run([compiler, *FLAGS, "-O2", "-o", folder / compiler, folder / "main.c", folder / "model.c",
                                    folder / "model_data.c", "-lm"], check=True)
                    subprocess.run([folder / compiler, written[compiler]], check=True)
                self.assertEqual(written["clang"].read_bytes(), written["cc"].read_bytes())

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
