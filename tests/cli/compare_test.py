"""Drives fluxion-cli compare: runs that are kept, and whether they are as a baseline was."""
import unittest

from cli_test import CliTest, ramp_model


class Compare(CliTest):
    def test_a_run_is_as_it_was(self):
        model = self.model(ramp_model())
        for name in ("a", "b"):
            self.assertEqual(self.run_cli("run", model, "--out", self.folder / f"{name}.flxrun").returncode, 0)
        done = self.run_cli("compare", self.folder / "a.flxrun", self.folder / "b.flxrun")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("the signal is within tolerance", done.stdout)

    def test_a_run_is_not_as_it_was(self):
        model = self.model(ramp_model())
        self.run_cli("run", model, "--out", self.folder / "a.flxrun")
        self.run_cli("run", model, "--set", "rate=2.1", "--out", self.folder / "b.csv")
        files = (self.folder / "a.flxrun", self.folder / "b.csv")
        done = self.run_cli("compare", *files, "--report", self.folder / "page.html")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"Total: out of tolerance; largest difference 0\.1 at t = 1")
        self.assertIn("out of tolerance", (self.folder / "page.html").read_text())
        self.assertEqual(self.run_cli("compare", *files, "--abs", "0.1001").returncode, 0)
        self.assertEqual(self.run_cli("compare", *files, "--rel", "0.051").returncode, 0)
        self.assertEqual(self.run_cli("compare", *files, "--signal", "Total=rel=0.051").returncode, 0)
        self.assertEqual(self.run_cli("compare", *files, "--time", "0.04").returncode, 1)
        done = self.run_cli("compare", *files, "--signal", "Totl=1")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--signal Totl: there is no signal of this name (did you mean Total?)", done.stderr)

    def test_a_table_with_few_rows_is_said_to_be_coarse(self):
        # A curve through the right values at its rows, but straight between them.
        (self.folder / "curve.csv").write_text(
            "\n".join(["t,x"] + [f"{k / 100},{(k / 100) ** 2}" for k in range(101)]) + "\n")
        (self.folder / "coarse.csv").write_text("\n".join(["t,x", "0,0", "0.5,0.25", "1,1"]) + "\n")
        done = self.run_cli("compare", self.folder / "coarse.csv", self.folder / "curve.csv", "--abs", "1e-3")
        self.assertEqual(done.returncode, 1)
        self.assertIn("the baseline has only 3 rows; between them it is taken as straight, at them the largest "
                      "difference is 0", done.stdout)
        done = self.run_cli("compare", self.folder / "curve.csv", self.folder / "coarse.csv", "--abs", "1e-3")
        self.assertIn("the other run has only 3 rows", done.stdout)
        done = self.run_cli("compare", self.folder / "coarse.csv", self.folder / "curve.csv", "--abs", "0.1")
        self.assertEqual(done.returncode, 0)
        self.assertNotIn("only 3 rows", done.stdout)

    def test_what_cannot_be_compared_is_status_2(self):
        table = self.folder / "a.csv"
        table.write_text("t,x\n0,1\n1,oops\n")
        done = self.run_cli("compare", table, table)
        self.assertEqual(done.returncode, 2)
        self.assertIn("line 3: 'oops' in column 2 (x) is not a number", done.stderr)
        self.assertEqual(self.run_cli("compare", table).returncode, 2)
        self.assertEqual(self.run_cli("compare", table, table, "--abs", "-1").returncode, 2)


if __name__ == "__main__":
    unittest.main()
