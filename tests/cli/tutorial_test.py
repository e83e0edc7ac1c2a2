"""The chapters of docs/tutorial, command by command: each prints what the chapter says.

Lines that begin with "    $ " are commands, what is below is their output; "..." stands for anything, and a line of
three dots for any lines. The commands of a chapter run in one shell, in a copy of the folder."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from cli_test import PROGRAM, ROOT

FOLDER = ROOT / "docs/tutorial"
CHAPTERS = sorted(FOLDER.glob("*.md"))


def sessions(page):
    """(command, lines that it prints)"""
    found = []
    for block in re.findall(r"(?:^    .*\n)+", page, re.M):
        if not block.startswith("    $ "):
            continue
        for line in block.splitlines():
            if line.startswith("    $ "):
                found.append((line[6:], []))
            else:
                found[-1][1].append(line[4:])
    return found


def pattern(lines):
    out = ""
    for line in lines:
        out += r"(?:.*\n)*" if line == "..." else re.escape(line).replace(r"\.\.\.", ".*") + r"\n"
    return out


class Tutorial(unittest.TestCase):
    def setUp(self):
        root = tempfile.TemporaryDirectory()
        self.addCleanup(root.cleanup)
        self.folder = pathlib.Path(root.name) / "docs/tutorial"
        shutil.copytree(FOLDER, self.folder)
        os.symlink(ROOT / "plugins", pathlib.Path(root.name) / "plugins")

    def test_every_command_prints_what_the_chapter_says(self):
        self.assertEqual(len(CHAPTERS), 5)
        path = f"{os.path.dirname(PROGRAM)}:{os.environ['PATH']}"
        for chapter in CHAPTERS:
            commands = sessions(chapter.read_text())
            self.assertTrue(commands, chapter.name)
            mark = "== next =="
            script = "".join(f"{command}\necho '{mark}'\n" for command, _ in commands)
            done = subprocess.run(["bash", "-c", script], cwd=self.folder, text=True, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, timeout=120, env={**os.environ, "PATH": path})
            printed = done.stdout.split(mark + "\n")
            self.assertEqual(len(printed), len(commands) + 1, done.stdout)
            for (command, lines), text in zip(commands, printed):
                with self.subTest(f"{chapter.name}: {command}"):
                    self.assertRegex(text, r"\A" + pattern(lines) + r"\Z")

    def test_the_plug_in_is_the_one_that_is_printed(self):
        page = (FOLDER / "5-extend.md").read_text()
        self.assertIn((FOLDER / "hard_spring.cpp").read_text(), page)


if __name__ == "__main__":
    unittest.main()
