"""Drives fluxion-cli generate: subsystems alone, folders with other files in them, the report."""
import os
import re
import stat
import subprocess
import unittest

from cli_test import EXAMPLES, block, line, ramp_model
from generated_library import INPUT, OK, OUTPUT, PARAMETER, Targets
from generating import COMPILER, FLAGS


# A plant with a mask, in it a sampled controller with a scalar and a vector input, a mask and states of both kinds.
def nested_model():
    mask, inner_mask = [{"name": "g", "value": "rate/2"}], [{"name": "k", "value": "2*g"}]
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
        block(16, "ports/outport", "y", port="1"), block(17, "ports/outport", "e", port="2"), block(18, "sinks/scope", "Behind"),
    ]
    deep = [
        block(20, "ports/inport", "error", port="1"), block(21, "ports/inport", "set point", port="2"),
        block(22, "math/gain", "P", k="k"), block(23, "discrete/unit_delay", "Last", InitialCondition="0.25"),
        block(24, "math/reduction", "Sum"), block(25, "math/sum", "All", signs="+-+"),
        block(26, "ports/outport", "command", port="1"),
    ]
    lines = [line(30, (2, 1), (4, 1)), line(31, (3, 1), (4, 2)), line(32, (4, 1), (5, 1)), line(33, (4, 2), (6, 1)),
             line(34, (10, 1), (12, 1)), line(35, (12, 1), (13, 1)), line(36, (13, 1), (14, 1)), line(37, (11, 1), (14, 2)),
             line(38, (14, 1), (16, 1)), line(39, (13, 1), (17, 1)), line(40, (14, 1), (15, 1)), line(48, (15, 1), (18, 1)),
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
        # Of the rows at one instant, the last.
        last = {next(iter(row.values())): row for row in rows}
        self.assertEqual(len(last), 41)
        for k, row in enumerate(last.values()):
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


class Report(Targets):
    def test_it_leads_from_blocks_to_lines_and_back_and_says_what_was_left_out(self):
        content = ramp_model(Solver="ode4", FixedStep="0.1")
        content["blocks"] += [block(20, "math/gain", "Unused <b>&", k="7")]
        content["blocks"] += [block(21, "sinks/terminator", "End")]
        content["lines"] += [line(30, (4, 1), (20, 1)), line(31, (20, 1), (21, 1))]
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
        self.assertRegex(page, r"right_hand_side</code></td><td class=\"n\">0</td><td class=\"n\">4</td>")
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
