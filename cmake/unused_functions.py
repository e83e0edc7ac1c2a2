#!/usr/bin/env python3
"""Names the functions that nothing calls, and those that only tests call.

cppcheck reads each source and header by itself, without what it includes: which functions it defines and which names it
uses. That takes 20 s, and 1 s where CACHE has what was read before; with all headers included it takes 6 minutes.
cppcheck's check compares names only. What it does not know is done here: functions that are called by macro tables, by
Qt, by Google Test, or by a library through a virtual function of its own.

A function that stays though nothing calls it is in unused_functions.txt with the reason. Of the files that cppcheck
cannot read, every name counts as used; that more than one in a hundred are such files is an error.

Usage: unused_functions.py CACHE
"""
import collections
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as xml

ROOT = pathlib.Path(__file__).resolve().parent.parent
ALLOWED = pathlib.Path(__file__).with_suffix(".txt")
ROOMS = ("sim_core", "plugins", "editor", "app", "tests", "benchmarks")
ONLY_TESTS = ("tests/", "benchmarks/")

# How the macros that cppcheck meets in sources read.
TEST = "void google_test_##a##b()"
MACROS = {"FLUXION_SUNDIALS": "1", "FLUXION_NATIVE": "1", "FLUXION_GIF": "1", "SIM_FUNCTION(a,b)": "",
          "TEST(a,b)": TEST, "TEST_F(a,b)": TEST, "TEST_P(a,b)": TEST,
          "INSTANTIATE_TEST_SUITE_P(a,b,...)": "static auto instances_##b = use(__VA_ARGS__)"}

# Called by the language, the standard library, Qt, Python and Google Test.
BY_OTHERS = {"main", "begin", "end", "vector_size", "qHash", "PYBIND11_MODULE", "PrintTo", "SetUp", "TearDown",
             "SetUpTestSuite", "TearDownTestSuite"}

UNREAD = {"syntaxError", "internalAstError", "unknownMacro", "preprocessorErrorDirective", "internalError",
          "cppcheckError"}

NAME = re.compile(r"[A-Za-z_]\w*")
DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(.*(?:\\\n.*)*)", re.M)
PASTED = re.compile(r"\w+(?:\s*##\s*\w+)+")
VIRTUAL = re.compile(r"\bvirtual\b[^;{}()]*?(\w+)\s*\(")
OVERRIDES = re.compile(r"(\w+)\s*\((?:[^;{}()]|\([^()]*\)|\{\})*\)[\w\s]*?\b(?:override|final)\b")
# Functions as arguments of templates, and templates with arguments of their own, which are called or named.
TEMPLATES = [re.compile(form) for form in (r"<&?(?:\w+::)*(\w+)>", r"&(?:\w+::)*(\w+)<", r"(\w+)<&?[\w:]+>\s*[(,})]")]
# A method defined outside its class, which cppcheck does not know without the header.
METHOD = re.compile(r"^(?![#/}\s])[^=;()\n]*?\b(\w+)(?:<[^()\n]*>)?::(\w+)\(", re.M)
SLOTS = re.compile(r"\bslots:(.*?)(?=\n\s*(?:public|protected|private|signals)\b[\w\s]*:|\n\};|\n\}  //|\Z)", re.S)


def read_by_cppcheck(files, cache):
    """What cppcheck says of files that it could not read; what it read is in cache."""
    cache.mkdir(parents=True, exist_ok=True)
    (cache / "list").write_text("\n".join(files) + "\n", encoding="utf-8")
    command = ["cppcheck", "--enable=unusedFunction", "--language=c++", "--std=c++20", "--quiet", "--max-configs=1",
               f"--cppcheck-build-dir={cache}", f"--file-list={cache / 'list'}", "--template={file}: {id}: {message}"]
    command += [f"-D{name}={text}" for name, text in MACROS.items()]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stderr
    split = [line.split(": ", 2) for line in said.splitlines()]
    return {parts[0]: parts[-1] for parts in split if len(parts) == 3 and parts[1] in UNREAD}


def read_results(cache):
    """Where each function is defined, and in which files each name is used."""
    defined, used = collections.defaultdict(list), collections.defaultdict(set)
    for line in (cache / "files.txt").read_text(encoding="utf-8").splitlines():
        result, file = cache / line.split(":", 1)[0], line.rsplit(":", 1)[1]
        if not result.exists():
            continue
        for entry in xml.parse(result).iter():
            name = entry.get("functionName", "").split(" ")[0]
            if entry.tag == "functiondecl":
                defined[name].append((file, int(entry.get("lineNumber"))))
            elif entry.tag == "functioncall":
                used[name].add(file)
    return defined, used


def read_macros_and_classes(texts, tables):
    """Names that are used where cppcheck does not look: in macros and their tables, by Qt, by virtual functions."""
    used, patterns = collections.defaultdict(set), set()
    for file, text in tables.items():
        for name in NAME.findall(text):
            used[name].add(file)
    overriding, virtual = collections.defaultdict(set), set()
    for file, text in texts.items():
        for body in DEFINE.findall(text):
            for name in NAME.findall(body.split(")", 1)[-1]):
                used[name].add(file)
            parameters = set(NAME.findall(body.split(")")[0].split("(", 1)[1])) if re.match(r"\w+\(", body) else set()
            for pasted in PASTED.findall(body):
                parts = [r"\w+" if part in parameters else part for part in re.split(r"\s*##\s*", pasted)]
                if any(part != r"\w+" for part in parts):
                    patterns.add("".join(parts))
        for form in TEMPLATES:
            for name in form.findall(text):
                used[name].add(file)
        for section in SLOTS.findall(text):
            for name in re.findall(r"(\w+)\(", section):
                used[name].add(file)
        virtual.update(VIRTUAL.findall(text))
        for name in OVERRIDES.findall(text):
            overriding[name].add(file)
    # A virtual function of our own that nobody calls is unused; one of a library is called there.
    for name in overriding.keys() - virtual:
        used[name] |= {file for file in overriding[name]}
    return used, re.compile("|".join(f"(?:{pattern})" for pattern in sorted(patterns)) or "(?!)")


def read_allowed():
    lines = ALLOWED.read_text(encoding="utf-8").splitlines()
    return {name for line in lines for name in line.partition("#")[0].split()}


def all_of_tests(files):
    return all(file.startswith(ONLY_TESTS) for file in files)


def main():
    cache = pathlib.Path(sys.argv[1]).resolve()
    listed = subprocess.run(["git", "ls-files", *ROOMS], cwd=ROOT, capture_output=True, text=True, check=True)
    files = [file for file in listed.stdout.splitlines() if (ROOT / file).is_file()]
    sources = [file for file in files if file.endswith((".h", ".cpp", ".c"))]
    tables = {file: (ROOT / file).read_text(encoding="utf-8") for file in files if file.endswith((".def", ".inc"))}
    texts = {file: (ROOT / file).read_text(encoding="utf-8") for file in sources}

    unread = read_by_cppcheck(sources, cache)
    defined, used = read_results(cache)
    for file, text in texts.items():
        for found in METHOD.finditer(text):
            if found[1] != found[2]:
                defined[found[2]].append((file, text.count("\n", 0, found.start(2)) + 1))
    elsewhere, pasted = read_macros_and_classes(texts, tables)
    for name, where in elsewhere.items():
        used[name] |= where
    for file in unread:
        for name in NAME.findall(texts[file]):
            used[name].add(file)

    allowed, failures = read_allowed(), []
    for file in sorted(unread):
        print(f"{file} is not read by cppcheck ({unread[file]}): all names in it count as used")
    if len(unread) > len(sources) // 100:
        failures.append(("unread", f"cppcheck cannot read {len(unread)} of {len(sources)} files"))
    for name, places in sorted(defined.items()):
        if not NAME.fullmatch(name) or name.startswith(("operator", "google_test_")) or name in BY_OTHERS:
            continue
        file, line = places[0]
        if not used[name] and not pasted.fullmatch(name):
            failures.append((name, f"{file}:{line}: nothing calls '{name}'"))
        elif used[name] and all_of_tests(used[name]) and not all_of_tests(at for at, _ in places):
            failures.append((name, f"{file}:{line}: only tests call '{name}' ({min(used[name])})"))
    shown = [text for key, text in failures if key not in allowed]
    met = {key for key, _ in failures}
    shown += [f"{ALLOWED.name}: '{name}' need not be listed any more" for name in sorted(allowed - met)]
    print("\n".join(shown) or f"unused functions: none of {len(defined)} names")
    return 1 if shown else 0


if __name__ == "__main__":
    sys.exit(main())
