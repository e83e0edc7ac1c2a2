#!/usr/bin/env python3
"""Fails where a page of the handbook leads nowhere, or loads something from elsewhere.

    check_pages.py SITE
"""
import html.parser
import pathlib
import sys
import urllib.parse

# Attributes by which a page loads something; links to elsewhere are allowed in <a href>.
LOADS = {("img", "src"), ("script", "src"), ("link", "href"), ("iframe", "src"), ("source", "src")}


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.anchors, self.links, self.loads = set(), set(), set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id" or (tag, name) == ("a", "name"):
                self.anchors.add(value)
            elif (tag, name) in LOADS:
                self.loads.add(value or "")
            elif (tag, name) == ("a", "href"):
                self.links.add(value or "")


def problems(site):
    pages = {p: Page(p.read_text(encoding="utf-8")) for p in site.rglob("*.html") if p.name != "404.html"}
    wrong = []
    for path, page in sorted(pages.items()):
        for target in sorted(page.loads | page.links):
            url = urllib.parse.urlsplit(target)
            if url.scheme or url.netloc:
                if target in page.loads and url.scheme != "data":
                    wrong.append(f"{path.relative_to(site)} loads {target}")
                continue
            aim = (path.parent / urllib.parse.unquote(url.path)).resolve() if url.path else path
            aim = aim / "index.html" if aim.is_dir() else aim
            anchor = urllib.parse.unquote(url.fragment)
            if not aim.exists():
                wrong.append(f"{path.relative_to(site)}: there is no {target}")
            elif anchor and aim in pages and not anchor.startswith("__") and anchor not in pages[aim].anchors:
                wrong.append(f"{path.relative_to(site)}: there is no place {target}")
    return wrong


if __name__ == "__main__":
    found = problems(pathlib.Path(sys.argv[1]).resolve())
    print("\n".join(found) or "the pages lead somewhere")
    sys.exit(bool(found))
