#!/usr/bin/env python3
"""Fails where a text uses a word that the field does not: see docs/glossary.md for the words to use.

Registered as the ctest `architecture_words`. Usage: check_words.py ROOT
"""
import pathlib
import re
import sys

# The word, and what to write.
REFUSED = {
    "anew": "again, or restart, reset, recompute, redraw",
    "afresh": "again",
    "amiss": "wrong",
    "dear": "expensive",
    "headway": "progress",
    "hitherto": "until now",
    "mend": "fix",
    "forgetful": "say what is not kept",
    "helpless": "say what cannot be done",
}
WORDS = re.compile(r"\b(" + "|".join(REFUSED) + r")\b", re.IGNORECASE)
ENDINGS = {".cpp", ".h", ".def", ".inc", ".md", ".py", ".flx"}
FOLDERS = ["app", "editor", "sim_core", "plugins", "examples", "tests", "docs", "benchmarks", "resources"]
# They list these words.
LISTS = {"docs/glossary.md", "tests/architecture/check_words.py"}


def problems_of(name, text):
    for number, line in enumerate(text.splitlines(), 1):
        for match in WORDS.finditer(line):
            yield f"{name}:{number}: '{match.group()}' (write {REFUSED[match.group().lower()]})"


def main(root):
    found = []
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            name = path.relative_to(root).as_posix()
            if path.suffix in ENDINGS and path.is_file() and name not in LISTS:
                found += problems_of(name, path.read_text(encoding="utf-8", errors="replace"))
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
