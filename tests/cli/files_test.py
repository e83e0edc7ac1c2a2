#!/usr/bin/env python3
"""What fluxion-cli run and the sinks of a model write: CSV and MAT files, beside the model or where it is said."""
import json
import os
import pathlib
import signal
import subprocess
import unittest

from cli_test import PROGRAM, CliTest, block, line, ramp_model, rows_of, wait_until_interruptible


class Files(CliTest):
    def test_to_file_blocks_write_beside_the_model(self):
        content = ramp_model()
        content["blocks"].append(block(9, "sinks/to_file", "Save", file="total.csv"))
        content["lines"].append(line(10, (4, 1), (9, 1)))
        self.succeed("run", self.model(content), cwd="/")
        rows = rows_of(self.folder / "total.csv")
        self.assertEqual(rows[0], ["time", "Total"])
        self.assertEqual(float(rows[-1][1]), 2)

    def test_a_run_that_a_block_ends_says_which(self):
        content = ramp_model()
        content["blocks"] += [block(9, "sinks/stop_simulation", "Enough"), block(10, "logic/compare_to_constant", "Past", relop=">=", const="1")]
        content["lines"] += [line(11, (4, 1), (10, 1)), line(12, (10, 1), (9, 1))]
        said = self.succeed("run", self.model(content), "--config", "StopTime=5")
        self.assertRegex(said, r"finished at t = 0\.5\d* by Enough after ")

    def test_mat_files(self):
        content = ramp_model()
        content["blocks"].append(block(9, "sinks/to_variable", "Keep", VariableName="kept", MaxDataPoints="5"))
        content["lines"].append(line(10, (4, 1), (9, 1)))
        out, variables = self.folder / "out.mat", self.folder / "variables.mat"
        self.succeed("run", self.model(content), "--out", str(out), "--variables", str(variables))
        for path, names in ((out, (b"time", b"Total")), (variables, (b"kept",))):
            data = path.read_bytes()
            self.assertTrue(data.startswith(b"MATLAB 5.0 MAT-file"), data[:20])
            for name in names:
                self.assertIn(name, data)
        self.assertLess(len(variables.read_bytes()), 300)  # five numbers
        self.fail_with(1, ["v.csv", ".mat"], "run", self.model(content), "--variables", str(self.folder / "v.csv"))

    def test_structures_in_mat_files(self):
        content = ramp_model()
        content["blocks"].append(block(9, "sinks/to_variable", "Keep", VariableName="kept", SaveFormat="Structure with time"))
        content["lines"].append(line(10, (4, 1), (9, 1)))
        path = self.folder / "variables.mat"
        self.succeed("run", self.model(content), "--variables", str(path))
        data = path.read_bytes()
        for name in (b"kept", b"time", b"signals", b"values", b"dimensions", b"label", b"Total", b"blockName", b"Keep"):
            self.assertIn(name, data)
        try:
            from scipy.io import loadmat
        except ImportError:
            return
        kept = loadmat(path, simplify_cells=True)["kept"]
        self.assertEqual(kept["time"][-1], 1)
        self.assertEqual(kept["signals"]["values"][-1], 2)
        self.assertEqual((kept["signals"]["dimensions"], kept["signals"]["label"], kept["blockName"]), (1, "Total", "Keep"))

    def test_to_file_blocks_write_csv_and_mat_files_only(self):
        content = ramp_model()
        content["blocks"].append(block(9, "sinks/to_file", "Save", file=".bashrc"))
        content["lines"].append(line(10, (4, 1), (9, 1)))
        self.fail_with(1, ["Save", ".bashrc", "csv"], "run", self.model(content))
        content["blocks"][-1]["parameters"]["file"] = "no/such/folder.csv"
        self.fail_with(1, ["model.flx: Save: ", "no/such/folder.csv"], "run", self.model(content))

    # What a killed run leaves is removed by the next one there, whoever has its process id now; what a run that
    # is still going on writes is not.
    def test_temporary_files_of_killed_runs_go(self):
        out = self.folder / "out.csv"
        endless = self.model(ramp_model(StopTime="inf", MaxStep="1e-3"), "endless.flx")
        model = self.model(ramp_model())

        def temporaries():
            return sorted(p.name for p in self.folder.glob(".fluxion-*.tmp"))

        def start():
            program = subprocess.Popen([PROGRAM, "run", endless, "--out", str(out), "--quiet"])
            self.addCleanup(program.wait)
            self.addCleanup(program.kill)
            wait_until_interruptible(program.pid)
            return program

        killed = start()
        left = temporaries()
        self.assertEqual(len(left), 1)
        killed.kill()
        killed.wait()
        (self.folder / f".fluxion-{os.getpid()}-out1.tmp").write_text("of an earlier version")
        running = start()
        kept = temporaries()
        self.assertEqual(len(kept), 1)
        self.assertNotEqual(kept, left)
        self.succeed("run", model, "--out", str(self.folder / "other.csv"), "--quiet")
        self.assertEqual(temporaries(), kept)
        running.send_signal(signal.SIGINT)
        self.assertEqual(running.wait(timeout=120), 130)
        self.assertEqual(temporaries(), [])
        self.assertGreater(len(rows_of(out)), 1)

    def saving_model(self, file):
        content = ramp_model()
        content["blocks"].append(block(9, "sinks/to_file", "Save", file=file))
        content["lines"].append(line(10, (4, 1), (9, 1)))
        folder = self.folder / "model"
        folder.mkdir(exist_ok=True)
        return self.model(content, "model/model.flx")

    def test_a_model_writes_below_its_own_folder_only(self):
        for file in ("../out.csv", str(self.folder / "out.csv")):
            self.fail_with(1, ["Save", "outside of the model's folder"], "run", self.saving_model(file))
        (self.folder / "model" / "up").symlink_to(self.folder)
        self.fail_with(1, ["Save", "outside of the model's folder"], "run", self.saving_model("up/out.csv"))
        # A link to what is not there yet: writing there makes the file that it leads to.
        (self.folder / "model" / "link.csv").symlink_to("../.profile")
        self.fail_with(1, ["Save", "outside of the model's folder"], "run", self.saving_model("link.csv"))
        self.assertFalse((self.folder / ".profile").exists())
        self.succeed("run", self.saving_model("../out.csv"), "--allow-write", str(self.folder))
        self.assertTrue((self.folder / "out.csv").exists())

    def test_two_blocks_do_not_write_one_file_by_two_names(self):
        model = self.saving_model("out.csv")
        content = json.loads(pathlib.Path(model).read_text())
        content["blocks"].append(block(20, "sinks/to_file", "Again", file="here/out.csv"))
        content["lines"].append(line(21, (2, 1), (20, 1)))
        (self.folder / "model" / "here").symlink_to(".")
        done = self.run_cli("run", self.model(content, "model/model.flx"))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("another block writes this file too", done.stderr)
        self.assertEqual(rows_of(self.folder / "model" / "out.csv")[0], ["time", "Total"])

    def test_a_run_replaces_only_what_a_run_wrote(self):
        model = self.saving_model("diary.csv")
        diary = self.folder / "model" / "diary.csv"
        diary.write_text("my diary\n")
        self.fail_with(1, ["Save", "no run of Fluxion has written"], "run", model)
        self.assertEqual(diary.read_text(), "my diary\n")
        diary.unlink()
        self.succeed("run", model)
        self.succeed("run", model)  # its own
        diary.write_text("changed since\n")
        self.fail_with(1, ["Save", "no run of Fluxion has written"], "run", model)
        self.succeed("run", model, "--trust")
        self.assertEqual(rows_of(diary)[0], ["time", "Total"])

    def test_a_model_reads_below_its_own_folder_only(self):
        (self.folder / "data.csv").write_text("time,y\n0,1\n1,2\n")
        content = {"fluxion": 1, "settings": {"StopTime": "1"},
                   "blocks": [block(1, "sources/from_file", "Play", FileName="../data.csv"), block(2, "sinks/scope", "Scope")],
                   "lines": [line(3, (1, 1), (2, 1))]}
        (self.folder / "model").mkdir()
        model = self.model(content, "model/model.flx")
        self.fail_with(1, ["Play", "outside of the model's folder"], "run", model)
        self.fail_with(1, ["Play", "outside of the model's folder"], "info", model)
        self.succeed("run", model, "--allow-read", str(self.folder))
        self.succeed("run", model, "--trust")


if __name__ == "__main__":
    unittest.main()
