#!/usr/bin/env python3
"""Fails where the documents name something that is not there.

- A path in backquotes or in a link or picture (README.md, CONTRIBUTING.md, docs/**.md) exists. `a/b.*` and `a/b` stand for b.h or
  b.cpp. What a build makes and what a reader makes up is named below.
- The handbook's navigation names every page of docs/, and no other.
- Folders in layers.txt exist, and so do those that docs/architecture.md lists.
- docs/architecture.md names the phases of compile() in their order, and explains each.
- Lines of prose end before column 121. Tables, code, quotations, lines with a link and the sentence with which an example
  presents itself (its third line, which the start page shows) may be longer.

Registered as the ctest `architecture_documents`. Usage: check_documents.py ROOT
"""
import pathlib
import re
import sys

PATH = re.compile(r"`([\w.+-]+(?:/[\w.*+-]+)+/?)`|\]\((?!https?:|#|mailto:)([^)#\s]+)[^)\s]*\)")
MADE = ("build/", "~/", "/", "../lib/", "runs/MODEL-HASH")  # by a build, in a home folder or beside the program
# The roofs that documents write paths from, besides the root of the tree.
ROOFS = ("", "sim_core", "editor", "docs", "plugins", "tests")
# What docs/index.md leads to and ./dev docs makes.
HANDBOOK_MAKES = ("reference/", "examples.md")
PHASES = re.compile(r"\brun\(draft, (\w+)[,)]")  # calls of them, in compile.cpp
WIDEST = 120
# Phases that are a part of another's row.
TOGETHER = {"find_controllers", "leave_out_idle_blocks"}


def exists(root, page, path):
    made = tuple("../" * (len(page.relative_to(root).parts) - 2) + p for p in HANDBOOK_MAKES)
    if path.startswith((*MADE, *made)):
        return True
    for roof in (page.parent, *(root / r for r in ROOFS)):
        place = roof / path.rstrip("/")
        if place.exists() or any(place.parent.glob(place.name if "*" in path else place.name + ".*")):
            return True
    return False


def unknown_paths(root):
    top = {p.name for p in root.iterdir()}
    for page in [root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "docs").rglob("*.md"))]:
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
            for quoted, linked in PATH.findall(line):
                path = linked or quoted
                # In backquotes anything may stand: a path is what begins like one of the tree.
                begins = path.split("/")[0]
                known = begins in top or any((root / r / begins).is_dir() for r in ROOFS[1:])
                if (linked or known) and not exists(root, page, path):
                    yield f"{page.relative_to(root)}:{number}: there is no {path}"


def handbook(root):
    """The pages of docs/ and those that resources/handbook/mkdocs.yml names, made ones aside."""
    nav = (root / "resources/handbook/mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:")[2]
    named = set(re.findall(r": (\S+\.md)$", nav, re.M)) - {"contributing.md", "third-party.md"}
    named = {page for page in named if not page.startswith(HANDBOOK_MAKES)}
    there = {p.relative_to(root / "docs").as_posix() for p in (root / "docs").rglob("*.md")}
    for page in sorted(there - named):
        yield f"resources/handbook/mkdocs.yml: the navigation omits {page}"
    for page in sorted(named - there):
        yield f"resources/handbook/mkdocs.yml: there is no docs/{page}"


def unknown_folders(root):
    layers = root / "tests/architecture/layers.txt"
    for number, line in enumerate(layers.read_text(encoding="utf-8").splitlines(), 1):
        folder = line.split(":")[0].strip()
        if line.startswith("#") or not folder or "*" in folder:
            continue
        if not (root / folder).is_dir():
            yield f"{layers.relative_to(root)}:{number}: there is no folder {folder}"


def phases(root):
    page = (root / "docs/architecture.md").read_text(encoding="utf-8")
    listed = PHASES.findall((root / "sim_core/compile/compile.cpp").read_text(encoding="utf-8"))
    flow = re.search(r"evaluate_parameters >.*?(?=\n\n)", page, re.S).group(0)
    drawn = [p.strip() for p in flow.split(">")]
    for phase in listed:
        if phase not in drawn:
            yield f"docs/architecture.md: the flow omits the phase {phase}"
        if not re.search(rf"^\|[^|]*\b{phase}\b", page, re.M) and phase not in TOGETHER:
            yield f"docs/architecture.md: the table omits the phase {phase}"
    for phase in drawn:
        if phase not in listed:
            yield f"docs/architecture.md: there is no phase {phase}"
    if [p for p in drawn if p in listed] != [p for p in listed if p in drawn]:
        yield "docs/architecture.md: the flow has the phases in another order than compile()"


def rooms(root):
    page = (root / "docs/architecture.md").read_text(encoding="utf-8")
    listing = re.search(r"## The rooms\n\n(.*?)\n\n", page, re.S).group(1)
    roof = pathlib.Path()
    for line in listing.splitlines():
        indent = len(line) - len(line.lstrip())
        names = re.match(r"\s*((?:\w+(?:/\w+)*/?\s+)+?)(?=\s|$)", line)
        if not names or indent not in (4, 6):
            continue
        for name in (n for n in names.group(1).split() if "/" in n):
            place = (root if indent == 4 else roof) / name
            if indent == 4:
                roof = place
            if not place.is_dir():
                yield f"docs/architecture.md: there is no folder {place.relative_to(root)}"
    for roof in ("sim_core", "editor"):
        for folder in sorted(p for p in (root / roof).iterdir() if p.is_dir() and any(p.rglob("*.h"))):
            if not re.search(rf"\b{folder.name}/", listing):
                yield f"docs/architecture.md: the rooms omit {folder.relative_to(root)}"


def long_lines(root):
    pages = ["*.md", "docs/**/*.md", "benchmarks/README.md", "examples/*/readme.md"]
    for page in sorted(p for pattern in pages for p in root.glob(pattern)):
        fenced = False
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
            fenced ^= line.startswith("```")
            free = fenced or (number == 3 and page.name == "readme.md") or line.startswith(("|", ">", "    ")) or "](" in line or "://" in line
            if len(line) > WIDEST and not free:
                yield f"{page.relative_to(root)}:{number}: {len(line)} characters, at most {WIDEST}"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    wrong = [*unknown_paths(root), *handbook(root), *unknown_folders(root), *phases(root), *rooms(root), *long_lines(root)]
    print("\n".join(wrong) or "the documents name what is there")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
