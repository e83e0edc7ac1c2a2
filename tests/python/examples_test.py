"""The examples in docs/python: scripts run as they are, and a notebook, cell by cell and by its own engine where that is installed."""
import importlib.util
import json
import os
import subprocess
import sys
import unittest

from python_test import PythonTest, ROOT

FOLDER = ROOT / "docs/python"
NOTEBOOK_ENGINE = all(importlib.util.find_spec(name) for name in ("nbformat", "nbclient", "ipykernel"))


class Examples(PythonTest):
    def execute(self, *arguments):
        environment = dict(os.environ, MPLBACKEND="Agg")
        done = subprocess.run([sys.executable, *arguments], cwd=self.folder, env=environment, capture_output=True, text=True, timeout=200)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_scripts_run(self):
        scripts = sorted(FOLDER.glob("*.py"))
        self.assertGreaterEqual(len(scripts), 2)
        for script in scripts:
            with self.subTest(script=script.name):
                self.assertTrue(self.execute(str(script)))

    def test_the_cells_of_the_notebook_run(self):
        for notebook in FOLDER.glob("*.ipynb"):
            cells = json.loads(notebook.read_text())["cells"]
            self.assertFalse(any(cell.get("outputs") for cell in cells), "outputs do not belong into the file")
            code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
            self.execute("-c", code)

    @unittest.skipUnless(NOTEBOOK_ENGINE, "nbclient, nbformat and ipykernel are not installed")
    def test_the_notebook_runs_in_its_engine(self):
        import nbformat
        from nbclient import NotebookClient

        os.environ["MPLBACKEND"] = "Agg"
        for path in FOLDER.glob("*.ipynb"):
            notebook = nbformat.read(path, as_version=4)
            NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
            shown = [out for cell in notebook.cells if cell.cell_type == "code" for out in cell.outputs]
            self.assertTrue(any("half" in str(out) for out in shown))
            self.assertFalse(any(out.output_type == "error" for out in shown))


if __name__ == "__main__":
    unittest.main()
