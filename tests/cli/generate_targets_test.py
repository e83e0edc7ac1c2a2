"""Drives fluxion-cli generate: subsystems alone, and shared libraries behind the interface that all models have."""
import csv
import ctypes
import math
import os
import pathlib
import re
import shutil
import socket
import stat
import struct
import subprocess
import threading
import unittest

from cli_test import EXAMPLES, block, line, ramp_model
from generate_test import COMPILER, FLAGS, Generate

PARAMETER, INPUT, OUTPUT, STATE, DISCRETE = range(5)
OK, FINISHED, ENDED, CHECK_FAILED, NOT_FINITE = range(5)
NO_ITEM, WRONG_COUNT, WRONG_VALUE, NOT_INITIALIZED, WRONG_STATE = range(100, 105)


class Library:
    """fluxion_model.h for Python: what the handbook shows, and what the tests need besides."""

    def __init__(self, path):
        self.library = ctypes.CDLL(str(path))
        text, number, whole, instance = ctypes.c_char_p, ctypes.c_double, ctypes.c_int32, ctypes.c_void_p
        numbers = ctypes.POINTER(ctypes.c_double)
        for name, result, arguments in (
                ("version", whole, []), ("model_name", text, []), ("step_size", number, []), ("count", whole, [whole]),
                ("name", text, [whole, whole]), ("label", text, [whole, whole]), ("unit", text, [whole, whole]),
                ("rows", whole, [whole, whole]), ("columns", whole, [whole, whole]), ("find", whole, [whole, text]),
                ("create", instance, []), ("destroy", None, [instance]), ("initialize", whole, [instance]),
                ("step", whole, [instance]), ("run_to", whole, [instance, number]), ("time", number, [instance]),
                ("stop_time", number, [instance]), ("set_stop_time", whole, [instance, number]),
                ("message", text, [instance]), ("get", whole, [instance, whole, whole, numbers, whole]),
                ("set", whole, [instance, whole, whole, numbers, whole]),
                ("get_by_name", number, [instance, whole, text]),
                ("set_by_name", whole, [instance, whole, text, number]), ("state_size", ctypes.c_size_t, []),
                ("save", whole, [instance, instance, ctypes.c_size_t]),
                ("restore", whole, [instance, instance, ctypes.c_size_t])):
            function = getattr(self.library, "fluxion_" + name)
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)

    def items(self, kind):
        return [(self.name(kind, k).decode(), self.label(kind, k).decode(), self.rows(kind, k), self.columns(kind, k))
                for k in range(self.count(kind))]

    def values(self, model, kind):
        got = []
        for k in range(self.count(kind)):
            count = self.rows(kind, k) * self.columns(kind, k)
            memory = (ctypes.c_double * count)()
            assert self.get(model, kind, k, memory, count) == OK
            got += list(memory)
        return got

    def put(self, model, kind, name, *values):
        return self.set(model, kind, self.find(kind, name.encode()), (ctypes.c_double * len(values))(*values), len(values))

    def saved(self, model):
        memory = ctypes.create_string_buffer(self.state_size())
        assert self.save(model, memory, len(memory)) == OK
        return memory.raw


@unittest.skipUnless(COMPILER, "there is no C compiler")
class Targets(Generate):
    def library(self, model, *options, name="code"):
        folder = self.generate(model, "--target", "shared", *options, name=name)
        (made,) = folder.glob("lib*.so")
        return Library(made)

    def csv(self, model, *options):
        path = self.folder / "run.csv"
        self.succeed("run", str(model), "--out", str(path), "--quiet", *options)
        with path.open(newline="") as file:
            return list(csv.DictReader(file))


# A plant with a mask, in it a sampled controller with a scalar and a vector input, a mask and states of both kinds.
def nested_model():
    mask = {"parameters": [{"name": "g", "prompt": "Gain", "value": "rate/2", "type": "edit"}]}
    inner_mask = {"parameters": [{"name": "k", "prompt": "Gain", "value": "2*g", "type": "edit"}]}
    blocks = [
        block(2, "sources/sine_wave", "Drive", Frequency="3"),
        block(3, "sources/constant", "Goal", value="[0.5; -1.5]"),
        {**block(4, "ports/subsystem", "Plant"), "mask": mask},
        block(5, "ports/outport", "out", port="1"),
        block(6, "ports/outport", "measured", port="2"),
    ]
    inside = [
        block(10, "ports/inport", "drive", port="1"), block(11, "ports/inport", "goal", port="2"),
        block(12, "math/gain", "Scale", k="g"), block(13, "discrete/zero_order_hold", "Sampler", SampleTime="0.1"),
        {**block(14, "ports/subsystem", "Controller"), "mask": inner_mask},
        block(15, "continuous/first_order", "Lag"),
        block(16, "ports/outport", "y", port="1"), block(17, "ports/outport", "e", port="2"),
    ]
    deep = [
        block(20, "ports/inport", "error", port="1"), block(21, "ports/inport", "set point", port="2"),
        block(22, "math/gain", "P", k="k"), block(23, "discrete/unit_delay", "Last", x0="0.25"),
        block(24, "math/reduction", "Sum"), block(25, "math/sum", "All", signs="+-+"),
        block(26, "ports/outport", "command", port="1"),
    ]
    lines = [line(30, (2, 1), (4, 1)), line(31, (3, 1), (4, 2)), line(32, (4, 1), (5, 1)), line(33, (4, 2), (6, 1)),
             line(34, (10, 1), (12, 1)), line(35, (12, 1), (13, 1)), line(36, (13, 1), (14, 1)), line(37, (11, 1), (14, 2)),
             line(38, (14, 1), (16, 1)), line(39, (13, 1), (17, 1)), line(40, (14, 1), (15, 1)),
             line(41, (20, 1), (22, 1)), line(42, (22, 1), (23, 1)), line(43, (21, 1), (24, 1)), line(44, (22, 1), (25, 1)),
             line(45, (23, 1), (25, 2)), line(46, (24, 1), (25, 3)), line(47, (25, 1), (26, 1))]
    return {"fluxion": 1, "settings": {"StopTime": "2", "Solver": "ode3", "FixedStep": "0.05"},
            "variables": [{"id": 1, "name": "rate", "value": "2.5"}],
            "blocks": blocks + [{**b, "parent": 4} for b in inside] + [{**b, "parent": 14} for b in deep], "lines": lines}


class Subsystem(Targets):
    def test_its_inputs_and_outputs_are_those_of_the_code(self):
        model = self.model(nested_model())
        rows = self.csv(model)
        library = self.library(model, "--subsystem", "Plant/Controller")
        self.assertEqual(library.model_name(), b"model.flx, Plant/Controller")
        self.assertEqual(library.items(INPUT), [("error", "error", 1, 1), ("set_point", "set point", 2, 1)])
        self.assertEqual(library.items(OUTPUT), [("command", "command", 1, 1)])
        self.assertIn(("Controller_P_k", "Controller/P: k", 1, 1), library.items(PARAMETER))
        controller = library.create()
        self.addCleanup(library.destroy, controller)
        for k, row in enumerate(rows):
            # The sample of the end of a step.
            library.put(controller, INPUT, "error", float(row["measured"]))
            library.put(controller, INPUT, "set point", 0.5, -1.5)
            self.assertEqual(library.step(controller) if k else library.initialize(controller), OK)
            self.assertEqual(library.values(controller, OUTPUT), [float(row["out"])], row)

    def test_a_continuous_subsystem_is_a_model_that_can_be_run(self):
        model = self.model(nested_model())
        folder = self.generate(model, "--subsystem", "Plant")
        text = (folder / "model.h").read_text()
        self.assertRegex(text, r"double drive;")
        self.assertRegex(text, r"double goal\[2\];")
        subprocess.run([COMPILER, *FLAGS, "-c", "-o", folder / "model.o", folder / "model.c"], check=True)

    def test_a_conditional_one_has_its_control_port_as_an_input(self):
        content = ramp_model(Solver="ode1", FixedStep="0.1")
        content["blocks"] += [block(20, "ports/subsystem", "Sub"), block(25, "ports/outport", "y")]
        content["blocks"] += [{**b, "parent": 20} for b in (
            block(21, "ports/inport", "u"), block(22, "ports/enable", "Enable"), block(23, "continuous/integrator", "Held"),
            block(24, "ports/outport", "y"))]
        content["lines"] += [line(30, (21, 1), (23, 1)), line(31, (23, 1), (24, 1)), line(32, (4, 1), (20, 1)),
                             line(33, (2, 1), (20, 2)), line(34, (20, 1), (25, 1))]
        library = self.library(self.model(content), "--subsystem", "Sub")
        self.assertEqual([name for name, *_ in library.items(INPUT)], ["u", "Enable"])
        model = library.create()
        self.addCleanup(library.destroy, model)
        library.set_by_name(model, INPUT, b"u", 2.0)
        library.initialize(model)
        expected = 0.0
        for enabled in (0, 1, 1, 0, 1):
            library.set_by_name(model, INPUT, b"Enable", enabled)
            library.step(model)
            # Whether it is executed is decided at the end of a step.
            self.assertAlmostEqual(library.get_by_name(model, OUTPUT, b"y"), expected)
            expected += 0.2 * enabled

    def test_what_hangs_on_what_is_around_it_is_refused(self):
        content = nested_model()
        content["blocks"] += [block(50, "routing/goto", "Send", GotoTag="far", TagVisibility="global"),
                              {**block(51, "routing/from", "Receive", GotoTag="far"), "parent": 14},
                              {**block(52, "sinks/scope", "Look"), "parent": 14},
                              block(53, "routing/data_store_memory", "Store", DataStoreName="box"),
                              {**block(54, "routing/data_store_read", "Take", DataStoreName="box"), "parent": 14},
                              {**block(55, "sinks/scope", "Look 2"), "parent": 14}]
        content["lines"] += [line(60, (2, 1), (50, 1)), line(61, (51, 1), (52, 1)), line(62, (54, 1), (55, 1))]
        model = self.model(content)
        out = ("--out", str(self.folder / "none"))
        for parts in (["Controller/Receive: ", "'far'", "Inport"], ["Controller/Take: ", "'box'", "Data Store Memory"]):
            self.fail_with(1, parts, "generate", model, "--subsystem", "Plant/Controller", *out)
        self.fail_with(1, ["Plant/Controler: ", "no subsystem", "Plant/Controller"], "generate", model, "--subsystem",
                       "Plant/Controler", *out)
        self.fail_with(1, ["Plant/Lag: ", "no subsystem"], "generate", model, "--subsystem", "Plant/Lag", *out)
        self.fail_with(2, ["--target fmu", "shared"], "generate", model, "--target", "fmu", *out)
        self.assertFalse((self.folder / "none").exists())


class Folder(Targets):
    def refused(self, parts, folder):
        self.fail_with(1, parts, "generate", self.model(ramp_model(Solver="ode4")), "--out", str(folder))

    def test_files_that_were_not_generated_are_kept(self):
        folder = self.folder / "own"
        folder.mkdir()
        (folder / "main.c").write_text("mine")
        (folder / "notes.txt").write_text("kept")
        self.refused(["main.c", "not generated", "move it away"], folder)
        (folder / "main.c").unlink()
        (folder / "model.h").symlink_to(folder / "notes.txt")
        self.refused(["model.h", "no regular file"], folder)
        (folder / "model.h").unlink()
        self.generate(self.model(ramp_model(Solver="ode4")), name="own")
        self.assertEqual((folder / "notes.txt").read_text(), "kept")
        (folder / "main.c").write_text((folder / "main.c").read_text() + "/* mine */\n")
        model = self.model(ramp_model(u="3", Solver="ode1"))
        self.fail_with(1, ["main.c", "changed after"], "generate", model, "--out", str(folder))

    def test_another_model_takes_the_place_of_one_that_was_generated(self):
        self.generate(self.model(ramp_model(Solver="ode4")))
        folder = self.generate(self.model(ramp_model(Solver="ode1")))
        self.assertIn("ode1", (folder / "model.c").read_text())

    def test_a_writing_that_was_interrupted_is_taken_up_again(self):
        folder = self.generate(self.model(ramp_model(Solver="ode4")))
        old = {p.name: p.read_bytes() for p in folder.iterdir()}
        self.generate(self.model(ramp_model(Solver="ode1")))
        new = {p.name: p.read_bytes() for p in folder.iterdir()}
        # Some files are new, some old, one is missing, and the list knows both.
        (folder / "model.c").write_bytes(old["model.c"])
        (folder / "main.c").unlink()
        lines = new["generated_files.txt"].decode().splitlines()
        both = lines + [text for text in old["generated_files.txt"].decode().splitlines() if text not in lines]
        (folder / "generated_files.txt").write_text("\n".join(both) + "\n")
        self.generate(self.model(ramp_model(Solver="ode1")))
        self.assertEqual({p.name: p.read_bytes() for p in folder.iterdir()}, new)

    @unittest.skipIf(os.geteuid() == 0, "root may write everywhere")
    def test_a_folder_that_may_not_be_written(self):
        folder = self.folder / "closed"
        folder.mkdir(stat.S_IRUSR | stat.S_IXUSR)
        self.refused(["closed"], folder)

    def test_a_compiler_that_is_not_there_leaves_the_source(self):
        model = self.model(ramp_model(Solver="ode4"))
        done = self.run_cli("generate", model, "--target", "shared", "--out", str(self.folder / "code"),
                            env={**os.environ, "CC": "no-such-compiler"})
        self.assertEqual(done.returncode, 1)
        self.assertIn("'no-such-compiler' cannot be started", done.stderr)
        self.assertTrue((self.folder / "code" / "fluxion_model.c").exists())
        self.assertEqual(list((self.folder / "code").glob("*.so*")), [])

    def test_names_that_headers_define(self):
        for name in ("M_PI", "FP_NAN", "DBL_MAX", "isgreater", "offsetof", "MODEL_H", "INT64_MAX", "stdin"):
            with self.subTest(name):
                model = ramp_model(Solver="ode4")
                model["blocks"][0] = block(2, "ports/inport", name)
                model["blocks"][3]["name"] = name + " "
                model["lines"][2]["name"] = name
                self.check_equal(self.model(model))


USE = r"""
#include <stdio.h>
#include <string.h>
#include "fluxion_model.h"
int main(void) {
  double total[1];
  fluxion_model *a = fluxion_create(), *b = fluxion_create();
  if (!a || !b || fluxion_version() != FLUXION_MODEL_VERSION) return 1;
  if (fluxion_set_by_name(b, FLUXION_PARAMETER, "Rate_k", 5.0) != FLUXION_OK) return 2;
  if (fluxion_initialize(a) != FLUXION_OK || fluxion_initialize(b) != FLUXION_OK) return 3;
  while (fluxion_step(a) == FLUXION_OK && fluxion_step(b) == FLUXION_OK) {}
  if (fluxion_get(a, FLUXION_OUTPUT, fluxion_find(FLUXION_OUTPUT, "Total"), total, 1) != FLUXION_OK) return 4;
  printf("%g %g %s\n", total[0], fluxion_get_by_name(b, FLUXION_OUTPUT, "Total"), fluxion_model_name());
  fluxion_destroy(a);
  fluxion_destroy(b);
  fluxion_destroy(NULL);
  return 0;
}
"""


class Shared(Targets):
    def test_from_c_with_all_warnings_and_from_cpp(self):
        self.library(self.model(ramp_model(Solver="ode4")))
        folder = self.folder / "code"
        (folder / "use.c").write_text(USE)
        subprocess.run([COMPILER, *FLAGS, "-DFLUXION_MODEL_BUILD", "-c", "-o", folder / "x.o", folder / "fluxion_model.c"],
                       check=True)
        subprocess.run([COMPILER, *FLAGS, "-o", folder / "use", folder / "use.c", folder / "libmodel.so",
                        f"-Wl,-rpath,{folder}"], check=True)
        said = subprocess.run([folder / "use"], capture_output=True, text=True, check=True).stdout
        self.assertEqual(said, "2 5 model.flx\n")
        if compiler := shutil.which("c++"):
            (folder / "use.cpp").write_text('#include "fluxion_model.h"\nint main() { return fluxion_version() - 1; }\n')
            subprocess.run([compiler, "-Wall", "-Wextra", "-Werror", "-o", folder / "use2", folder / "use.cpp",
                            folder / "libmodel.so", f"-Wl,-rpath,{folder}"], check=True)
            subprocess.run([folder / "use2"], check=True)

    def test_it_exports_its_interface_alone_and_calls_no_files(self):
        self.library(self.model(ramp_model(Solver="ode4")))
        made = self.folder / "code" / "libmodel.so"
        symbols = subprocess.run(["nm", "-D", "--defined-only", made], capture_output=True, text=True, check=True).stdout
        names = {text.split()[-1] for text in symbols.splitlines() if text.split()[-2] == "T"}
        header = (self.folder / "code" / "fluxion_model.h").read_text()
        self.assertEqual({n for n in names if not n.startswith("_")},
                         {w.split("(")[0].lstrip("*") for w in header.split() if w.lstrip("*").startswith("fluxion_") and "(" in w
                          and f"FLUXION_EXPORT" in header} & names)
        self.assertTrue(all(n.startswith("fluxion_") for n in names if not n.startswith("_")))
        used = subprocess.run(["nm", "-D", "-u", made], capture_output=True, text=True, check=True).stdout
        for name in ("printf", "fopen", "write", "pthread"):
            self.assertNotIn(name, used)

    def test_make_builds_the_same_interface(self):
        self.library(self.model(ramp_model(Solver="ode4")))
        folder = self.folder / "code"
        (folder / "libmodel.so").unlink()
        subprocess.run(["make", "-C", folder], check=True, capture_output=True)
        self.assertEqual(Library(folder / "libmodel.so").version(), 1)

    def test_instances_interleaved_and_in_threads(self):
        # Switches, rates, states of both kinds, random numbers.
        library = self.library(EXAMPLES / "sampled_pid" / "sampled_pid.flx", "--config", "Solver=ode4")

        def start(scale):
            model = library.create()
            self.addCleanup(library.destroy, model)
            for k in range(library.count(PARAMETER)):
                if library.rows(PARAMETER, k) * library.columns(PARAMETER, k) == 1:
                    name = library.name(PARAMETER, k)
                    library.set_by_name(model, PARAMETER, name, scale * library.get_by_name(model, PARAMETER, name))
            self.assertEqual(library.initialize(model), OK)
            return model

        def steps(model, count):
            return [library.step(model) and [] or library.values(model, OUTPUT) for _ in range(count)]

        alone = [steps(start(scale), 40) for scale in (1.0, 0.9)]
        self.assertNotEqual(*alone)
        a, b = start(1.0), start(0.9)
        mixed = [(steps(a, 1) + steps(b, 1)) for _ in range(40)]
        self.assertEqual([[row[k] for row in mixed] for k in range(2)], alone)
        models, found = [start(1.0), start(0.9)], {}

        def run(k):
            found[k] = steps(models[k], 40)

        threads = [threading.Thread(target=run, args=(k,)) for k in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([found[0], found[1]], alone)

    def test_a_saved_state_goes_on_with_the_same_bits(self):
        for name, options in (("sampled_pid", ()), ("bouncing_ball", ("FixedStep=0.01",)), ("stick_slip", ("FixedStep=0.01",))):
            with self.subTest(name):
                words = [w for option in ("Solver=ode4", *options) for w in ("--config", option)]
                library = self.library(EXAMPLES / name / f"{name}.flx", *words, name=name)
                first, other = library.create(), library.create()
                library.initialize(first)
                for _ in range(25):
                    library.step(first)
                saved = library.saved(first)

                def rest(model):
                    rows = []
                    while library.step(model) == OK:
                        rows.append([v.hex() for v in library.values(model, OUTPUT)])
                    return rows, library.time(model), library.saved(model)

                whole = rest(first)
                self.assertGreater(len(whole[0]), 20)
                for model in (first, other):
                    self.assertEqual(library.restore(model, saved, len(saved)), OK)
                    self.assertEqual(rest(model), whole)
                library.destroy(first)
                library.destroy(other)

    def test_a_state_that_is_not_its_own_is_refused(self):
        library = self.library(self.model(ramp_model(Solver="ode4")))
        other = self.library(self.model(ramp_model(Solver="ode1")), name="other")
        a, b = library.create(), other.create()
        library.initialize(a)
        other.initialize(b)
        saved = library.saved(a)
        self.assertEqual(library.restore(a, saved, len(saved) - 1), WRONG_COUNT)
        self.assertEqual(library.save(a, ctypes.create_string_buffer(8), 8), WRONG_COUNT)
        damaged = bytearray(saved)
        damaged[-40] ^= 1
        self.assertEqual(library.restore(a, bytes(damaged), len(saved)), WRONG_STATE)
        self.assertEqual(library.restore(a, bytes(len(saved)), len(saved)), WRONG_STATE)
        foreign = other.saved(b)
        self.assertIn(library.restore(a, foreign.ljust(len(saved), b"\0")[:len(saved)], len(saved)), (WRONG_STATE, WRONG_COUNT))
        self.assertEqual(library.saved(a), saved)
        library.destroy(a)
        other.destroy(b)

    def test_what_cannot_be_done_is_told_by_a_status(self):
        content = ramp_model(Solver="ode1", FixedStep="0.5", StopTime="3")
        content["blocks"][0] = block(2, "ports/inport", "u")
        library = self.library(self.model(content))
        model = library.create()
        self.addCleanup(library.destroy, model)
        self.assertEqual(library.step(model), NOT_INITIALIZED)
        self.assertEqual(library.step(None), WRONG_VALUE)
        self.assertEqual(library.set_by_name(model, INPUT, b"v", 1.0), NO_ITEM)
        self.assertEqual(library.set_by_name(model, OUTPUT, b"Total", 1.0), NO_ITEM)
        self.assertEqual(library.put(model, INPUT, "u", 1.0, 2.0), WRONG_COUNT)
        self.assertTrue(math.isnan(library.get_by_name(model, INPUT, b"v")))
        for kind in (-1, 5):
            self.assertEqual((library.count(kind), library.find(kind, b"u"), library.name(kind, 0)), (0, -1, None))
        self.assertEqual(library.step_size(), 0.5)
        library.set_by_name(model, INPUT, b"u", 3.0)
        self.assertEqual(library.initialize(model), OK)
        self.assertEqual(library.run_to(model, float("nan")), WRONG_VALUE)
        self.assertEqual((library.run_to(model, 1.2), library.time(model)), (OK, 1.5))
        self.assertEqual(library.items(STATE), [("Total_x", "Total.x", 1, 1)])
        self.assertEqual(library.get_by_name(model, STATE, b"Total.x"), 9.0)
        library.set_by_name(model, STATE, b"Total.x", -1.0)
        self.assertEqual((library.run_to(model, 100.0), library.time(model)), (FINISHED, 3.0))
        self.assertEqual(library.get_by_name(model, OUTPUT, b"Total"), 8.0)
        library.set_stop_time(model, float("inf"))
        self.assertEqual((library.run_to(model, 4.0), library.time(model)), (OK, 4.0))
        library.set_by_name(model, INPUT, b"u", float("nan"))
        self.assertEqual((library.step(model), library.step(model)), (NOT_FINITE, NOT_FINITE))
        self.assertIn(b"not a number", library.message(model))
        library.set_by_name(model, INPUT, b"u", 0.0)
        self.assertEqual((library.initialize(model), library.message(model)), (OK, b""))

    def test_what_a_block_says_at_the_end_is_saved_too(self):
        content = ramp_model(Solver="ode1", FixedStep="0.1")
        content["blocks"] += [block(20, "logic/compare_to_constant", "Past", relop=">=", const="1"),
                              block(21, "sinks/stop_simulation", "Enough")]
        content["lines"] += [line(30, (4, 1), (20, 1)), line(31, (20, 1), (21, 1))]
        library = self.library(self.model(content))
        a, b = library.create(), library.create()
        library.initialize(a)
        self.assertEqual(library.run_to(a, 1.0), ENDED)
        said = library.message(a)
        self.assertIn(b"Enough", said)
        library.restore(b, library.saved(a), library.state_size())
        library.destroy(a)
        self.assertEqual((library.step(b), library.message(b)), (ENDED, said))
        self.assertEqual(library.initialize(b), OK)
        library.destroy(b)


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
                  block(14, "user_defined/fcn", "Damping", Expr="mu*(1 - u*u)"), block(15, "math/product", "Damped"),
                  block(16, "math/sum", "Sum", signs="+-++"), block(17, "math/gain", "Spread", k="[3 4]", multiplication="matrix_Ku"),
                  block(18, "discontinuities/saturation", "Limit", lower="-0.6", upper="0.7"),
                  block(19, "ports/outport", "position", port="1"), block(20, "ports/outport", "limited", port="2")]
        blocks += [{**b, "parent": 4} for b in inside]
        lines += [line(40, (12, 1), (14, 1)), line(41, (14, 1), (15, 1)), line(42, (13, 1), (15, 2)), line(43, (15, 1), (16, 1)),
                  line(44, (12, 1), (16, 2)), line(45, (10, 1), (16, 3)), line(46, (11, 1), (17, 1)), line(47, (17, 1), (16, 4)),
                  line(48, (16, 1), (13, 1)), line(49, (13, 1), (12, 1)), line(50, (12, 1), (19, 1)),
                  line(51, (10, 1), (18, 1)), line(52, (18, 1), (20, 1))]
    return {"fluxion": 1, "settings": {"StopTime": "8", "Solver": solver, "FixedStep": "0.01", "RelTol": "1e-6"},
            "variables": [{"id": 1, "name": "mu", "value": "3"}], "blocks": blocks, "lines": lines}


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
                block(16, "user_defined/fcn", "Squares", Expr="u(1)^2 + u(2)^2"), block(17, "routing/mux", "Both"),
                block(18, "invariants/invariant", "Energy"))],
            "lines": [line(30, (13, 1), (12, 1)), line(31, (12, 1), (14, 1)), line(32, (14, 1), (13, 1)), line(33, (12, 1), (15, 1)),
                      line(34, (12, 1), (17, 1)), line(35, (13, 1), (17, 2)), line(36, (17, 1), (16, 1)), line(37, (16, 1), (18, 1)),
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
        inside = [block(60, "discrete/unit_delay", "Sampled", SampleTime="0.1"), block(61, "sinks/scope", "See"),
                  block(62, "sources/step", "Step"), block(63, "sinks/scope", "See 2"),
                  block(64, "discontinuities/relay", "Relay"), block(65, "sinks/scope", "See 3")]
        content["blocks"] += [{**b, "parent": 4} for b in inside]
        content["lines"] += [line(70, (12, 1), (60, 1)), line(71, (60, 1), (61, 1)), line(72, (62, 1), (63, 1)),
                             line(73, (12, 1), (64, 1)), line(74, (64, 1), (65, 1))]
        for parts in (["Oscillator/Sampled: ", "discrete states"], ["Oscillator/Step: ", "instants"], ["Oscillator/Relay: "]):
            self.fail_with(1, parts, "generate", self.model(content), "--target", "plugin", "--subsystem", "Oscillator",
                           "--out", str(self.folder / "none"))
        self.assertFalse((self.folder / "none").exists())


class RealTime(Targets):
    """Over the loopback interface."""

    def test_a_timer_thread_steps_it_and_exchanges_frames(self):
        content = ramp_model(Solver="ode1", FixedStep="0.01", StopTime="100")
        content["blocks"][0] = block(2, "ports/inport", "u")
        self.library(self.model(content))
        folder = self.folder / "code"
        subprocess.run(["make", "-C", folder, "real_time"], check=True, capture_output=True)
        strict = [f for f in FLAGS if not f.startswith("-std")]
        subprocess.run([COMPILER, "-std=c99", *strict, "-c", "-o", folder / "x.o", folder / "real_time.c"], check=True)
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as here:
            here.bind(("127.0.0.1", 0))
            here.settimeout(10)
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
                probe.bind(("127.0.0.1", 0))
                port = probe.getsockname()[1]
            program = subprocess.Popen([folder / "real_time", "--seconds", "1", "--listen", str(port), "--send",
                                        f"127.0.0.1:{here.getsockname()[1]}"], stdout=subprocess.PIPE, text=True)
            self.addCleanup(program.kill)
            rows = []
            for k in range(100):
                frame = here.recv(4096)
                magic, number, time, count, zero = struct.unpack_from("<4sIdII", frame)
                self.assertEqual((magic, number, count, zero, len(frame)), (b"FLX1", k, 1, 0, 32))
                rows.append((time, struct.unpack_from("<d", frame, 24)[0]))
                if k == 20:
                    good = struct.pack("<4sIdIId", b"FLX1", 7, 0.0, 1, 0, 3.0)
                    for bad in (b"", b"FLX", good[:-1], b"FLX2" + good[4:], good[:16] + b"\x02" + good[17:],
                                struct.pack("<4sIdIId", b"FLX1", 8, 0.0, 1, 0, float("nan"))):
                        here.sendto(bad, ("127.0.0.1", port))
                    here.sendto(good, ("127.0.0.1", port))
                    # An older one.
                    here.sendto(struct.pack("<4sIdIId", b"FLX1", 6, 0.0, 1, 0, 5.0), ("127.0.0.1", port))
            said = program.communicate(timeout=20)[0]
        self.assertEqual(program.returncode, 0)
        self.assertRegex(said, r"model.flx: (99|100) steps of 0.01 s, \d+ overruns")
        self.assertIn("1 frames received, 7 dropped", said)
        # x' = 2 u, with u = 0 and then 3.
        self.assertEqual([x for _, x in rows[:21]], [0.0] * 21)
        self.assertAlmostEqual(rows[-1][1] - rows[-31][1], 30 * 0.01 * 2 * 3)
        self.assertAlmostEqual(rows[-1][0], 0.99)


# The board mps2-an386: code at 0, memory at 0x20000000; what the program writes goes through the emulator.
STARTUP = r"""
extern int main(int, char **);
extern void initialise_monitor_handles(void);
extern void exit(int);
extern unsigned char stack_top[];
static void reset(void) {
  static char name[] = "model";
  char *words[] = {name, 0};
  initialise_monitor_handles();
  exit(main(1, words));
}
static void stuck(void) { for (;;) {} }
__attribute__((section(".vectors"), used)) static const void *const vectors[] = {
    stack_top, (const void *)reset, (const void *)stuck, (const void *)stuck};
"""
LAYOUT = """
ENTRY(reset)
MEMORY { code : ORIGIN = 0, LENGTH = 4M  memory : ORIGIN = 0x20000000, LENGTH = 4M }
SECTIONS {
  .text : { KEEP(*(.vectors)) *(.text* .rodata* .init .fini .eh_frame*) *(.ARM.*) } > code
  .data : { *(.data*) } > memory
  .bss (NOLOAD) : { __bss_start__ = .; *(.bss* COMMON) __bss_end__ = .; } > memory
  end = .;
  stack_top = 0x20400000;
}
"""
ARM = "arm-none-eabi-gcc"


@unittest.skipUnless(shutil.which(ARM) and shutil.which("qemu-system-arm"), "the cross compiler or the emulator is not installed")
class ProcessorInTheLoop(Targets):
    def test_on_a_cortex_m4_it_gives_what_a_run_gives(self):
        for name in ("sampled_pid", "van_der_pol", "stick_slip"):
            with self.subTest(name):
                model = EXAMPLES / name / f"{name}.flx"
                options = ("--config", "Solver=ode4", "--config", "FixedStep=0.01", "--config", "StopTime=1")
                folder = self.generate(model, *options, name=name)
                (folder / "startup.c").write_text(STARTUP)
                (folder / "layout.ld").write_text(LAYOUT)
                subprocess.run([ARM, "-mcpu=cortex-m4", "-mthumb", "-std=c99", "-O2", "-ffp-contract=off", "-nostartfiles",
                                "--specs=rdimon.specs", "-T", "layout.ld", "-o", "model.elf", "startup.c", "main.c", "model.c",
                                "model_data.c", "-lm"], cwd=folder, check=True)
                said = subprocess.run(["qemu-system-arm", "-M", "mps2-an386", "-nographic", "-semihosting", "-monitor", "none",
                                       "-serial", "none", "-kernel", "model.elf"], cwd=folder, capture_output=True, text=True,
                                      timeout=120, stdin=subprocess.DEVNULL)
                self.assertEqual(said.returncode, 0, said.stderr)
                there = list(csv.reader(said.stdout.splitlines()))
                here = self.folder / "run.csv"
                self.succeed("run", str(model), "--out", str(here), "--quiet", *options)
                with here.open(newline="") as file:
                    expected = list(csv.reader(file))
                self.assertEqual((there[0], len(there)), (expected[0], len(expected)))
                # Another mathematical library rounds some functions otherwise.
                for row, reference in zip(there[1:], expected[1:]):
                    for a, b in zip(row, reference):
                        self.assertAlmostEqual(float(a), float(b), delta=1e-12 * max(1, abs(float(b))))

    def test_the_report_says_how_large_it_is_there(self):
        folder = self.folder / "code"
        self.succeed("generate", str(EXAMPLES / "sampled_pid" / "sampled_pid.flx"), "--config", "Solver=ode4", "--out", str(folder),
                     "--quiet", "--measure", env={**os.environ, "CC": f"{ARM} -mcpu=cortex-m4 -mthumb"})
        page = (folder / "report.html").read_text()
        self.assertIn("arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -O2", page)
        self.assertRegex(page, r"Variables</td><td class=\"n\">0<")
        self.assertRegex(page, r"Stack, without that of mathematical functions</td><td class=\"n\">[1-9]\d*<")


class Report(Targets):
    def test_it_leads_from_blocks_to_lines_and_back_and_says_what_was_left_out(self):
        content = ramp_model(Solver="ode4", FixedStep="0.1")
        content["blocks"] += [block(20, "math/gain", "Unused <b>&", k="7")]
        content["lines"] += [line(30, (4, 1), (20, 1))]
        folder = self.generate(self.model(content))
        page = (folder / "report.html").read_text()
        lines = (folder / "model.c").read_text().splitlines()
        # The row of the block links to the line with its comment.
        row = re.search(r">Rate</span></td><td>math/gain</td><td>(.*?)</td>", page).group(1)
        numbers = [int(n) for n in re.findall(r"#L(\d+)", row)]
        self.assertTrue(numbers)
        for number in numbers:
            self.assertEqual(lines[number - 1].strip(), "/* Rate */")
            self.assertRegex(page, rf'id="L{number}">.*<a href="#b\d+">  /\* Rate \*/</a>')
        self.assertIn("parameters.Rate_k", page)
        self.assertIn("Unused &lt;b&gt;&amp;", page)
        self.assertNotIn("<b>", page)
        self.assertRegex(page, r"right_hand_side</code></td><td class=\"n\">1</td><td class=\"n\">4</td>")
        self.assertEqual(page, (self.generate(self.model(content), name="again") / "report.html").read_text())
        for target in re.findall(r'href="#(\w+)"', page):
            self.assertIn(f'id="{target}"', page)

    def test_sizes_are_those_that_the_compiler_finds(self):
        folder = self.generate(EXAMPLES / "sampled_pid" / "sampled_pid.flx", "--config", "Solver=ode4")
        page = (folder / "report.html").read_text()
        (folder / "size.c").write_text('#include <stdio.h>\n#include "model.h"\nint main(void) { printf("%zu", sizeof(model)); return 0; }\n')
        subprocess.run([COMPILER, "-o", folder / "size", folder / "size.c"], check=True)
        size = int(subprocess.run([folder / "size"], capture_output=True, text=True, check=True).stdout)
        told = int(re.search(r"<code>model</code></td><td class=\"n\">(\d+)<", page).group(1))
        # Up to what alignment adds.
        self.assertLessEqual(abs(size - told), 32)

    def test_what_is_compiled_has_sizes_and_the_stack(self):
        self.library(self.model(ramp_model(Solver="ode4")))
        page = (self.folder / "code" / "report.html").read_text()
        self.assertRegex(page, r"Instructions and constants</td><td class=\"n\">\d+<")
        self.assertRegex(page, r"Stack, without that of mathematical functions</td><td class=\"n\">[1-9]\d*<")


if __name__ == "__main__":
    unittest.main()
