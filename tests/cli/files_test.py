#!/usr/bin/env python3
"""What fluxion-cli run and the sinks of a model write: CSV and MAT files, beside the model or where it is said."""
import os
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
        self.assertEqual(running.wait(timeout=30), 130)
        self.assertEqual(temporaries(), [])
        self.assertGreater(len(rows_of(out)), 1)


if __name__ == "__main__":
    unittest.main()
