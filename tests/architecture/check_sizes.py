#!/usr/bin/env python3
"""Fails where a file has over 400 lines, or a class over 40 functions, that sizes.txt does not name with a reason.

Functions are those that a class declares itself, signals, constructors and overrides among them. A name in
sizes.txt that no longer needs to be there fails, too. Registered as the ctest `architecture_sizes`.
Usage: check_sizes.py ROOT
"""
import pathlib
import re
import sys

MOST_LINES, MOST_FUNCTIONS = 400, 40
FOLDERS = ["app", "editor", "sim_core", "plugins", "benchmarks"]
TESTS = "tests"  # classes of them are lists of tests

NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', re.DOTALL)
CLASS = re.compile(r"\b(?:class|struct)\s+(?:\[\[\w+\]\]\s*)?([A-Za-z_][\w:]*)\s*(?:final\s*)?(?::[^;{}()]*)?\{")
SECTION = re.compile(r"^\s*(?:Q_OBJECT\b|(?:public|protected|private|signals)\s*:|\s)*")
NO_FUNCTION = re.compile(r"(using|typedef|friend|struct|class|enum|static_assert)\b")
FUNCTION = re.compile(r"(?:[\w>&*\]~]\s+|~|\boperator\b[^(]*|^\s*)[\w~]+\s*\(|\boperator\s*\(\)\s*\(")


def body_after(text, start):
    """From behind the brace at `start` up to the one that closes it."""
    depth = 0
    for at in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return text[start + 1:at]
    return text[start + 1:]


def declarations(body):
    """What stands at the class's own level, without what braces enclose."""
    depth, out, since = 0, [], ""
    for c in body:
        if c == "{":
            depth += 1
        elif c == "}":
            depth -= 1
            if depth == 0:
                out.append(since)
                since = ""
        elif depth == 0:
            if c == ";":
                out.append(since)
                since = ""
            else:
                since += c
    return out


def functions_of(body):
    count = 0
    for declaration in declarations(body):
        text = SECTION.sub("", declaration).strip()
        if NO_FUNCTION.match(text):
            continue
        before = text if "operator" in text else text.split("=")[0]
        if FUNCTION.search(before) and "std::function<" not in before.split("(")[0]:
            count += 1
    return count


def classes_of(text):
    plain = NOT_CODE.sub(" ", text)
    for match in CLASS.finditer(plain):
        yield match.group(1), functions_of(body_after(plain, match.end() - 1))


def exceptions_of(text):
    known = {}
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            name, _, reason = line.partition(":")
            known[name.strip()] = reason.strip()
    return known


def too_large(root):
    for folder in [*FOLDERS, TESTS]:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in {".cpp", ".h", ".py"}:
                continue
            name, text = path.relative_to(root).as_posix(), path.read_text(encoding="utf-8", errors="replace")
            lines = text.count("\n")
            if lines > MOST_LINES:
                yield name, f"{lines} lines, where {MOST_LINES} are the limit"
            if folder != TESTS and path.suffix != ".py":
                for known, functions in classes_of(text):
                    if functions > MOST_FUNCTIONS:
                        yield f"{name} {known}", f"{functions} functions, where {MOST_FUNCTIONS} are the limit"


def main(root):
    known = exceptions_of((root / "tests/architecture/sizes.txt").read_text(encoding="utf-8"))
    found = dict(too_large(root))
    problems = [f"{name}: {what}" for name, what in found.items() if not known.get(name)]
    problems += [f"tests/architecture/sizes.txt: {name} is within the limits" for name in known if name not in found]
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
