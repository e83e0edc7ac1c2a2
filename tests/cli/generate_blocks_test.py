"""Drives fluxion-cli generate with every block of the library: the code gives what a run gives, to the last bit."""
import html
import json
import re
import subprocess
import unittest

from cli_test import line
from generating import Generate, built


# A model for each page of the reference, with each of its blocks that needs no other beside it: every input is driven by a
# state of its own, every output is recorded.
def pages_of_blocks(folder):
    for page in sorted((folder / "blocks").glob("*.md")):
        kinds = {}
        for part in re.split(r"^## ", page.read_text(), flags=re.M)[1:]:
            kind = re.search(r"^<code>(.*?)</code>$", part, re.M)
            ports = re.search(r"^\| Port \|.*\n\| ---.*\n((?:\|.*\n)*)", part, re.M)
            rows = [row.split("|") for row in ports.group(1).splitlines()] if ports else []
            if kind:
                kinds[html.unescape(kind.group(1))] = [row[2].strip() for row in rows]
        # What conserves something is part of a network, and the examples have these.
        yield page.stem, {k: p for k, p in kinds.items() if not any("conserving" in port for port in p)}


# These end a run, or a block of the kind around or beside it would be another.
ALONE = {"sinks/stop_simulation", "verification/assertion"}

# Inputs with more than one element.
SIZES = {"constraints/energy_projection": 2, "invariants/unit_quaternion": 3, "logic/combinatorial_logic": 3, "math/cross_product": 3,
         "routing/demux": 2}


def model_of(kinds):
    blocks, lines, number = [], [], 10
    def add(kind, name, **parameters):
        nonlocal number
        number += 1
        blocks.append({"id": number, "type": kind, "name": name, "parameters": parameters})
        return number
    def connect(source, target):
        nonlocal number
        number += 1
        lines.append(line(number, source, target))
    for kind, ports in kinds.items():
        name = kind.replace("/", " ")
        # Signals of this bench need not keep to what the block asserts.
        tested = add(kind, name, **({"StopWhenAssertionFail": "off"} if kind.startswith("verification/") else {}))
        for k in range(ports.count("input")):
            values = [str(round(0.31 + 0.17 * k + 0.4 * i, 2)) for i in range(SIZES.get(kind, 1))]
            state = add("continuous/integrator", f"{name} x{k}", InitialCondition=f"[{'; '.join(values)}]" if len(values) > 1 else values[0])
            decay = add("math/gain", f"{name} decay{k}", k="-0.7")
            connect((state, 1), (decay, 1))
            connect((decay, 1), (state, 1))
            if kind == "math/algebraic_constraint":
                difference = add("math/sum", f"{name} difference", signs="+-")
                connect((state, 1), (difference, 1))
                connect((tested, 1), (difference, 2))
                connect((difference, 1), (tested, 1))
            else:
                connect((state, 1), (tested, k + 1))
        for k in range(ports.count("output")):
            connect((tested, k + 1), (add("sinks/scope", f"{name} y{k}"), 1))
    return {"fluxion": 1, "settings": {"StopTime": "0.5", "Solver": "ode4", "FixedStep": "0.01"}, "blocks": blocks,
            "lines": lines}


# Several models as one program: what has a name in a file gets the number of its model behind it.
def renamed(folder, number):
    text = "\n".join((folder / name).read_text() for name in ("model.h", "model.c", "model_data.c", "main.c"))
    text = re.sub(r"#include.*\n", "", text).replace("#ifndef MODEL_H\n#define MODEL_H\n", "#if 1\n", 1)
    names = set(re.findall(r"^(?:static |extern )?(?:const )?\w[\w ]*?\**\s*\**(\w+)\(", text, re.M))
    names |= set(re.findall(r"^static (?:const )?[\w ]+?\**(\w+)(?:\[|;| =)", text, re.M))
    names |= set(re.findall(r"^(?:typedef )?(?:struct|enum) (\w+) \{", text, re.M)) | set(re.findall(r"^\} (\w+);", text, re.M))
    names |= set(re.findall(r"typedef \w+ \(\*(\w+)\)", text)) | {"model_default_parameters"}
    for body in re.findall(r"enum \w* ?\{(.*?)\}", text, re.S):
        names |= set(re.findall(r"(?:^|,)\s*(\w+)", re.sub(r"/\*.*?\*/", "", body, flags=re.S)))
    defines = "".join(f"#define {n} {n}_{number}\n" for n in sorted(names))
    return defines + text + "".join(f"#undef {n}\n" for n in sorted(names))


def program_of(folders):
    system = "".join(f"#include <{name}.h>\n" for name in ("float", "math", "stddef", "stdint", "stdio", "stdlib", "string"))
    text = "".join(renamed(folder, k).replace("int main(", "static int main(") for k, folder in enumerate(folders))
    calls = "".join(f'  {{ char path[] = "{folder}/written.csv"; char *words[] = {{path, path}}; result |= main_{k}(2, words); }}\n'
                    for k, folder in enumerate(folders))
    return system + text + "int main(void) {\n  int result = 0;\n" + calls + "  return result;\n}\n"


# How far single precision is off: of the greatest size of a column, or of 1. Derivatives divide roundings by a step of 0.01 s.
BOUND = 1e-5


class Blocks(Generate):
    # Writes a model for each page, and one program for all; what is refused has its reason.
    def written(self, *options):
        self.succeed("reference", "--out", str(self.folder / "reference"), "--built-in")
        folders, kept, refused = [], 0, {}
        for page, kinds in pages_of_blocks(self.folder / "reference"):
            kinds = {k: p for k, p in kinds.items() if k not in ALONE}
            folder = self.folder / page
            while kinds:
                folder.mkdir(exist_ok=True)
                model = folder / "model.flx"
                model.write_text(json.dumps(model_of(kinds)))
                done = self.run_cli("generate", str(model), "--out", str(folder), "--quiet", *options)
                if done.returncode == 0:
                    folders.append(folder)
                    kept += len(kinds)
                    break
                wrong = {k for k in kinds if re.search(rf"model\.flx: {re.escape(k.replace('/', ' '))}[:/ ]", done.stderr)}
                self.assertTrue(wrong, done.stderr)
                refused |= {k: done.stderr for k in wrong}
                kinds = {k: p for k, p in kinds.items() if k not in wrong}
        (self.folder / "all.c").write_text(program_of(folders))
        program = built(self.folder, "all.c", flags=("-O0",))
        subprocess.run([program], check=True)
        return folders, kept, refused

    # Blocks may warn of what this bench does to them. The program leaves inputs at 0.
    def expected(self, folder, *options):
        inports = [b["name"] for b in json.loads((folder / "model.flx").read_text())["blocks"] if b["type"] == "ports/inport"]
        done = self.run_cli("run", str(folder / "model.flx"), "--out", str(folder / "expected.csv"), "--quiet", *options,
                            *(word for name in inports for word in ("--input", f"{name}=0")))
        self.assertEqual(done.returncode, 0, done.stderr)
        return folder / "expected.csv"

    def test_every_block_equals_its_run_or_is_refused(self):
        folders, equal, refused = self.written()
        for folder in folders:
            with self.subTest(folder.name):
                self.assertEqual((folder / "written.csv").read_text(), self.expected(folder).read_text())
        self.assertGreaterEqual(equal, 220, sorted(refused))

    def test_single_precision_is_near(self):
        free = ("--config", "Projection=off")
        folders, near, refused = self.written("--precision", "float", *free)
        for folder in folders:
            with self.subTest(folder.name):
                self.assert_near(self.expected(folder, *free), folder / "written.csv", BOUND)
        self.assertGreaterEqual(near, 190, sorted(refused))


if __name__ == "__main__":
    unittest.main()
