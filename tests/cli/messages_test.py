#!/usr/bin/env python3
"""What fluxion-cli says about models: lint, and runs that are to be quiet."""
import re
import unittest

from cli_test import CliTest, block, line, ramp_model


class Lint(CliTest):
    def test_clean(self):
        model = self.model(ramp_model())
        self.assertEqual(self.succeed("lint", model), f"{model}: nothing to report\n")

    def test_warnings_fail_only_when_strict(self):
        content = ramp_model()
        del content["lines"][0]
        model = self.model(content)
        done = self.run_cli("lint", model)
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stderr, rf"^{re.escape(model)}: Rate: warning: ")
        self.fail_with(1, ["Rate: warning: "], "lint", "--strict", model)

    # A Function block with a syntax error whose output drives nothing: no run needs it.
    def test_what_no_run_needs_is_checked_too(self):
        for settings in ({}, {"BlockReduction": "off"}):
            content = ramp_model(**settings)
            content["blocks"].append(block(20, "user_defined/function", "F",
                                           script="function y = f(a)\ny = a.b.c +* 2\nend"))
            content["lines"].append(line(21, (2, 1), (20, 1)))
            self.fail_with(1, ["F: line 2: "], "lint", self.model(content))
            self.fail_with(1, ["F: line 2: "], "lint", self.model(dict(content, blocks=content["blocks"][::4], lines=[line(21, (2, 1), (20, 1))])))

    def test_text_of_a_model_orders_nothing_from_the_terminal(self):
        content = ramp_model(Solver="\x1b]0;title\x07\x1b[31m\u009b2J\u202egnp.\nsecond line\x00", nosuch="café")
        done = self.run_cli("lint", self.model(content))
        self.assertNotRegex(done.stderr, "[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
        self.assertIn(r"\x1B]0;title\x07\x1B[31m\xC2\x9B2J\xE2\x80\xAEgnp.\x0Asecond line\x00", done.stderr)

    def test_all_errors_at_once(self):
        content = ramp_model(RelTol="0")
        content["blocks"][0]["parameters"]["value"] = "1 +"
        content["blocks"][2]["parameters"]["x0"] = "unknown_name"
        model = self.model(content)
        done = self.fail_with(1, [f"{model}: Input: "], "lint", model)
        self.assertIn(f"{model}: Total: ", done.stderr)
        self.assertIn(f"{model}: RelTol: ", done.stderr)


class Quiet(CliTest):
    # The setting RelTol is a note with a fixed-step solver; an input without a driver is a warning.
    def test_quiet_tells_no_notes(self):
        content = ramp_model(Solver="ode4", FixedStep="0.1", RelTol="1e-6")
        model = self.model(content)
        self.assertIn("note: the setting RelTol", self.run_cli("run", model).stderr)
        self.assertEqual(self.run_cli("run", model, "--quiet").stderr, "")
        del content["lines"][0]
        quiet = self.run_cli("run", self.model(content), "--quiet").stderr
        self.assertIn("Rate: warning: ", quiet)
        self.assertNotIn("note: ", quiet)


if __name__ == "__main__":
    unittest.main()
