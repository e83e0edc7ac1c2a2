#!/usr/bin/env python3
"""Builds the handbook: docs/, the readmes of the examples, and the reference of blocks and settings.

    build_handbook.py FLUXION_CLI SITE

All pages are put together in SITE-pages, where links that leave docs/ lead to the page that is made of their target, or
are plain text where none is. mkdocs makes SITE of them; its warnings are errors. The result needs no network and no
server: what a page loads is in SITE, which check_pages.py sees to.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import check_pages

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
KATEX = pathlib.Path("/usr/share/javascript/katex")
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
MADE = ("reference/", "examples.md")  # pages that this program makes
CODE = re.compile(r"^```.*?^```|(?<=\n\n)(?: {4}[^\n]*\n|\n)+", re.M | re.S)
# The colors of plots in light windows (editor/theme.cpp), for the pictures of the examples.
CURVES = ["#1f6fc4", "#d95f02", "#11885c", "#b83a80", "#8f7800", "#008698", "#6a4fc0", "#b3362b"]


def examples():
    """{field: [name]} as on the start page."""
    fields, seen = {}, set()
    for line in (ROOT / "examples/fields.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith(" ") and line.split()[0] not in seen:
            seen.add(line.split()[0])
            fields[field].append(line.split()[0])
        elif line and not line.startswith((" ", "#")):
            field = line.strip()
            fields[field] = []
    return fields


def sources():
    """{file: place among the pages}"""
    pages = {p: p.relative_to(ROOT / "docs").as_posix() for p in (ROOT / "docs").rglob("*") if p.is_file()}
    pages[ROOT / "CONTRIBUTING.md"] = "contributing.md"
    pages[ROOT / "THIRD_PARTY.md"] = "third-party.md"
    for names in examples().values():
        for name in names:
            pages[ROOT / f"examples/{name}/readme.md"] = f"examples/{name}.md"
    return pages


def with_links(text, source, pages):
    place = pathlib.PurePosixPath(pages[source])

    def changed(match):
        words, target = match.groups()
        path, _, anchor = target.partition("#")
        if "://" in target or not path or path.startswith("mailto:"):
            return match.group()
        aim = (source.parent / path).resolve()
        if aim == ROOT / "README.md":
            aim = ROOT / "docs/index.md"
        if aim not in pages:
            # Only what the build makes is not there yet.
            made = source.is_relative_to(ROOT / "docs") and path.removeprefix("../").startswith(MADE)
            return match.group() if made else words
        there = os.path.relpath(pages[aim], place.parent)
        return f"[{words}]({there}{'#' + anchor if anchor else ''})"

    parts, done = [], 0
    for code in CODE.finditer(text):
        parts += [LINK.sub(changed, text[done:code.start()]), code.group()]
        done = code.end()
    return "".join(parts) + LINK.sub(changed, text[done:])


def colored(svg):
    for number, color in enumerate(CURVES, 1):
        svg = svg.replace(f"#{number:06}", color)
    return svg


def title_and_line(readme):
    lines = [line for line in readme.read_text(encoding="utf-8").splitlines() if line.strip()]
    return lines[0].lstrip("# "), lines[1]


def examples_page():
    text = ["# Examples\n\nEach is a model that comes with the program: the start page opens it.\n"]
    for field, names in examples().items():
        text.append(f"\n## {field}\n\n<div class=\"examples\">\n")
        for name in names:
            title, line = title_and_line(ROOT / f"examples/{name}/readme.md")
            text.append(f'<a href="examples/{name}.html"><img src="examples/{name}.svg" alt="">{title}'
                        f"<p>{line}</p></a>\n")
        text.append("</div>\n")
    return "".join(text)


def put_together(program, folder):
    shutil.rmtree(folder, ignore_errors=True)
    pages = sources()
    for source, place in pages.items():
        target = folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.suffix == ".md":
            target.write_text(with_links(source.read_text(encoding="utf-8"), source, pages), encoding="utf-8")
        else:
            shutil.copyfile(source, target)
    for names in examples().values():
        for name in names:
            picture = ROOT / f"examples/{name}/{name}.svg"
            (folder / f"examples/{name}.svg").write_text(colored(picture.read_text(encoding="utf-8")), encoding="utf-8")
    (folder / "examples.md").write_text(examples_page(), encoding="utf-8")
    subprocess.run([program, "reference", "--built-in", "--out", str(folder / "reference")], check=True,
                   stdout=subprocess.DEVNULL)
    assets = folder / "assets/katex"
    (assets / "fonts").mkdir(parents=True)
    for name in ("katex.min.js", "katex.min.css"):
        shutil.copyfile(KATEX / name, assets / name)
    for font in (KATEX / "fonts").glob("*.woff2"):
        shutil.copyfile(font, assets / "fonts" / font.name)


def add_licenses(site):
    """Of what the pages contain parts of."""
    (site / "licenses").mkdir(exist_ok=True)
    for package in ("mkdocs-material", "libjs-katex", "fonts-katex"):
        shutil.copyfile(f"/usr/share/doc/{package}/copyright", site / f"licenses/{package}.txt")


def navigation(nav, folder):
    """The entries of mkdocs.yml, with those that are made."""
    made = {
        "examples": ["examples.md"] + [{field: [f"examples/{name}.md" for name in names]}
                                       for field, names in examples().items()],
        "reference": ["reference/blocks.md"] + sorted(p.relative_to(folder).as_posix()
                                                      for p in (folder / "reference/blocks").glob("*.md")),
    }
    out = []
    for entry in nav:
        (title, what), = entry.items()
        out.append({title: navigation(what, folder) if isinstance(what, list) else made.get(what, what)})
    return out


def pages_of(nav):
    for entry in nav:
        for what in entry.values() if isinstance(entry, dict) else [entry]:
            yield from pages_of(what) if isinstance(what, list) else [what]


def main():
    import yaml  # a package of mkdocs

    program, site = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    folder = site.with_name(site.name + "-pages")
    put_together(program, folder)
    config = yaml.safe_load((HERE / "mkdocs.yml").read_text(encoding="utf-8"))
    config["nav"] = navigation(config["nav"], folder)
    config["theme"]["custom_dir"] = str(HERE / "theme")
    config["docs_dir"], config["site_dir"] = str(folder), str(site)
    missing = {p.relative_to(folder).as_posix() for p in folder.rglob("*.md")} - set(pages_of(config["nav"]))
    if missing:
        sys.exit(f"pages that resources/handbook/mkdocs.yml does not name: {', '.join(sorted(missing))}")
    file = folder.with_suffix(".json")  # JSON is YAML
    file.write_text(json.dumps(config), encoding="utf-8")
    done = subprocess.run(["mkdocs", "build", "--strict", "--config-file", str(file)], text=True,
                          stderr=subprocess.PIPE)
    if done.returncode != 0:
        sys.exit("\n".join(line for line in done.stderr.splitlines() if not line.startswith("INFO")))
    index = (site / "search/search_index.json").read_text(encoding="utf-8")
    (site / "search/search_index.js").write_text(f"__searchIndex({index});\n", encoding="utf-8")
    for unused in [site / "sitemap.xml", site / "sitemap.xml.gz", *site.rglob("*.map")]:
        unused.unlink(missing_ok=True)
    add_licenses(site)
    wrong = check_pages.problems(site)
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    main()
