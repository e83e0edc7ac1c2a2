#!/usr/bin/env python3
"""Writes BUILD/sources/compile_commands.json: how each source is compiled by itself.

Sources of a folder are compiled together (compile_folders_together of FluxionTargets.cmake), so that BUILD/compile_commands.json names files that
include them. A tool that looks at one source alone, as clang-tidy does, would have to guess its options.

Usage: commands_of_sources.py BUILD
"""
import json
import pathlib
import re
import sys

INCLUDED = re.compile(r'^#include "(.+\.cpp)"$', re.M)


def sources_of(entry, root):
    file = pathlib.Path(entry["file"])
    if file.parent.name != "together":
        return [file]
    return [root / name for name in INCLUDED.findall(file.read_text(encoding="utf-8"))]


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    root = pathlib.Path(__file__).resolve().parent.parent
    entries = []
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        for source in sources_of(entry, root):
            command = entry["command"].replace(f" -c {entry['file']}", f" -c {source}")
            entries.append({"directory": entry["directory"], "command": command, "file": str(source)})
    folder = build / "sources"
    folder.mkdir(exist_ok=True)
    (folder / "compile_commands.json").write_text(json.dumps(entries, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
