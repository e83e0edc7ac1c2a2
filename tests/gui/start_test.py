"""Starts the window's program where there is no display: what needs none works, what needs one says so."""
import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Start(unittest.TestCase):
    def start(self, *arguments):
        environment = {name: value for name, value in os.environ.items()
                       if name not in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY")}
        return subprocess.run([os.environ["FLUXION_WINDOW"], *map(str, arguments)], env=environment, text=True, timeout=60,
                              capture_output=True)

    def test_headless_runs_need_no_display(self):
        with tempfile.TemporaryDirectory() as folder:
            done = self.start("--headless", "--out", folder, ROOT / "examples/damped_pendulum/damped_pendulum.flx")
            self.assertEqual(done.returncode, 0, done.stderr)
            written = {p.suffix for p in pathlib.Path(folder).iterdir()}
            self.assertLessEqual({".csv", ".png"}, written)

    def test_help_and_version_need_no_display(self):
        self.assertIn("--headless", self.start("--help").stdout)
        self.assertRegex(self.start("--version").stdout, r"^fluxion \d+\.\d+\.\d+\n$")

    def test_a_window_without_a_display_is_an_error_with_a_remedy(self):
        done = self.start("--new-process")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"^error: there is no display .*\(set DISPLAY, .*--headless.*\)\n$")


if __name__ == "__main__":
    unittest.main()
