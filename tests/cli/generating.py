"""What the tests of generated code have in common: they compile it without a warning, and compare it with a run."""
import csv
import hashlib
import math
import os
import shutil
import subprocess
import unittest

from cli_test import ROOT, CliTest

COMPILER = shutil.which(os.environ.get("CC", "cc"))
FLAGS = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Wdouble-promotion", "-Werror",
         "-ffp-contract=off"]
FILES = ["CMakeLists.txt", "Makefile", "generated_files.txt", "main.c", "model.c", "model.h", "model_data.c", "report.html"]

def built(folder, *sources, flags=("-O2",)):
    program = folder / "program"
    files = [folder / name for name in sources or ("main.c", "model.c", "model_data.c")]
    subprocess.run([COMPILER, *FLAGS, *flags, "-o", program, *files, "-lm"], check=True)
    return program


@unittest.skipUnless(COMPILER, "there is no C compiler")
class Generate(CliTest):
    def generate(self, model, *options, name="code"):
        folder = self.folder / name
        self.succeed("generate", str(model), "--out", str(folder), "--quiet", *options)
        return folder

    # Compiles, runs, and compares with a run: byte by byte. `generated`: options that a run does not have.
    def check_equal(self, model, *options, flags=("-O2",), generated=()):
        folder = self.generate(model, *options, *generated)
        expected, written = self.folder / "expected.csv", self.folder / "written.csv"
        run = self.run_cli("run", str(model), "--out", str(expected), "--quiet", *options)
        program = subprocess.run([built(folder, flags=flags), written], capture_output=True, text=True)
        self.assertEqual(program.returncode, run.returncode, program.stderr + run.stderr)
        self.assertEqual(written.read_text(), expected.read_text())
        return folder


    # Column by column, each by its greatest size or by 1; NaN and infinities are at the same places.
    def assert_near(self, expected, written, bound):
        (names, exact), (found_names, found) = read_csv(expected), read_csv(written)
        self.assertEqual(found_names, names)
        self.assertEqual(len(found), len(exact))
        for k, name in enumerate(names):
            size = max([1.0, *(abs(row[k]) for row in exact if math.isfinite(row[k]))])
            for one, other in zip(exact, found):
                same = one[k] == other[k] or (math.isnan(one[k]) and math.isnan(other[k]))
                if not same and not abs(one[k] - other[k]) <= bound * size:
                    self.fail(f"{name} at {one[0]}: {other[k]} instead of {one[k]}")


def read_csv(path):
    with open(path, newline="") as file:
        names, *rows = csv.reader(file)
    return names, [[float(number) for number in row] for row in rows]


# A part of these, another one with each commit; all where FLUXION_TEST_ALL is set.
def sampled(things, parts=3):
    things = list(things)
    commit = subprocess.run(["git", "-C", str(ROOT), "rev-parse", "HEAD"], capture_output=True, text=True, check=False).stdout.strip()
    if not commit or os.environ.get("FLUXION_TEST_ALL"):
        return things
    return things[int(hashlib.sha256(commit.encode()).hexdigest(), 16) % parts::parts]
