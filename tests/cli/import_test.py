#!/usr/bin/env python3
"""Drives fluxion-cli import: models of other tools become models that run, with a report of each block."""
import json
import math
import pathlib
import unittest

from cli_test import CliTest, rows_of

# x' = -k x, x(0) = 3, into a scope.
DECAY = """Model {
  Name "decay"
  Version 7.5
  StopTime "1"
  Solver "ode45"
  RelTol "1e-9"
  System {
    Block {
      BlockType Integrator
      Name "x"
      Position [100, 50, 130, 80]
      InitialCondition "3"
    }
    Block {
      BlockType Gain
      Name "rate"
      Position [100, 120, 130, 150]
      Orientation left
      Gain "-k"
    }
    Block {
      BlockType Scope
      Name "Scope"
      Position [200, 50, 230, 80]
    }
    Line {
      SrcBlock "x"
      SrcPort 1
      Points [30, 0]
      Branch {
        DstBlock "Scope"
        DstPort 1
      }
      Branch {
        Points [0, 70]
        DstBlock "rate"
        DstPort 1
      }
    }
    Line {
      SrcBlock "rate"
      SrcPort 1
      Points [-40, 0; 0, -70]
      DstBlock "x"
      DstPort 1
    }
  }
}
"""


class Import(CliTest):
    def setUp(self):
        super().setUp()
        self.original = self.folder / "decay.mdl"
        self.original.write_text(DECAY)

    def test_an_imported_model_runs(self):
        out = self.folder / "models"
        told = self.succeed("import", str(self.original), "--out", str(out), "--set", "k=2")
        self.assertIn("3 blocks, 3 exact", told)
        self.assertIn("no value: k", told)
        self.assertEqual(self.original.read_text(), DECAY)
        self.succeed("run", str(out / "decay.flx"), "--out", str(self.folder / "run.csv"), "--quiet")
        header, *_, last = rows_of(self.folder / "run.csv")
        self.assertAlmostEqual(float(last[1]), 3 * math.exp(-2), delta=1e-7, msg=header)

    def test_the_report_says_what_became_of_each_block(self):
        report = self.folder / "report.json"
        self.succeed("import", str(self.original), "--report", str(report), "--quiet")
        (model,) = json.loads(report.read_text())
        self.assertEqual(model["counts"], {"exact": 3, "approximated": 0, "unresolved": 0, "left out": 0})
        self.assertEqual([b["path"] for b in model["blocks"]], ["x", "rate", "Scope"])
        self.assertEqual(model["blocks"][1]["target"], "math/gain")
        self.assertEqual(model["undefined"], [{"name": "k", "uses": ["rate: k"]}])

    def test_strict_fails_where_something_is_missing(self):
        report = str(self.folder / "r.json")
        self.assertEqual(self.run_cli("import", str(self.original), "--report", report, "--strict").returncode, 1)
        self.assertEqual(self.run_cli("import", str(self.original), "--report", report).returncode, 0)

    def test_a_library_is_written_beside_the_model(self):
        (self.folder / "parts.mdl").write_text("""Library {
  Name "parts"
  Version 7.5
  System {
    Block {
      BlockType SubSystem
      Name "Decay"
      System {
%s
      }
    }
  }
}
""" % DECAY[DECAY.index("    Block"):DECAY.rindex("  }\n}")])
        plant = self.folder / "plant.mdl"
        plant.write_text("""Model {
  Version 7.5
  StopTime "1"
  Solver "ode45"
  System {
    Block {
      BlockType Reference
      Name "mine"
      SourceBlock "parts/Decay"
    }
  }
}
""")
        out = self.folder / "models"
        told = self.succeed("import", str(plant), "--out", str(out), "--set", "k=2")
        self.assertIn("parts.flx: 1 block is linked to this library", told)
        self.assertEqual({path.name for path in out.iterdir()}, {"plant.flx", "parts.flx"})
        model = json.loads((out / "plant.flx").read_text())
        self.assertEqual(model["blocks"][0]["link"], {"file": "parts.flx", "block": "Decay"})
        again = self.run_cli("import", str(plant), "--out", str(out), "--set", "k=2")
        self.assertEqual(again.returncode, 0)
        self.assertIn("the library is there already and stays as it is", again.stderr)
        self.assertFalse((self.folder / "parts.flx").exists())
        self.succeed("run", str(out / "plant.flx"), "--quiet")

    def test_statistics_of_a_folder(self):
        told = self.succeed("import", "--corpus", str(self.folder))
        self.assertIn("100 % of 3 blocks are exact or approximated", told)

    def test_files_that_are_none(self):
        for name, content, message in [("cut.mdl", DECAY[:300], "line "), ("page.slx", "<html></html>", "no model of a kind"),
                                       ("cut.slx", "PK\x03\x04 simulink/blockdiagram", "damaged or cut short")]:
            bad = self.folder / name
            bad.write_text(content)
            self.fail_with(1, [message], "import", str(bad), "--report", str(self.folder / "r.json"))
        self.fail_with(2, ["--out"], "import", str(self.original))
        self.fail_with(1, ["no file in this folder"], "import", "--corpus", str(pathlib.Path(self.folder) / "nothing"))


if __name__ == "__main__":
    unittest.main()
