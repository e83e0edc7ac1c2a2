#!/usr/bin/env python3
"""The numbers in the readmes of the examples are those that the examples compute.

The tables in claims/ have for each example rows of three: a phrase of its readme, the options of a run, and a function of that run.
Where the phrase has numbers in braces, the function gives as many numbers (or one alone), and each has to be the one that is written, to
half a unit of its last digit:

    {3.9299}      between 3.92985 and 3.92995
    {~180}        the zeros at the end do not count: between 175 and 185
    {<1e-14}      less than that
    {a quarter|0.2..0.3}   words, and what they may mean

Without braces the function says whether the phrase is true. None or False is wrong in either case.
"""
import math
import re
import unittest

from claims import control_and_signals, mechanics, nature, networks, planar
from example_runs import EXAMPLES, run, variables

TABLES = [mechanics.CLAIMS, control_and_signals.CLAIMS, nature.CLAIMS, networks.CLAIMS, planar.CLAIMS]

# What a list says in numbers that no run is asked for, and why.
EXCEPTIONS = {
    "damped_pendulum": {"compare 1000 s with and without projection": "it needs a block that the reader adds"},
}

# Runs that end with an error, as their readmes say; all others finish.
FAILING = {
    ("bouncing_ball", "--config ZeroCrossAlgorithm=Nonadaptive"),
    ("bouncing_ball_dropped", "--config ZeroCrossAlgorithm=Nonadaptive"),
    ("four_bar_linkage", "--set a=0.8"),
    ("hydraulic_press", "--set V0=1e-3"),
    ("quaternion_attitude", "--set 'Attitude.q0=[0;0;0;0]'"),
    ("servo_valve", "--set R=1e13"),
    ("thermostat", "--set h=0"),
}

WRITTEN = re.compile(r"\{([<~]?)([^{}|]+?)(?:\|([^{}|]+)\.\.([^{}|]+))?\}")

LISTS = re.compile(r"^## What to (?:look at|try)$(.*?)(?=^## )", re.MULTILINE | re.DOTALL)
# What is set to try something: a number of the user's, not of the example.
SETTING = re.compile(r"Set (?:`[^`]+`|it|\*[^*]+\*) to [-\d.]*\d|`[^`]*`")
# A number with a decimal point, an exponent or a unit.
UNITS = "%|ms|s|V|A|K|m|cm|rad/s|m/s|Hz|degC|degrees|spikes|steps|points"
RESULT = re.compile(rf"(?<![\w.^])(?:\d+\.\d+|\d+(?:\.\d+)?e-?\d+|\d[\d,]*(?= (?:{UNITS})(?!\w)))")

# A variable and the plain number that the equations give it, perhaps with a unit: mu = 45 kg.
PARAMETER = re.compile(r"(?<![\w'()])([A-Za-z]\w*) = (-?\d[\d.e/-]*(?: pi \d[\d.]*)?)(?: ([A-Za-z]\S*))?(?=[\s,;]|$)", re.MULTILINE)
PLAIN = re.compile(r"[-+*/(). \de]|pi")


def one_line(text):
    return " ".join(text.split())


def readme(example):
    return (EXAMPLES / example / "readme.md").read_text()


def plain(phrase):
    """The phrase as it stands in the readme."""
    return WRITTEN.sub(lambda match: match.group(2), phrase)


def half_unit(number, zeros_count):
    mantissa, _, exponent = number.replace(",", "").partition("e")
    whole, _, decimals = mantissa.partition(".")
    digits = len(decimals)
    if not zeros_count and not decimals:
        digits = len(whole.rstrip("0")) - len(whole)
    return 0.5 * 10.0 ** (int(exponent or 0) - digits)


def agrees(value, kind, text, low=None, high=None):
    """Whether a computed number is the one that is written."""
    if low is not None:
        return float(low) <= value <= float(high)
    number = float(text.replace(",", ""))
    if kind == "<":
        return value < number
    # What is written with more digits than a run in double precision has needs to be right to round-off only.
    tolerance = max(half_unit(text, kind != "~"), 2e-12 * abs(number))
    return abs(value - number) <= tolerance * (1 + 1e-9)


def computed(function, example, options):
    values = function(run(example, options))
    return values if isinstance(values, list) else [values]


class ReadmeNumbers(unittest.TestCase):
    def test_precision_is_that_of_what_is_written(self):
        self.assertTrue(agrees(3.92991, "", "3.9299") and agrees(3.92985, "", "3.9299"))
        self.assertFalse(agrees(3.92996, "", "3.9299") or agrees(3.9298, "", "3.9299"))
        self.assertTrue(agrees(2.6e-7, "", "3e-7") and not agrees(2.4e-7, "", "3e-7"))
        self.assertTrue(agrees(34592, "~", "35,000") and not agrees(34592, "", "35,000"))
        self.assertTrue(agrees(9e-15, "<", "1e-14") and not agrees(1.1e-14, "<", "1e-14"))
        self.assertTrue(agrees(0.245, "", "a quarter", "0.2", "0.3") and not agrees(0.31, "", "a quarter", "0.2", "0.3"))
        self.assertTrue(same_quantity(10, 0.01, "mH") and not same_quantity(10, 0.01, "m") and not same_quantity(10, 0.02, "mH"))

    def test_every_example_stands_in_one_table(self):
        self.assertEqual(sorted(example for table in TABLES for example in table),
                         sorted(path.parent.name for path in EXAMPLES.glob("*/readme.md")))

    def test_numbers_are_those_that_the_examples_compute(self):
        for example, phrase, options, function in claims():
            with self.subTest(example=example, phrase=phrase, options=options):
                self.assertIn(one_line(plain(phrase)), one_line(readme(example)))
                self.assertEqual(run(example, options).status, int((example, options) in FAILING), run(example, options).messages)
                values = computed(function, example, options)
                written = WRITTEN.findall(phrase)
                self.assertFalse(any(v is None or v is False for v in values), f"not so: {run(example, options).messages}")
                if written:
                    self.assertEqual(len(values), len(written), values)
                    for value, (kind, text, low, high) in zip(values, written):
                        self.assertTrue(agrees(value, kind, text, low or None, high or None), f"{text}: the run has {value!r}")

    def test_every_number_of_the_lists_is_asked_for_or_excepted(self):
        for path in sorted(EXAMPLES.glob("*/readme.md")):
            example = path.parent.name
            text = one_line(" ".join(LISTS.findall(path.read_text())))
            for phrase in [one_line(plain(phrase)) for name, phrase, _, _ in claims() if name == example]:
                text = text.replace(phrase, "")
            for phrase in EXCEPTIONS.get(example, {}):
                with self.subTest(example=example, exception=phrase):
                    self.assertIn(phrase, text)
                text = text.replace(phrase, "")
            with self.subTest(example=example):
                self.assertEqual(RESULT.findall(SETTING.sub("", text)), [], text)

    def test_parameters_are_those_of_the_model(self):
        compared = 0
        for path in sorted(EXAMPLES.glob("*/readme.md")):
            example = path.parent.name
            values = variables(example)
            equations = "\n".join(line for line in path.read_text().splitlines() if line.startswith("    "))
            for name, written, unit in PARAMETER.findall(equations):
                if name in values:
                    compared += 1
                    with self.subTest(example=example, parameter=name):
                        self.assertTrue(same_quantity(number(written), number(values[name]), unit),
                                        f"{written}: the model has {values[name]}")
        self.assertGreater(compared, 100)


def number(expression):
    """The value of an expression of numbers and pi; 2 pi 50 is a product."""
    words = expression.replace(" ", "*")
    if PLAIN.sub("", words):
        raise ValueError(f"{expression} is more than a number")
    return float(eval(words, {"__builtins__": {}}, {"pi": math.pi}))


def same_quantity(written, value, unit):
    """Whether two numbers are equal, but for the prefix of a unit: the model may compute in kOhm or in Ohm."""
    prefixes = [1e-9, 1e-6, 1e-3, 1, 1e3, 1e6] if re.match(r"[kMmun][A-Z]", unit) else [1]
    return any(math.isclose(written * prefix, value, rel_tol=1e-12, abs_tol=1e-300) for prefix in prefixes)


def claims():
    return [(example, *claim) for table in TABLES for example, rows in table.items() for claim in rows]


if __name__ == "__main__":
    unittest.main()
