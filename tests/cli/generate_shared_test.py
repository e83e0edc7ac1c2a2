"""Drives fluxion-cli generate: shared libraries from C and Python, in real time, over UDP and a serial line."""
import ctypes
import math
import os
import re
import select
import shutil
import socket
import struct
import subprocess
import threading
import tty
import unittest
import zlib

from cli_test import EXAMPLES, block, line, ramp_model
from generated_library import (ENDED, FINISHED, INPUT, NOT_FINITE, NOT_INITIALIZED, NO_ITEM, OK, OUTPUT, PARAMETER, STATE,
                               WRONG_COUNT, WRONG_STATE, WRONG_VALUE, Library, Targets)
from generating import COMPILER, FLAGS


USE = r"""
@include <stdio.h>
@include <string.h>
@include "fluxion_model.h"
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
""".replace("@", "#")


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
        declared = re.findall(r"\b(fluxion_\w+)\(", (self.folder / "code" / "fluxion_model.h").read_text().split("*/", 1)[1])
        self.assertEqual({n for n in names if not n.startswith("_")}, set(declared))
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
        for words in (("--listen", "99999"), ("--send", "127.0.0.1"), ("--seconds", "-1"), ("--speed", "nan"), ("--seconds",)):
            self.assertIn(subprocess.run([folder / "real_time", *words], capture_output=True, timeout=120).returncode, (1, 2), words)
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as here:
            here.bind(("127.0.0.1", 0))
            here.settimeout(60)
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
            said = program.communicate(timeout=120)[0]
        self.assertEqual(program.returncode, 0)
        self.assertRegex(said, r"model.flx: (99|100) steps of 0.01 s, \d+ overruns")
        self.assertIn("1 frames received, 7 dropped", said)
        # x' = 2 u, with u = 0 and then 3.
        self.assertEqual([x for _, x in rows[:21]], [0.0] * 21)
        self.assertAlmostEqual(rows[-1][1] - rows[-31][1], 30 * 0.01 * 2 * 3)
        self.assertAlmostEqual(rows[-1][0], 0.99)

    # The solver `discrete` has no step size: it goes from one multiple of what all sample times divide to the next.
    def test_steps_from_hit_to_hit_keep_to_the_clock(self):
        content = {
            "fluxion": 1,
            "settings": {"Solver": "discrete", "StopTime": "100"},
            "blocks": [block(2, "sources/counter_free_running", "Slow", SampleTime="0.1/3"),
                       block(3, "sources/counter_free_running", "Fast", SampleTime="0.02"),
                       block(4, "sinks/scope", "Scope", inputs="2")],
            "lines": [line(5, (2, 1), (4, 1)), line(6, (3, 1), (4, 2))],
        }
        self.library(self.model(content))
        folder = self.folder / "code"
        subprocess.run(["make", "-C", folder, "real_time"], check=True, capture_output=True)
        ran = subprocess.run([folder / "real_time", "--seconds", "0.99", "--speed", "1"], capture_output=True, text=True, timeout=120)
        self.assertEqual(ran.returncode, 0)
        self.assertRegex(ran.stdout, r"^model.flx: 148 steps, \d+ overruns")  # of 1/150 s

    def test_it_exchanges_frames_with_check_sums_over_a_serial_line(self):
        content = ramp_model(Solver="ode1", FixedStep="0.01", StopTime="100")
        content["blocks"][0] = block(2, "ports/inport", "u")
        self.library(self.model(content))
        folder = self.folder / "code"
        subprocess.run(["make", "-C", folder, "real_time"], check=True, capture_output=True)
        for line_name in ("/dev/null", "/nowhere", "/dev/null:12", ""):
            refused = subprocess.run([folder / "real_time", "--serial", line_name], capture_output=True, text=True, timeout=20)
            self.assertEqual((refused.returncode, refused.stdout), (1, ""), line_name)
            self.assertIn("no such line", refused.stderr)
        here, there = os.openpty()
        self.addCleanup(os.close, here)
        self.addCleanup(os.close, there)
        tty.setraw(here)
        program = subprocess.Popen([folder / "real_time", "--seconds", "1", "--serial", os.ttyname(there) + ":115200"],
                                   stdout=subprocess.PIPE, text=True)
        self.addCleanup(program.kill)
        stream, rows = b"", []
        while len(rows) < 100:
            self.assertTrue(select.select([here], [], [], 20)[0])
            stream += os.read(here, 4096)
            while len(stream) >= 36:
                frame, stream = stream[:36], stream[36:]
                magic, number, time, count, zero, x, check = struct.unpack("<4sIdIIdI", frame)
                self.assertEqual((magic, number, count, zero, check), (b"FLX1", len(rows), 1, 0, zlib.crc32(frame[:32])))
                rows.append((time, x))
                if len(rows) == 20:
                    good = framed(7, 3.0)
                    damaged = good[:24] + b"\x01" + good[25:]
                    os.write(here, b"noise FLX1 noise" + damaged + good[:10])
                if len(rows) == 22:
                    os.write(here, good[10:] + framed(6, 5.0))  # the other half, and an older one
        said = program.communicate(timeout=20)[0]
        self.assertEqual(program.returncode, 0)
        self.assertRegex(said, r"\n1 frames received, 3 dropped\n10[01] frames sent\n")
        # x' = 2 u, with u = 0 and then 3.
        self.assertEqual([x for _, x in rows[:21]], [0.0] * 21)
        self.assertAlmostEqual(rows[-1][1] - rows[-31][1], 30 * 0.01 * 2 * 3)


def framed(number, value):
    frame = struct.pack("<4sIdIId", b"FLX1", number, 0.0, 1, 0, value)
    return frame + struct.pack("<I", zlib.crc32(frame))


if __name__ == "__main__":
    unittest.main()
