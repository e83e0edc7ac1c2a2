#!/usr/bin/env python3
"""Fails where the window could take a model's text for HTML, which loads files (editor/plain_text.h).

- Tool tips are literals, or made by plainTip, escaped, or by a function named here that escapes by itself.
- Message boxes are plain ones. Markdown is shown by NoteText and its widgets. setHtml only where named here.

Registered as the ctest `architecture_texts`. Usage: check_texts.py ROOT
"""
import pathlib
import re
import sys

# Each place that writes HTML, and escapes what it puts into it.
WRITES_HTML = {"editor/run_archive/run_details_page.cpp"}
MARKDOWN = {"editor/note_text.cpp"}
MESSAGE_BOXES = {"editor/plain_text.cpp", "editor/plain_text.h"}

TIP = re.compile(r"\b(setToolTip|setWhatsThis|QToolTip::showText)\s*\(")
SAFE = ("plainTip(", "toHtmlEscaped()", "parameterTip(", "explained(", "->toolTip()", "tr(row.tip)", "translated(",
        "accessibleName()", "<qt>%1</qt>")
# Arguments that only carry literals of their callers, or text put together in escaped parts.
CARRIED = {"tip", "text", "row.tip", "severity", "title", "label", "error ? why : field->accessibleName()"}
OWN = re.compile(r'QStringLiteral\("%1 \(%2\)"\)')


def argument(text, start):
    """What stands between the parentheses that open at `start`."""
    depth, quoted, at = 0, False, start
    while at < len(text):
        c = text[at]
        if c == "\\" and quoted:
            at += 1
        elif c == '"':
            quoted = not quoted
        elif not quoted and c in "([{":
            depth += 1
        elif not quoted and c in ")]}":
            depth -= 1
            if depth == 0:
                return text[start + 1:at]
        at += 1
    return text[start + 1:]


def is_safe_tip(words):
    words = " ".join(words.split())
    if any(part in words for part in SAFE) or OWN.search(words):
        return True
    if words.split(", ")[-1] in CARRIED or words in CARRIED:
        return True
    without = re.sub(r'"(?:[^"\\]|\\.)*"', '""', words)
    # Only literals: every call left is tr() or QStringLiteral(), without .arg().
    return ".arg(" not in without and "fromStdString" not in without and ("tr(" in without or 'QStringLiteral("")' in without)


def problems_of(path, text):
    for match in TIP.finditer(text):
        words = argument(text, match.end() - 1)
        if not is_safe_tip(words):
            line = text.count("\n", 0, match.start()) + 1
            yield f"{path}:{line}: {match.group(1)}({' '.join(words.split())[:80]}) may be taken for HTML: use plainTip"
    for number, line in enumerate(text.splitlines(), 1):
        code = line.split("//")[0]
        if re.search(r"\bQMessageBox (?:box|\w+)\(|QMessageBox::(?:warning|question|information|critical)\(", code) and path not in MESSAGE_BOXES:
            yield f"{path}:{number}: a message box takes text for HTML: use PlainMessageBox, showWarning or askYesNo"
        if "QMessageBox::about(" in code and "this text is ours" not in line:
            yield f"{path}:{number}: a message box takes text for HTML: use PlainMessageBox"
        if re.search(r"setMarkdown\(|MarkdownText", code) and path not in MARKDOWN:
            yield f"{path}:{number}: Markdown of models goes through NoteText (editor/note_text.h)"
        if re.search(r"\bsetHtml\(|insertHtml\(", code) and path not in WRITES_HTML:
            yield f"{path}:{number}: HTML is written in the files that check_texts.py names only"


def main(root):
    root = pathlib.Path(root)
    found = []
    for folder in ("editor", "app"):
        for file in sorted((root / folder).rglob("*")):
            if file.suffix in (".cpp", ".h"):
                found += problems_of(file.relative_to(root).as_posix(), file.read_text())
    print("\n".join(found) or "every text of a model is shown as plain text")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "."))
