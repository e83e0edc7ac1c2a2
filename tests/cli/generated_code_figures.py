"""How many examples and blocks the generated code of which equals a run, and what static checks say of it: the numbers
in docs/code-generation.md. Takes some minutes, and is no test:

    FLUXION_CLI=build/release/bin/fluxion-cli /usr/bin/python3 tests/cli/generated_code_figures.py
"""
import collections
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from cli_test import EXAMPLES, PROGRAM
from generate_blocks_test import ALONE, model_of, pages_of_blocks, program_of
from generate_examples_test import STEPS
from generating import FLAGS

COMPILERS = [(compiler, level) for compiler in ("gcc", "clang") for level in ("-O0", "-O2") if shutil.which(compiler)]


def succeeds(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, check=False).returncode == 0


def equals(folder, program, expected):
    written = folder / "written.csv"
    written.unlink(missing_ok=True)
    subprocess.run([program, written], capture_output=True, check=False)
    return written.exists() and written.read_bytes() == expected.read_bytes()


# With ode4 the method of examples that are not stiff; ode14x takes the same steps.
def examples(root, solver):
    equal, refused, unequal = 0, [], []
    for model in sorted(EXAMPLES.glob("*/*.flx")):
        options = ["--config", f"Solver={solver}"]
        if model.stem in STEPS:
            options += ["--config", f"FixedStep={STEPS[model.stem]}"]
        folder = root / f"{solver}_{model.stem}"
        if not succeeds(PROGRAM, "generate", model, "--out", folder, "--quiet", *options):
            refused.append(model.stem)
            continue
        expected = folder / "expected.csv"
        succeeds(PROGRAM, "run", model, "--out", expected, "--quiet", *options)
        good = expected.exists()
        for compiler, level in COMPILERS:
            good = good and succeeds(compiler, *FLAGS, level, "-o", folder / "program", folder / "main.c", folder / "model.c",
                                     folder / "model_data.c", "-lm") and equals(folder, folder / "program", expected)
        print(model.stem, "equal" if good else "NOT EQUAL", file=sys.stderr, flush=True)
        equal += good
        unequal += [] if good else [model.stem]
    print(f"examples, {solver}: {equal} equal; refused: {', '.join(refused) or 'none'}; not equal: {', '.join(unequal) or 'none'}",
          flush=True)


def blocks(root):
    succeeds(PROGRAM, "reference", "--out", root / "reference", "--built-in")
    folders, kinds, written = [], 0, 0
    for page, of_page in pages_of_blocks(root / "reference"):
        folder = root / page
        of_page = {k: p for k, p in of_page.items() if k not in ALONE}
        kinds += len(of_page)
        folder.mkdir()
        for kind in list(of_page):
            (folder / "model.flx").write_text(json.dumps(model_of({kind: of_page[kind]})))
            if not succeeds(PROGRAM, "generate", folder / "model.flx", "--out", root / "tried", "--quiet"):
                del of_page[kind]
        (folder / "model.flx").write_text(json.dumps(model_of(of_page)))
        if of_page and succeeds(PROGRAM, "generate", folder / "model.flx", "--out", folder, "--quiet"):
            folders.append((folder, len(of_page)))
            inports = [b["name"] for b in json.loads((folder / "model.flx").read_text())["blocks"] if b["type"] == "ports/inport"]
            succeeds(PROGRAM, "run", folder / "model.flx", "--out", folder / "expected.csv", "--quiet",
                     *(word for name in inports for word in ("--input", f"{name}=0")))
    (root / "all.c").write_text(program_of([folder for folder, _ in folders]))
    good = {folder: True for folder, _ in folders}
    for compiler, level in COMPILERS:
        built = succeeds(compiler, *FLAGS, level, "-o", root / "program", root / "all.c", "-lm") and succeeds(root / "program")
        for folder in good:
            good[folder] &= built and (folder / "written.csv").read_bytes() == (folder / "expected.csv").read_bytes()
    written = sum(count for folder, count in folders if good[folder])
    unequal = [folder.name for folder in good if not good[folder]]
    print(f"blocks: {written} of {kinds} equal; pages that are not: {', '.join(unequal) or 'none'}", flush=True)


# What cppcheck and clang-tidy find in all folders, rule by rule.
def checks(root, solver):
    rules, tidy = collections.Counter(), collections.Counter()
    for folder in sorted(root.glob(f"{solver}_*")):
        sources = [folder / "model.c", folder / "model_data.c"]
        found = subprocess.run(["cppcheck", "--std=c99", "--enable=warning,style,performance,portability", "--addon=misra",
                                "--suppress=missingIncludeSystem", "-q", "--template={id}", *sources], capture_output=True, text=True,
                               check=False).stderr
        rules.update(set(found.split()))
        found = subprocess.run(["clang-tidy", "-quiet", "-checks=-*,bugprone-*,cert-*", *sources, folder / "main.c", "--", "-std=c99"],
                               capture_output=True, text=True, check=False).stdout
        tidy.update(set(re.findall(r"\[([a-z][\w.,-]*)\]$", found, re.M)))
    print("cppcheck, in how many examples:", dict(sorted(rules.items())))
    print("clang-tidy, in how many examples:", dict(sorted(tidy.items())))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        where = pathlib.Path(place)
        parts = sys.argv[1:] or ["ode4", "ode14x", "blocks", "checks"]
        for part in parts:
            if part == "blocks":
                blocks(where)
            elif part == "checks":
                checks(where, "ode4")
            else:
                examples(where, part)
