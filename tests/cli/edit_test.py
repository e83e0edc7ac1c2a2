#!/usr/bin/env python3
"""Drives fluxion-cli edit and blocks: models written by words, and the list that tells which words there are."""
import json
import unittest

from cli_test import CliTest, ramp_model, rows_of


class Edit(CliTest):
    def test_a_model_is_written_by_words_and_runs(self):
        model, out = str(self.folder / "decay.flx"), self.folder / "out.csv"
        self.succeed("edit", model, "--new", "--add", "Integrator:x", "--add", "math/gain:k", "--connect", "x:k", "--connect",
                     "k.1:x.1", "--variable", "rate=-2", "--set", "k.k=rate", "--set", "x.InitialCondition=1", "--log", "x=level",
                     "--config", "StopTime=1", "--config", "RelTol=1e-9")
        self.succeed("run", model, "--out", str(out), "--strict")
        rows = rows_of(out)
        self.assertEqual(rows[0], ["time", "level"])
        self.assertAlmostEqual(float(rows[-1][1]), 0.1353352832, places=8)
        places = {tuple(b["at"]) for b in json.loads((self.folder / "decay.flx").read_text())["blocks"]}
        self.assertEqual(len(places), 2)

    def test_the_model_itself_stays_where_another_file_is_named(self):
        model = self.model(ramp_model())
        before = (self.folder / "model.flx").read_bytes()
        other = str(self.folder / "other.flx")
        said = self.succeed("edit", model, "--remove", "Scope", "--rename", "Total=Sum", "--out", other)
        self.assertIn("other.flx: 3 blocks, 2 lines, 1 variables", said)
        self.assertEqual((self.folder / "model.flx").read_bytes(), before)
        self.assertEqual([b["name"] for b in json.loads((self.folder / "other.flx").read_text())["blocks"]], ["Input", "Rate", "Sum"])

    def test_what_cannot_be_done_is_said_and_nothing_is_written(self):
        model = self.model(ramp_model())
        before = (self.folder / "model.flx").read_bytes()
        for words, said in [(["--add", "Gainn:x"], ["--add Gainn", "did you mean Gain"]),
                            (["--add", "Gain:Rate"], ["--add Rate", "there already"]),
                            (["--connect", "Rate.2:Total.1"], ["--connect Rate.2", "the output y"]),
                            (["--connect", "Rte:Total"], ["--connect Rte", "did you mean Rate"]),
                            (["--set", "Rate.kk=1"], ["--set Rate.kk", "it has k, Multiplication"]),
                            (["--set", "rate"], ["--set rate", "NAME=EXPR"]),
                            (["--remove", "Nothing here"], ["--remove Nothing here", "no block"]),
                            (["--config", "StopTim=1"], ["--config StopTim", "StopTime"]),
                            (["--rename", "Rate="], ["--rename Rate", "another name"])]:
            with self.subTest(words=words):
                self.fail_with(1, said, "edit", model, "--set", "rate=7", *words)
                self.assertEqual((self.folder / "model.flx").read_bytes(), before)
        self.fail_with(1, ["--new makes a model"], "edit", model, "--new")
        self.fail_with(2, ["no option '--ad'", "--add"], "edit", model, "--ad", "Gain")

    def test_a_strict_run_takes_warnings_for_errors(self):
        model = self.model(ramp_model())
        self.succeed("run", model, "--strict")
        content = ramp_model()
        content["blocks"].append({"id": 20, "type": "math/gain", "name": "Loose"})
        model = self.model(content)
        done = self.run_cli("run", model)
        self.assertEqual(done.returncode, 0)
        self.assertIn("warning", done.stderr)
        out = self.folder / "out.csv"
        self.fail_with(1, ["--strict takes for errors"], "run", model, "--strict", "--out", str(out))
        self.assertFalse(out.exists())


class Blocks(CliTest):
    def test_every_type_with_its_ports_and_parameters(self):
        blocks = {b["type"]: b for b in json.loads(self.succeed("blocks", "--json", "--built-in"))}
        self.assertGreater(len(blocks), 270)
        gain = blocks["math/gain"]
        self.assertEqual([p["name"] for p in gain["inputs"]], ["u"])
        k = gain["parameters"][0]
        self.assertEqual((k["name"], k["default"], k["kind"], k["tunable"]), ("k", "1", "real", True))
        self.assertIn("matrix K*u", gain["parameters"][1]["choices"])
        for block in blocks.values():
            for parameter in block["parameters"]:
                if parameter["kind"] in ("choice", "flag"):
                    self.assertIn(parameter["default"], parameter["choices"], block["type"])

    def test_one_type_by_its_id_or_label(self):
        for name in ("math/gain", "Gain"):
            self.assertIn("k = 1    Gain (real)", self.succeed("blocks", name))
        self.assertEqual(json.loads(self.succeed("blocks", "Gain", "--json"))[0]["type"], "math/gain")
        self.assertIn("math/gain", self.succeed("blocks"))
        self.fail_with(1, ["Gainn", "did you mean Gain"], "blocks", "Gainn")

    def test_every_type_can_be_added_to_a_model(self):
        model = str(self.folder / "all.flx")
        types = [b["type"] for b in json.loads(self.succeed("blocks", "--json", "--built-in"))]
        words = [word for k, kind in enumerate(types) for word in ("--add", f"{kind}:b{k}")]
        self.succeed("edit", model, "--new", *words)
        self.assertGreaterEqual(len(json.loads((self.folder / "all.flx").read_text())["blocks"]), len(types))


if __name__ == "__main__":
    unittest.main()
