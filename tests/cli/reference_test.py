"""Drives fluxion-cli reference: a page for each category of blocks, and one of all settings."""
import json
import re
import unittest

from cli_test import ROOT, CliTest


class Reference(CliTest):
    def pages(self, *options):
        out = self.folder / "reference"
        printed = self.succeed("reference", "--out", str(out), *options)
        self.pages_said, self.blocks_said = map(int, re.search(r": (\d+) pages about (\d+) blocks", printed).groups())
        return {p.relative_to(out).as_posix(): p.read_text() for p in out.rglob("*.md")}

    def test_every_block_has_an_entry_with_a_description(self):
        pages = self.pages("--built-in")
        self.assertEqual(len(pages), self.pages_said)
        sections = {}
        for path, text in pages.items():
            if path.startswith("blocks/"):
                for section in re.split(r"^## ", text, flags=re.M)[1:]:
                    name, doc = re.match(r".*\n\n<code>(.*)</code>\n\n(.*)\n", section).groups()
                    self.assertNotIn(name, sections)
                    sections[name] = doc
        self.assertEqual(len(sections), self.blocks_said)
        self.assertGreater(len(sections), 270)
        for name, doc in sections.items():
            self.assertRegex(doc, r"\w{2,}.*\.$", name)
        # What models use is there.
        used = set()
        for model in ROOT.glob("examples/*/*.flx"):
            used |= {b["type"] for b in json.loads(model.read_text())["blocks"]}
        known = {name.replace("&#95;", "_") for name in sections}
        self.assertEqual({u for u in used if u.split("/")[0] in ("math", "continuous", "sinks")} - known, set())

    def test_the_readme_counts_blocks_and_examples(self):
        networks = ("Driveline/", "Electrical/", "Thermal/", "Hydraulic/", "Magnetic/", "Planar", "Converters")
        blocks = json.loads(self.succeed("blocks", "--json"))
        built_in = [b for b in blocks if not b["plugin"]]
        components = [b for b in built_in if b["category"].startswith(networks)]
        readme = (ROOT / "README.md").read_text()
        said = re.search(r"(\d+) blocks and (\d+) components of physical networks", readme)
        self.assertEqual(tuple(map(int, said.groups())), (len(built_in) - len(components), len(components)))
        rows = re.findall(r"^\| \[(\w+)\]\(examples/\1/readme.md\)", readme, re.M)
        self.assertEqual(sorted(rows), sorted(p.parent.name for p in ROOT.glob("examples/*/readme.md")))

    def test_every_link_leads_to_an_entry(self):
        pages = self.pages()
        for path, text in pages.items():
            for target, anchor in re.findall(r"\]\(([^)#]*)#?([^)]*)\)", text):
                aim = pages[target] if target else text
                self.assertTrue(not anchor or f"{{#{anchor}}}" in aim, f"{path}: {target}#{anchor}")

    def test_every_setting_has_an_entry_with_a_description(self):
        page = self.pages()["settings.md"]
        names = re.findall(r"^SETTING\((\w+),", (ROOT / "sim_core/diagram/settings.def").read_text(), re.M)
        entries = dict(re.findall(r"^<code>(\w+)</code>, default .*\n\n(.*)\n", page, re.M))
        self.assertEqual(sorted(entries), sorted(names))
        for name, text in entries.items():
            self.assertRegex(text, r"\w{2,}.*\.$", name)

    def test_it_replaces_what_is_there(self):
        self.pages()
        (self.folder / "reference/settings.md").write_text("old")
        self.assertIn("RelTol", self.pages()["settings.md"])

    def test_wrong_usage(self):
        self.fail_with(2, ["--out FOLDER"], "reference")
        self.fail_with(2, ["takes no file", "'x.flx'"], "reference", "x.flx")
        self.fail_with(1, ["blocks.md"], "reference", "--out", "/proc/nowhere")


if __name__ == "__main__":
    unittest.main()
