#!/usr/bin/env python3
"""How the handbook is put together: where links lead, and which pages are refused."""
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "resources/handbook"))

import build_handbook  # noqa: E402
import check_pages  # noqa: E402


class Links(unittest.TestCase):
    def link(self, text, source):
        return build_handbook.with_links(text, ROOT / source, build_handbook.sources())

    def test_links_between_pages_stay(self):
        self.assertEqual(self.link("[a](keyboard.md#b)", "docs/index.md"), "[a](keyboard.md#b)")
        self.assertEqual(self.link("[a](../index.md)", "docs/tutorial/1-draw.md"), "[a](../index.md)")
        self.assertEqual(self.link("[a](https://x.y/z)", "docs/index.md"), "[a](https://x.y/z)")
        self.assertEqual(self.link("[a](#b)", "docs/index.md"), "[a](#b)")

    def test_links_to_files_that_become_pages_follow_them(self):
        self.assertEqual(self.link("[a](../CONTRIBUTING.md)", "docs/index.md"), "[a](contributing.md)")
        self.assertEqual(self.link("[a](docs/keyboard.md)", "CONTRIBUTING.md"), "[a](keyboard.md)")
        self.assertEqual(self.link("[a](../README.md)", "docs/window.md"), "[a](index.md)")
        self.assertEqual(self.link("[a](../clutch/readme.md)", "examples/lorenz_attractor/readme.md"), "[a](clutch.md)")

    def test_links_to_sources_become_text(self):
        self.assertEqual(self.link("see [`a.cpp`](../sim_core/ir/ops.def).", "docs/index.md"), "see `a.cpp`.")

    def test_code_is_left_alone(self):
        code = "a\n\n    [a](../sim_core/ir/ops.def)\n\n```\n[a](../sim_core/ir/ops.def)\n```\n"
        self.assertEqual(self.link(code, "docs/index.md"), code)


class Pages(unittest.TestCase):
    def problems(self, **pages):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in pages.items():
                (pathlib.Path(folder) / f"{name}.html").write_text(text)
            return check_pages.problems(pathlib.Path(folder).resolve())

    def test_what_leads_somewhere(self):
        self.assertEqual(self.problems(a='<a href="b.html#x">', b='<h2 id="x"><a href="#x"><a href="https://y.z">'), [])

    def test_what_leads_nowhere(self):
        self.assertEqual(self.problems(a='<a href="b.html">'), ["a.html: there is no b.html"])
        self.assertEqual(self.problems(a='<a href="b.html#x">', b=""), ["a.html: there is no place b.html#x"])

    def test_what_needs_a_network(self):
        self.assertEqual(self.problems(a='<script src="https://x.y/z.js">'), ["a.html loads https://x.y/z.js"])
        self.assertEqual(self.problems(a='<link href="//x.y/z.css">'), ["a.html loads //x.y/z.css"])


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    unittest.main()
