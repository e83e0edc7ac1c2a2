"""Drives the real fluxion-cli: what it prints, what it writes, and the status it ends with."""
import csv
import json
import os
import pathlib
import pty
import re
import select
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.path.abspath(os.environ["FLUXION_CLI"])
EXAMPLES = ROOT / "examples"


def block(number, kind, name, **parameters):
    return {"id": number, "type": kind, "name": name, "parameters": parameters}


def line(number, source, target):
    return {"id": number, "from": list(source), "to": list(target)}


def wait_until_interruptible(pid):
    """Until the program handles SIGINT; on a busy machine it takes a while to start."""
    for _ in range(600):
        status = pathlib.Path(f"/proc/{pid}/status").read_text()
        caught = int(re.search(r"SigCgt:\s*([0-9a-f]+)", status).group(1), 16)
        if caught & 1 << (signal.SIGINT - 1):
            return
        time.sleep(0.05)


def rows_of(path):
    with path.open(newline="") as file:
        return list(csv.reader(file))


# dx/dt = k u, into a scope
def ramp_model(u="1", k="2", **settings):
    return {
        "fluxion": 1,
        "settings": {"StopTime": "1", **settings},
        "variables": [{"id": 1, "name": "rate", "value": k}],
        "blocks": [
            block(2, "sources/constant", "Input", value=u),
            block(3, "math/gain", "Rate", k="rate"),
            block(4, "continuous/integrator", "Total"),
            block(5, "sinks/scope", "Scope"),
        ],
        "lines": [line(6, (2, 1), (3, 1)), line(7, (3, 1), (4, 1)), line(8, (4, 1), (5, 1))],
    }


# x' = x^2, x(0) = 1, which leaves all numbers at t = 1
def explosive_model():
    return {
        "fluxion": 1,
        "settings": {"StopTime": "5", "Solver": "ode4", "FixedStep": "0.1"},
        "blocks": [
            block(2, "math/math_function", "Growth", function="square"),
            block(3, "continuous/integrator", "Total", x0="1"),
            block(4, "sinks/scope", "Scope"),
        ],
        "lines": [line(5, (2, 1), (3, 1)), line(6, (3, 1), (2, 1)), line(7, (3, 1), (4, 1))],
    }


class CliTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def model(self, content, name="model.flx"):
        path = self.folder / name
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return str(path)

    def run_cli(self, *words, **options):
        return subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=300, **options)

    def succeed(self, *words, **options):
        done = self.run_cli(*words, **options)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        return done.stdout

    # The message must be one line of the form "file: place: message (remedy)" that holds all of `parts`.
    def fail_with(self, status, parts, *words, **options):
        before = {p: p.read_bytes() for p in self.folder.rglob("*") if p.is_file()}
        done = self.run_cli(*words, **options)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        lines = done.stderr.splitlines()
        self.assertTrue(any(all(part in text for part in parts) for text in lines), f"{parts} not in {lines}")
        after = {p: p.read_bytes() for p in self.folder.rglob("*") if p.is_file()}
        self.assertEqual(before, after, "a failed command changes no file")
        return done


class Usage(CliTest):
    def test_help_names_every_command_and_option(self):
        overview = self.succeed("--help")
        for command in ("run", "info", "lint", "compare", "generate", "import", "reference"):
            self.assertIn(command, overview)
            own = self.succeed(command, "--help")
            self.assertEqual(own, self.succeed("help", command))
            for option in re.findall(r"--[a-z]+", own):
                self.assertIn(f"`{option}", (ROOT / "docs/command-line.md").read_text())

    def test_version(self):
        self.assertRegex(self.succeed("--version"), r"^fluxion-cli \d+\.\d+\.\d+\n$")

    def test_wrong_usage_is_status_2_and_helps(self):
        model = self.model(ramp_model())
        self.fail_with(2, ["no command"])
        self.fail_with(2, ["'rnu'", "run"], "rnu", model)
        self.fail_with(2, ["'--ouy'", "--out"], "run", model, "--ouy", "x.csv")
        self.fail_with(2, ["--out", "needs a value"], "run", model, "--out")
        self.fail_with(2, ["--quiet", "takes no value"], "run", model, "--quiet=yes")
        self.fail_with(2, ["no model"], "run")
        self.fail_with(2, ["two models"], "run", model, model)

    def test_a_model_whose_name_looks_like_an_option(self):
        self.model(ramp_model(), "-x.flx")
        self.succeed("run", "--", "-x.flx", cwd=self.folder)


class Run(CliTest):
    def test_the_summary_alone(self):
        model = self.model(ramp_model())
        text = self.succeed("run", model)
        self.assertRegex(text, rf"^{re.escape(model)}: finished at t = 1 after \d+ steps \(ode45.*\n$")
        self.assertEqual(self.succeed("run", model, "--quiet"), "")
        self.assertEqual([p.name for p in self.folder.iterdir()], ["model.flx"])

    def test_csv_reads_back_exactly(self):
        out = self.folder / "out.csv"
        self.succeed("run", self.model(ramp_model(Solver="ode4", FixedStep="0.1")), "--out", str(out))
        rows = rows_of(out)
        self.assertEqual(rows[0], ["time", "Total"])
        self.assertEqual(len(rows), 12)
        self.assertEqual(rows[-1][0], "1")
        for time_text, value in rows[1:]:
            self.assertAlmostEqual(float(value), 2 * float(time_text), delta=1e-14)
            self.assertEqual([repr(float(t)).removesuffix(".0") for t in (time_text, value)], [time_text, value])

    def test_names_of_columns_are_quoted(self):
        content = ramp_model(u="[1 2]")
        content["blocks"][2]["signals"] = {"1": 'position, "x"'}
        out = self.folder / "out.csv"
        self.succeed("run", self.model(content), "--out", str(out))
        self.assertEqual(out.read_text().splitlines()[0],
                         'time,"position, ""x""[1]","position, ""x""[2]"')
        self.assertEqual(rows_of(out)[0],
                         ["time", 'position, "x"[1]', 'position, "x"[2]'])

    def test_standard_output(self):
        model = self.model(ramp_model())
        done = self.run_cli("run", model, "--out", "-")
        self.assertEqual(done.returncode, 0)
        self.assertTrue(done.stdout.startswith("time,Total\n0,0\n"))
        self.assertIn("finished", done.stderr)
        done = self.run_cli("run", model, "--stats", "-", "--quiet")
        self.assertEqual(json.loads(done.stdout)["status"], "finished")

    def test_set_a_variable_and_a_parameter(self):
        model = self.model(ramp_model())
        out = self.folder / "out.csv"
        last = lambda: float(rows_of(out)[-1][1])
        self.succeed("run", model, "--set", "rate=3*2", "--out", str(out))
        self.assertAlmostEqual(last(), 6)
        self.succeed("run", model, "--set", "Rate.k=rate^2", "--set=Total.x0=1", "--out", str(out))
        self.assertAlmostEqual(last(), 5)

    def test_inputs_are_expressions_and_tables(self):
        content = ramp_model()
        content["blocks"] += [
            block(10, "ports/inport", "u"),
            block(11, "math/gain", "Twice", k="2"),
            block(12, "ports/outport", "y"),
        ]
        content["lines"] += [line(13, (10, 1), (11, 1)), line(14, (11, 1), (12, 1))]
        model, out = self.model(content), self.folder / "out.csv"
        last = lambda: dict(zip(rows_of(out)[0], rows_of(out)[-1]))["y"]
        self.succeed("run", model, "--out", str(out))
        self.assertEqual(last(), "0")
        self.succeed("run", model, "--input", "u=t >= 0.5 ? 3 : 0", "--out", str(out))
        self.assertEqual(last(), "6")
        with tempfile.TemporaryDirectory() as elsewhere:  # named by the user: it may be read
            table = pathlib.Path(elsewhere) / "measured.csv"
            table.write_text("time,other,u\n0,9,1\n100,9,1\n")
            self.succeed("run", model, "--input", f"u={table}", "--out", str(out))
            self.assertEqual(last(), "2")
        self.fail_with(1, ["--input v", "it has u"], "run", model, "--input", "v=1")
        self.fail_with(1, ["--input u", "NAME=EXPR"], "run", model, "--input", "u")

    def test_set_a_parameter_in_a_subsystem(self):
        content = ramp_model()
        content["blocks"] += [
            block(10, "ports/subsystem", "Plant"),
            {**block(11, "sources/constant", "Bias", value="1"), "parent": 10},
            {**block(12, "ports/outport", "y"), "parent": 10},
            block(13, "sinks/scope", "Scope2"),
        ]
        content["lines"] += [line(14, (11, 1), (12, 1)), line(15, (10, 1), (13, 1))]
        out = self.folder / "out.csv"
        self.succeed("run", self.model(content), "--set", "Plant/Bias.value=7", "--out", str(out))
        self.assertEqual(rows_of(out)[-1][-1], "7")

    def test_set_a_parameter_of_a_mask(self):
        content = ramp_model()
        content["blocks"] += [
            {**block(10, "ports/subsystem", "Plant"), "mask": [{"name": "K", "value": "1"}]},
            {**block(11, "sources/constant", "Bias", value="K^2"), "parent": 10},
            {**block(12, "ports/outport", "y"), "parent": 10},
            block(13, "sinks/scope", "Scope2"),
        ]
        content["lines"] += [line(14, (11, 1), (12, 1)), line(15, (10, 1), (13, 1))]
        model, out = self.model(content), self.folder / "out.csv"
        self.succeed("run", model, "--set", "Plant.K=3", "--out", str(out))
        self.assertEqual(rows_of(out)[-1][-1], "9")
        self.fail_with(1, ["--set Plant.KK", "K"], "run", model, "--set", "Plant.KK=3")

    def test_statistics(self):
        stats = self.folder / "stats.json"
        content = ramp_model(StopTime="2")
        content["blocks"].append(block(20, "discontinuities/saturation", "Limit", upper="1", lower="-1"))
        content["blocks"].append(block(21, "sinks/scope", "Limited"))
        content["lines"] += [line(22, (4, 1), (20, 1)), line(23, (20, 1), (21, 1))]
        self.succeed("run", self.model(content), "--stats", str(stats))
        found = json.loads(stats.read_text())
        self.assertEqual((found["status"], found["solver"], found["start_time"], found["end_time"]),
                         ("finished", "ode45", 0, 2))
        for member in ("steps", "rejected", "rhs_evaluations", "jacobians", "jacobian_rhs_evaluations", "oldest_jacobian", "factorizations", "projections",
                       "largest_projection", "largest_residual"):
            self.assertGreaterEqual(found[member], 0, member)
        self.assertEqual(found["zero_crossings"], 1)
        event = found["events"][0]
        self.assertAlmostEqual(event["time"], 0.5, places=12)
        self.assertEqual((event["block"], event["direction"]), ("Limit", "rising"))
        self.assertGreater(found["wall_time"]["compile"], 0)
        self.assertGreater(found["wall_time"]["run"], 0)

    def test_an_interrupted_run_keeps_what_it_has(self):
        out, stats = self.folder / "out.csv", self.folder / "stats.json"
        model = self.model(ramp_model(StopTime="inf", MaxStep="1e-3"))
        with subprocess.Popen([PROGRAM, "run", model, "--out", str(out), "--stats", str(stats)],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
            wait_until_interruptible(program.pid)
            time.sleep(0.5)
            program.send_signal(signal.SIGINT)
            text, errors = program.communicate(timeout=120)
        self.assertEqual(program.returncode, 130, errors)
        self.assertIn("stopped at t = ", text)
        rows = rows_of(out)
        self.assertGreater(len(rows), 2)
        self.assertAlmostEqual(float(rows[-1][1]), 2 * float(rows[-1][0]), delta=1e-6 * float(rows[-1][0]))
        self.assertEqual(json.loads(stats.read_text())["status"], "stopped")

    def test_a_progress_line_on_a_terminal(self):
        model = self.model(ramp_model(StopTime="inf", MaxStep="1e-3"))
        controller, terminal = pty.openpty()
        self.addCleanup(os.close, controller)
        program = subprocess.Popen([PROGRAM, "run", model], stdout=subprocess.DEVNULL, stderr=terminal)
        os.close(terminal)
        seen, end = b"", time.monotonic() + 20
        while b"x real time" not in seen and time.monotonic() < end:
            if select.select([controller], [], [], 1)[0]:
                seen += os.read(controller, 4096)
        program.send_signal(signal.SIGINT)
        self.assertEqual(program.wait(timeout=120), 130)
        self.assertRegex(seen.decode(), r"t = \S+ s  \d+ steps")


class PlugIns(CliTest):
    drift = str(EXAMPLES / "predator_prey_drift/predator_prey_drift.flx")

    def test_are_found_beside_the_program(self):
        for name in ("drift", "projected"):
            self.succeed("lint", "--strict", str(EXAMPLES / f"predator_prey_{name}/predator_prey_{name}.flx"))

    def test_are_found_in_the_folders_of_the_environment(self):
        plugins = pathlib.Path(PROGRAM).parents[1] / "lib/fluxion/plugins"
        alone = self.folder / "bin" / "fluxion-cli"
        alone.parent.mkdir()
        alone.write_bytes(pathlib.Path(PROGRAM).read_bytes())
        alone.chmod(0o755)
        without = subprocess.run([alone, "lint", self.drift], capture_output=True, text=True, timeout=300)
        self.assertEqual(without.returncode, 1)
        self.assertIn("PredPrey: there is no block type 'predator_prey/drift'", without.stderr)
        found = subprocess.run([alone, "lint", self.drift], capture_output=True, text=True, timeout=300,
                               env={**os.environ, "FLUXION_PLUGIN_PATH": f"/no/such/folder:{plugins}"})
        self.assertEqual((found.returncode, found.stderr), (0, ""))

    def test_one_that_cannot_be_loaded_is_a_warning(self):
        (self.folder / "broken.so").write_text("not a library")
        done = self.run_cli("run", self.model(ramp_model()),
                            env={**os.environ, "FLUXION_PLUGIN_PATH": str(self.folder)})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("broken.so", done.stderr)
        self.assertIn("warning: ", done.stderr)


class Info(CliTest):
    def test_info_shows_the_jacobian_and_why(self):
        model = str(EXAMPLES / "predator_prey_elementary/predator_prey_elementary.flx")
        text = self.succeed("info", "--jacobian", model)
        self.assertIn("Jacobian df/dx, 2 x 2, 4 nonzeros", text)
        self.assertIn("method: Full analytical, because the model has fewer than 50 states", text)
        self.assertIn("linear solver: dense", text)
        self.assertNotIn("Blocks in execution order", text)
        found = json.loads(self.succeed("info", "--jacobian", "--json", "--config",
                                        "SolverJacobianMethodControl=Sparse perturbation", model))
        self.assertEqual(found["asked"], "Sparse perturbation")
        self.assertEqual(found["method"], "Sparse perturbation")
        self.assertEqual(found["rows_by_column"], [[0, 1], [0, 1]])
        self.assertEqual(sorted(sum(found["groups"], [])), [0, 1])

    def test_text(self):
        text = self.succeed("info", str(EXAMPLES / "predator_prey_elementary/predator_prey_elementary.flx"))
        for part in ("14 blocks, 2 states, 3 logged signals", "Prey.x", "feedthrough: y from u1, u2",
                     "Invariant  projected", "2 x 2, 4 nonzeros, 2 colors, analytical"):
            self.assertIn(part, text)

    def test_json(self):
        content = ramp_model()
        content["blocks"] += [block(20, "discontinuities/saturation", "Limit"), block(21, "sinks/scope", "Limited"),
                              block(22, "sources/step", "Step"), block(23, "sinks/scope", "Jump")]
        content["lines"] += [line(24, (4, 1), (20, 1)), line(25, (20, 1), (21, 1)), line(26, (22, 1), (23, 1))]
        found = json.loads(self.succeed("info", "--json", self.model(content)))
        paths = [b["path"] for b in found["blocks"]]
        self.assertLess(paths.index("Input"), paths.index("Rate"))
        self.assertLess(paths.index("Total"), paths.index("Limit"))
        by_path = {b["path"]: b for b in found["blocks"]}
        self.assertEqual(by_path["Rate"]["feedthrough"], [{"input": 0, "output": 0}])
        self.assertEqual(by_path["Total"]["feedthrough"], [])
        self.assertEqual(by_path["Input"]["sample_time"], "constant")
        self.assertEqual(by_path["Total"]["sample_time"], "continuous")
        self.assertEqual(by_path["Total"]["outputs"], [{"name": "y", "shape": [1, 1], "type": "double", "unit": ""}])
        self.assertEqual(found["states"], [{"block": "Total", "name": "x", "first": 0, "shape": [1, 1]}])
        self.assertEqual([z["block"] for z in found["zero_crossings"]], ["Limit", "Limit"])
        self.assertEqual(found["time_events"], [{"block": "Step"}])
        self.assertEqual(found["jacobian"]["nonzeros"], 0)


class Errors(CliTest):
    def both(self, parts, model):
        out = self.folder / "out.csv"
        out.write_text("precious")
        self.fail_with(1, parts, "run", model, "--out", str(out))
        self.fail_with(1, parts, "lint", model)

    def test_no_such_file(self):
        self.both(["missing.flx: "], str(self.folder / "missing.flx"))

    def test_truncated_file(self):
        text = json.dumps(ramp_model(), indent=1)
        model = self.model(text[: len(text) // 2])
        self.both([f"{model}: line ", "column"], model)

    def test_unknown_block_type(self):
        content = ramp_model()
        content["blocks"][1]["type"] = "math/gian"
        model = self.model(content)
        self.both([f"{model}: Rate: ", "'math/gian'", "math/gain"], model)

    def test_missing_plug_in(self):
        content = ramp_model()
        content["blocks"][1]["type"] = "acoustics/duct"
        model = self.model(content)
        self.both([f"{model}: Rate: ", "'acoustics/duct'", "plug-in"], model)

    def test_expression_that_does_not_parse(self):
        model = self.model(ramp_model(u="2*(1+"))
        self.both([f"{model}: Input: ", "column"], model)

    def test_width_mismatch(self):
        content = ramp_model(u="[1 2 3]")
        content["blocks"][1]["parameters"]["k"] = "[1 2]"
        model = self.model(content)
        self.both([f"{model}: Rate: ", "[2]", "[3]"], model)

    def test_division_by_zero_at_the_start(self):
        content = ramp_model()
        content["blocks"][1] = block(3, "math/math_function", "Rate", function="reciprocal")
        model = self.model(content)
        self.fail_with(1, [f"{model}: Rate: ", "inf", "t = 0"], "run", model, "--set", "Input.value=0")

    def test_a_state_that_is_not_finite(self):
        model = self.model(explosive_model())
        self.fail_with(1, [f"{model}: ", "t = "], "run", model)

    def test_what_a_failed_run_has_recorded_is_kept(self):
        out = self.folder / "out.csv"
        done = self.run_cli("run", self.model(explosive_model()), "--out", str(out))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertGreater(len(rows_of(out)), 2)

    def test_a_variable_step_solver_gives_up_at_a_pole(self):
        content = explosive_model()
        content["settings"] = {"StopTime": "5"}
        model = self.model(content)
        self.fail_with(1, [f"{model}: ", "t = "], "run", model)

    def test_settings_with_near_names(self):
        model = self.model(ramp_model())
        self.fail_with(1, ["--config RelTl", "RelTol"], "run", model, "--config", "RelTl=1e-3")
        self.fail_with(1, ["--config Projection", "Newton"], "run", model, "--config", "Projection=newtn")
        self.fail_with(1, ["StopTime", "'banana'"], "run", model, "--config", "StopTime=banana")
        self.fail_with(1, ["--config StopTime"], "run", model, "--config", "StopTime")

    def test_values_with_near_names(self):
        model = self.model(ramp_model())
        self.fail_with(1, ["--set rat", "rate"], "run", model, "--set", "rat=1")
        self.fail_with(1, ["--set Totl.x0", "Total"], "run", model, "--set", "Totl.x0=1")
        self.fail_with(1, ["--set Total.InitialConditon", "InitialCondition"], "run", model, "--set", "Total.InitialConditon=1")

    def test_goes_on_from_an_operating_point(self):
        model = self.model(ramp_model())
        point = self.folder / "point.json"
        self.succeed("run", model, "--config", "StopTime=0.4", "--save", str(point))
        rest = self.succeed("run", model, "--from", str(point), "--out", "-", "--quiet").splitlines()
        whole = self.succeed("run", model, "--out", "-", "--quiet").splitlines()
        self.assertEqual(rest[0], whole[0])
        self.assertTrue(rest[1].startswith("0.4,"), rest[1])
        self.assertEqual(rest[-1], whole[-1])
        self.fail_with(1, ["not before the stop time"], "run", model, "--config", "StopTime=0.4", "--from", str(point))
        self.fail_with(1, ["cannot be opened"], "run", model, "--from", str(self.folder / "none.json"))
        point.write_text("{}")
        self.fail_with(1, ["no operating point of the model"], "run", model, "--from", str(point))

    def test_output_that_cannot_be_written(self):
        model = self.model(ramp_model())
        self.fail_with(1, [f"{self.folder}/no/such/out.csv: "], "run", model, "--out", f"{self.folder}/no/such/out.csv")
        self.fail_with(1, [f"{self.folder}: "], "run", model, "--out", str(self.folder))
        for name in ("out.xyz", "out", "out.csv.bak"):
            self.fail_with(1, [name, ".csv, .mat or .flxrun"], "run", model, "--out", f"{self.folder}/{name}")
            self.assertFalse((self.folder / name).exists())
        self.fail_with(1, ["the model itself"], "run", model, "--out", model)
        self.fail_with(1, ["same file"], "run", model, "--out", f"{self.folder}/a", "--stats", f"{self.folder}/a")
        if os.geteuid() != 0:
            protected = self.folder / "protected.csv"
            protected.write_text("precious")
            protected.chmod(stat.S_IRUSR)
            self.fail_with(1, [str(protected)], "run", model, "--out", str(protected))

    def test_a_full_disk(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("there is no /dev/full")
        with open("/dev/full", "w") as full:
            done = subprocess.run([PROGRAM, "run", self.model(ramp_model()), "--out", "-"], stdout=full,
                                  stderr=subprocess.PIPE, text=True, timeout=300)
        self.assertEqual(done.returncode, 1)
        self.assertIn("standard output", done.stderr)


class Documentation(CliTest):
    def test_every_setting_is_explained(self):
        page = (ROOT / "docs/command-line.md").read_text()
        settings = re.findall(r"^SETTING\((\w+), \"[^\"]*\", \"[^\"]*\", \w+, \"([^\"]*)\", \"([^\"]*)\"",
                              (ROOT / "sim_core/diagram/settings.def").read_text(), re.MULTILINE)
        self.assertGreater(len(settings), 10)
        for name, default, choices in settings:
            with self.subTest(name):
                row = re.search(rf"^\| `{name}` \|.*$", page, re.MULTILINE)
                self.assertIsNotNone(row, "the page has no row for it")
                self.assertIn(f"`{default}`" if default else "| none |", row.group())
                for choice in filter(None, choices.split("|")):
                    self.assertIn(f"`{choice}`", row.group())

    def test_the_model_of_the_readme(self):
        text = re.search(r"```json\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL).group(1)
        out = self.folder / "spring.csv"
        model = self.model(text, "spring.flx")
        self.succeed("lint", "--strict", model)
        self.succeed("run", model, "--config", "RelTol=1e-10", "--out", str(out))
        end, position = rows_of(out)[-1]
        self.assertEqual(end, "10")
        self.assertTrue(position.startswith("0.408082061"), position)

    def test_links_lead_somewhere(self):
        # By ./dev docs, which checks links to these.
        made = {f"{up}{page}" for up in ("", "../") for page in
                ("reference/blocks.md", "reference/settings.md", "examples.md")}
        for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
            prose = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
            for target in re.findall(r"\]\(([^)#]+)[^)]*\)", prose):
                if "://" not in target and not target.endswith(".png") and target not in made:
                    self.assertTrue((page.parent / target).exists(), f"{page.name}: {target}")


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    unittest.main()
