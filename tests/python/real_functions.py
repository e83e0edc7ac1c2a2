#!/usr/bin/env python3
"""How many functions that others wrote compile in a Function block, and compute what Octave computes.

    PYTHONPATH=build/release/python /usr/bin/python3 tests/python/real_functions.py FOLDER... [--say] [--only NAME]

Takes the functions of the .m files in these folders, and the programs of the blocks in their .slx and .mdl models, with
the functions of other files that they call. Octave (package octave) looks for sizes of the inputs with which a function
gives numbers; what it never does for numbers alone is not counted. Each is then a Function block between Constants, and
what it gives for three sets of numbers is compared. This is no test of the suite: it needs what others wrote.
"""
import argparse
import collections
import concurrent.futures
import html
import itertools
import json
import math
import pathlib
import re
import subprocess
import tempfile
import zipfile

SIZES = [(1, 1), (3, 1), (6, 1), (3, 3), (4, 1), (2, 1), (12, 1), (5, 1), (2, 2), (7, 1), (8, 1), (9, 1), (10, 1), (13, 1), (16, 1),
         (4, 4), (6, 6), (2, 3), (2, 10), (20, 1)]
TRIALS = 400  # sizes of all inputs, together
HEADER = re.compile(r"^[ \t]*function[ \t]+(?:(?P<outputs>\[[^\]]*\]|\w+)[ \t]*=[ \t]*)?(?P<name>\w+)[ \t]*(?:\((?P<inputs>[^)]*)\))?", re.M)
SHOWN = re.compile(r"\b(?:plot|figure|fopen|load|input|uigetfile|syms|global|eval|evalin|assignin|quiver3?|line|addpath|rosmessage|ode45)\b")


def without_comments(text):
    text = re.sub(r"(?ms)^[ \t]*%\{[ \t]*$.*?^[ \t]*%\}[ \t]*$", "", text)
    return "\n".join(re.sub(r"(^|[\s;,)(])[%#].*$", r"\1", line) for line in text.splitlines())


def joined(text):
    return re.sub(r"\.\.\.[^\n]*\n", " ", text)


class Function:
    def __init__(self, where, text, folder):
        self.where, self.text, self.folder = where, text, folder
        match = HEADER.search(joined(without_comments(text)))
        self.name = match["name"] if match else ""
        names = lambda part: [n for n in re.split(r"[\s,\[\]]+", part or "") if n]
        self.inputs, self.outputs = (names(match["inputs"]), names(match["outputs"])) if match else ([], [])

    def may_count(self):
        code = without_comments(self.text).strip()
        return (self.name and code.startswith("function") and 0 < len(self.inputs) <= 9 and 0 < len(self.outputs) <= 20
                and len(self.text) < 60_000 and not SHOWN.search(code))


def programs_of(path):
    """The programs of the Function blocks of a model."""
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as parts:
            for name in parts.namelist():
                if name.endswith(".xml"):
                    for text in re.findall(r'<P Name="script">(.*?)</P>', parts.read(name).decode("utf8", "replace"), re.S):
                        yield html.unescape(text)
    else:
        for found in re.findall(r'\n\s*script\s+((?:"(?:[^"\\]|\\.)*"\s*)+)', path.read_text("latin1")):
            text = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', found))
            yield text.replace("\\n", "\n").replace('\\"', '"').replace("\\\\", "\\")


def functions_in(folders):
    found, seen = [], set()
    for folder in folders:
        for path in sorted(pathlib.Path(folder).rglob("*")):
            if path.suffix in (".slx", ".mdl") and path.is_file():
                texts = programs_of(path)
            elif path.suffix == ".m" and path.is_file():
                texts = [path.read_text("utf8", "replace")]
            else:
                continue
            for text in texts:
                function = Function(path.relative_to(folder), text, folder)
                key = re.sub(r"\s+", "", without_comments(text))
                if function.may_count() and key not in seen:
                    seen.add(key)
                    found.append(function)
    return found


def defined_in(text):
    return {match["name"] for match in HEADER.finditer(joined(without_comments(text)))}


def companions(function, files):
    """What it calls from other files, and these from others."""
    own, defined, todo = {}, defined_in(function.text), [function.text]
    while todo:
        for word in sorted(set(re.findall(r"\b[A-Za-z]\w*", without_comments(todo.pop())))):
            if word in files and word not in defined and word in defined_in(files[word]) and not defined_in(files[word]) & defined:
                own[word] = files[word]
                defined |= defined_in(files[word])
                todo.append(files[word])
    return own


def numbers(shape, input_, set_):
    count = shape[0] * shape[1]
    base = [0.4 + 0.3 * math.sin(1.7 * (k + 1) + 2.3 * input_ + 1.1 * set_) for k in range(count)]
    return base if set_ == 0 else [x * (3 if set_ == 1 else -1.5) for x in base]


def matrix(shape, values):
    rows = [", ".join(repr(values[row + column * shape[0]]) for column in range(shape[1])) for row in range(shape[0])]
    return "[" + "; ".join(rows) + "]"


def candidates(function):
    """Sizes to try, the likely ones first."""
    code = joined(without_comments(function.text))
    choices = []
    for name in function.inputs:
        index = [int(k) for k in re.findall(rf"\b{name}\((\d+)\)", code)] + [int(k) for k in re.findall(rf"\b{name}\(\d+:(\d+)\)", code)]
        least = max(index, default=1)
        first = [(least, 1)] if least > 1 else []
        if re.search(rf"\b{name}\((?:\d+|:),", code):
            first = [(3, 3), (2, 2), (4, 4)]
        choices.append((first + [s for s in SIZES if s[0] * s[1] >= least and s not in first])[:12 if len(function.inputs) < 4 else 4])
    ranked = sorted(itertools.islice(itertools.product(*(range(len(c)) for c in choices)), 20_000), key=sum)
    return [[choices[k][r] for k, r in enumerate(ranks)] for ranks in ranked[:TRIALS]]


def ask_octave(function, others, scratch):
    """The sizes, and what it gives for each set of numbers: None where it gives none. All outputs, or the first."""
    for outputs in dict.fromkeys((len(function.outputs), 1)):
        asked = ask_octave_for(function, others, scratch, outputs)
        if asked:
            return asked
    return None


def ask_octave_for(function, others, scratch, count):
    folder = pathlib.Path(tempfile.mkdtemp(dir=scratch))
    for name, text in {function.name: function.text, **others}.items():
        lines = [line for line in text.splitlines() if not re.match(r"\s*(?:coder\.|eml\.)", line)]
        (folder / f"{name}.m").write_text("\n".join(lines))
    outputs = [f"o{k}" for k in range(count)]
    call = f"[{', '.join(outputs)}] = {function.name}({{}});"
    check = " && ".join(f"(isnumeric({o}) || islogical({o})) && ~isempty({o}) && numel({o}) < 500" for o in outputs)
    lines = ["warning('off', 'all');", "found = 0;"]
    for sizes in candidates(function):
        sets = [", ".join(matrix(s, numbers(s, k, n)) for k, s in enumerate(sizes)) for n in range(3)]
        shown = "".join(f"printf('|%d %d %d:', rows({o}), columns({o}), iscomplex({o})); printf(' %.17g', {o});" for o in outputs)
        lines.append(f"if ~found try clear -functions; {call.format(sets[0])} found = {check}; catch, end")
        lines.append(f"if found printf('\\nsizes {json.dumps(sizes)}\\n');")
        for arguments in sets:
            lines.append(f"try clear -functions; {call.format(arguments)} if {check} printf('\\nset ');{shown} printf('\\n'); end, catch, printf('\\nset none\\n'); end")
        lines.append("printf('\\n'); exit(0); end, end")
    (folder / "ask_.m").write_text("\n".join(lines))
    try:
        done = subprocess.run(["octave-cli", "--no-gui", "-q", "--no-init-file", str(folder / "ask_.m")], cwd=folder, capture_output=True,
                              text=True, timeout=60, errors="replace")
    except subprocess.TimeoutExpired:
        return None
    sizes = re.search(r"^sizes (.*)$", done.stdout, re.M)
    if not sizes:
        return None
    sets = []
    for line in re.findall(r"^set ?(.*)$", done.stdout, re.M):
        parts = [part.split(":") for part in line.split("|")[1:]]
        real = parts and all(head.split()[2] == "0" for head, _ in parts)
        sets.append([([int(n) for n in head.split()[:2]], [float(x) for x in body.split()]) for head, body in parts] if real else None)
    return {"sizes": json.loads(sizes[1]), "sets": sets, "outputs": count} if sets and sets[0] else None


PROBLEM = re.compile(r"line \d+: ")


def try_fluxion(script, inputs, outputs, asked):
    """What is wrong with it; empty: nothing."""
    import fluxion as fx
    import numpy as np

    m = fx.Model()
    try:
        f = m.add("Function", "f", Script=script, SampleTime=1)
    except fx.ModelError as error:
        return f"it does not compile: {error}"
    for k, size in enumerate(asked["sizes"]):
        c = m.add("Constant", f"c{k}", Value=matrix(size, numbers(size, k, 0)))
        m.connect(c, f.input(k + 1))
    for k in range(len(outputs)):
        m.log(f.output(k + 1), f"out{k}")
    for set_, expected in enumerate(asked["sets"]):
        if expected is None:
            continue
        try:
            run = m.run(stop_time=0.5, solver="discrete", progress=False,
                        set={f"c{k}.Value": matrix(s, numbers(s, k, set_)) for k, s in enumerate(asked["sizes"])})
        except fx.ModelError as error:
            return ("it does not compile: " if set_ == 0 else f"set {set_}: ") + str(error).strip()
        for k, (shape, values) in enumerate(expected):
            got = np.atleast_2d(run[f"out{k}"].values)[0] if shape != [1, 1] else np.ravel(run[f"out{k}"].values)[:1]
            got = np.ravel(got)
            if len(got) != len(values):
                return f"WRONG: {outputs[k]} has {len(got)} elements, not {shape}"
            scale = max([abs(x) for x in values if math.isfinite(x)] + [1e-3])
            for x, y in zip(got, values):
                if not (x == y or (math.isnan(y) and math.isnan(x)) or abs(x - y) <= 1e-9 * scale):
                    return f"WRONG: {outputs[k]} of set {set_}: {list(got)[:6]}, not {values[:6]}"
    return ""


def one(job):
    script, inputs, outputs, asked = job
    code = "import sys, json; sys.path.insert(0, sys.argv[1]); import real_functions as r; print('answer ' + json.dumps(r.try_fluxion(*json.load(sys.stdin))))"
    try:
        done = subprocess.run(["/usr/bin/python3", "-c", code, str(pathlib.Path(__file__).parent)], input=json.dumps([script, inputs, outputs, asked]),
                              capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        return "HANGS: more than 120 s"
    answer = re.search(r"^answer (.*)$", done.stdout, re.M)
    return json.loads(answer[1]) if answer else f"CRASH: {done.returncode} {done.stderr[-300:]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--say", action="store_true", help="list those that do not, and why")
    parser.add_argument("--only", help="functions whose place matches this")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--cache", help="a file that keeps what Octave said")
    options = parser.parse_args()
    files = collections.defaultdict(dict)
    for folder in options.folders:
        for path in pathlib.Path(folder).rglob("*.m"):
            if path.is_file():
                files[folder].setdefault(path.stem, path.read_text("utf8", "replace"))
    cache_path = pathlib.Path(options.cache) if options.cache else None
    cache = json.loads(cache_path.read_text()) if cache_path and cache_path.exists() else {}
    functions = [f for f in functions_in(options.folders) if not options.only or re.search(options.only, f"{f.folder}/{f.where}:{f.name}")]
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        def judge(f):
            others = companions(f, files[f.folder])
            key = f"{f.folder}/{f.where}:{f.name}:{len(f.text)}:{sorted(others)}"
            if key not in cache:
                cache[key] = ask_octave(f, others, scratch)
            if not cache[key]:
                return f, None, None
            asked = cache[key]
            outputs = f.outputs[:asked.get("outputs", len(f.outputs))]
            first = []
            if len(outputs) < len(f.outputs):  # the others may be empty
                first = [f"function {outputs[0]} = called_({', '.join(f.inputs)})\n{outputs[0]} = {f.name}({', '.join(f.inputs)});\n"]
            script = "\n".join([*first, f.text.rstrip(), *(text.rstrip() for text in others.values())]) + "\n"
            return f, cache[key], one((script, f.inputs, outputs, cache[key]))

        judged = list(pool.map(judge, functions))
    if cache_path:
        cache_path.write_text(json.dumps(cache))
    counts = collections.Counter()
    for f, asked, wrong in judged:
        kind = "no numbers" if asked is None else "right" if not wrong else "wrong" if wrong.startswith(("WRONG", "CRASH", "HANGS")) else "refused"
        counts[pathlib.Path(f.folder).name, kind] += 1
        if options.say and wrong:
            print(f"{f.folder}/{f.where}:{f.name} {asked['sizes']}\n    " + wrong.replace("\n", "\n    "))
    for folder in dict.fromkeys(pathlib.Path(f).name for f in options.folders):
        print(folder, {k: n for (of, k), n in sorted(counts.items()) if of == folder})
    total = collections.Counter()
    for (_, kind), n in counts.items():
        total[kind] += n
    print(f"{total['right']} of {total['right'] + total['wrong'] + total['refused']} compile and compute right; "
          f"{total['wrong']} are wrong, {total['refused']} refused; {total['no numbers']} are no functions of numbers alone")


if __name__ == "__main__":
    main()
