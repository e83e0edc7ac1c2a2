#!/usr/bin/env python3
"""Drives fluxion-cli study: threads, parts, SIGKILL in the middle, and what it says of studies that cannot be."""
import json
import os
import signal
import subprocess
import time
import unittest

from cli_test import PROGRAM, CliTest, ramp_model


class Study(CliTest):
    def study(self, samples=60, name="s", **members):
        self.model(ramp_model())
        content = {"fluxion_study": 1, "model": "model.flx", "variations": [{"name": "rate", "uniform": [1, 2]}], "sampling": "random",
                   "samples": samples, "settings": {"StopTime": 1}, "results": [{"name": "last", "value": "Total(end)"}], **members}
        path = self.folder / f"{name}.flxstudy"
        path.write_text(json.dumps(content))
        return str(path)

    def table(self, name="s"):
        return (self.folder / f"{name}.csv").read_bytes()

    def test_a_table_has_a_row_for_each_run(self):
        said = self.succeed("study", self.study())
        self.assertIn("s.csv: 60 runs, 0 failed", said)
        header, *rows = self.table().decode().splitlines()
        self.assertEqual(header, "sample,rate,last,status,message")
        for k, row in enumerate(rows):
            sample, rate, last, status, message = row.split(",")
            self.assertEqual((sample, status, message), (str(k), "finished", ""))
            self.assertAlmostEqual(float(rate), float(last), places=9)

    def test_threads_and_shards_give_the_same_bytes(self):
        path = self.study()
        self.succeed("study", path, "--jobs", "1")
        whole = self.table()
        self.succeed("study", path, "--jobs", "2")
        self.assertEqual(self.table(), whole)
        (self.folder / "s.csv").unlink()
        for part in ("2/2", "1/2"):
            self.succeed("study", path, "--shard", part)
        self.succeed("study", path, "--merge", "2")
        self.assertEqual(self.table(), whole)

    def test_killed_in_the_middle_and_continued(self):
        path = self.study(3000)
        self.succeed("study", path)
        whole = self.table()
        (self.folder / "s.csv").unlink()
        part = self.folder / "s.csv.part"
        kills = 0
        for _ in range(3):
            running = subprocess.Popen([PROGRAM, "study", path, "--jobs", "2"], stdout=subprocess.DEVNULL)
            had = len(part.read_bytes().splitlines()) if part.exists() else 0
            while running.poll() is None and (not part.exists() or len(part.read_bytes().splitlines()) < had + 200):
                time.sleep(0.005)
            if running.poll() is None:
                running.send_signal(signal.SIGKILL)
                kills += 1
            running.wait()
        self.assertGreaterEqual(kills, 1)
        before = [line.split(b",")[0] for line in part.read_bytes().split(b"\n")[1:-1]]
        self.assertEqual(len(set(before)), len(before), "no run twice")
        said = self.succeed("study", path)
        self.assertIn(f"{len(before)} of them before", said)
        self.assertEqual(self.table(), whole)
        self.assertFalse(part.exists())

    def test_what_cannot_be_is_said(self):
        for members, said in [({"variations": [{"name": "rat", "values": [1]}], "sampling": "grid"}, ["rat", "did you mean rate"]),
                              ({"results": [{"name": "a", "value": "max(Totl)"}]}, ["a: 'Totl'", "did you mean Total"]),
                              ({"model": "none.flx"}, ["none.flx"]),
                              ({"seeed": 1}, ["seeed", "did you mean seed"])]:
            with self.subTest(members=members):
                self.fail_with(1, said, "study", self.study(**members))
        path = self.study(results=[{"nam": "a", "expression": "1"}])
        told = self.fail_with(1, ["results[0]: there is no member 'expression' (there are name, value)"], "study", path)
        self.assertEqual(told.stderr.splitlines()[0].count("s.flxstudy"), 1, told.stderr)
        path = self.study()
        self.fail_with(2, ["--shard", "K/N"], "study", path, "--shard", "3/2")
        self.fail_with(2, ["--jobs"], "study", path, "--jobs", "0")
        self.fail_with(1, ["run this shard first"], "study", path, "--merge", "2")
        (self.folder / "s.flxstudy").write_text("{")
        self.fail_with(1, ["no JSON"], "study", path)
        model = json.loads((self.folder / "model.flx").read_text())
        model["blocks"][1]["parameters"]["k"] = "nothing"
        path = self.study()
        (self.folder / "model.flx").write_text(json.dumps(model))
        self.fail_with(1, ["Rate", "nothing"], "study", path)

    def test_two_processes_cannot_work_on_one_study(self):
        path = self.study(200_000)
        part = self.folder / "s.csv.part"
        running = subprocess.Popen([PROGRAM, "study", path, "--jobs", "1"], stdout=subprocess.DEVNULL)
        try:
            while running.poll() is None and not (part.exists() and part.stat().st_size > 1000):
                time.sleep(0.005)
            self.assertIsNone(running.poll())
            second = subprocess.run([PROGRAM, "study", path], capture_output=True, text=True, timeout=60)
            self.assertEqual(second.returncode, 1)
            self.assertIn("s.csv.part", second.stderr)
            self.assertIsNone(running.poll())
        finally:
            running.kill()
            running.wait()

    def test_a_full_disk_ends_it_and_it_goes_on_later(self):
        path = self.study(2000)
        self.succeed("study", path)
        whole = self.table()
        (self.folder / "s.csv").unlink()
        limited = ["bash", "-c", 'trap "" XFSZ; ulimit -f 16; exec "$0" "$@"', PROGRAM, "study", path, "--jobs", "2"]
        done = subprocess.run(limited, capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("s.csv.part", done.stderr)
        self.assertFalse((self.folder / "s.csv").exists())
        self.succeed("study", path)
        self.assertEqual(self.table(), whole)

    def test_statistics_and_sensitivities_are_printed(self):
        path = self.study(samples=8, sampling="sobol_indices")
        said = self.succeed("study", path)
        self.assertIn("s.csv: 24 runs, 0 failed", said)
        self.assertIn("95 % interval", said)
        found = json.loads(self.succeed("study", path, "--statistics", "--json"))
        self.assertEqual((found["runs"], found["failed"]), (24, 0))
        self.assertAlmostEqual(found["sensitivities"][0]["ST"][0], 1, delta=0.2)
        whole = self.table()
        self.succeed("study", path, "--jobs", "1")
        self.assertEqual(self.table(), whole)
        path = self.study(name="ends", sampling="one_at_a_time")
        self.assertIn("last, with all in the middle 1.5", self.succeed("study", path))
        self.fail_with(2, ["--json", "--statistics"], "study", path, "--json")
        (self.folder / "ends.csv").write_text("sample\n")
        self.fail_with(1, ["it is no table of this study"], "study", path, "--statistics")


if __name__ == "__main__":
    unittest.main()
