#!/usr/bin/env python3
"""Fails where the engine would write or read numbers, or change letters, as the user's locale says: the window has that locale
by Qt, and "0,5" in a parameter is no number (base/locale_independent.h has what to use instead). Tests may print as they like, but
not read numbers so: they run in locales with a decimal comma, too.

Registered as the ctest `architecture_locale`. Usage: check_locale.py ROOT
"""
import pathlib
import re
import sys

READS = re.compile(r'\b(strtod|strtof|stod|stof|atof|sscanf)\s*\(')
WRONG = re.compile(r'\b(strtod|strtof|stod|stof|atof|sscanf|tolower|toupper|setlocale)\s*\(|printf\s*\([^;]*%[-+ #0-9.*]*[aefgAEFG]')


def main(root):
    problems = []
    for folder, wrong in (("sim_core", WRONG), ("plugins", WRONG), ("tests", READS)):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in (".cpp", ".h", ".c"):
                continue
            text = path.read_text(encoding="utf-8")
            for match in wrong.finditer(text):
                start = text.rfind("\n", 0, match.start()) + 1
                if "//" in text[start:match.start()]:
                    continue
                line = text.count("\n", 0, match.start()) + 1
                problems.append(f"{path.relative_to(root)}:{line}: '{match.group(0).split('(')[0]}' follows the locale; see base/locale_independent.h")
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
