#!/usr/bin/env python3
"""Drives models through fluxion-cli serve: runs, subscriptions, edits, and the files that models may touch."""
import json
import math
import socket
import unittest

from cli_test import block, explosive_model, line, ramp_model
from serving import CODE, ServeTest


class Runs(ServeTest):
    def test_a_model_is_made_and_run_and_every_row_arrives(self):
        self.serve()
        client = self.client()
        model = client.call("load", new=True)["model"]
        edits = [{"add": "Integrator:x"}, {"add": "Gain:k"}, {"connect": "x:k"}, {"connect": "k:x"}, {"variable": "rate=-2"},
                 {"set": "k.k=rate"}, {"set": "x.InitialCondition=1"}, {"log": "x=level"}, {"config": "RelTol=1e-9"}]
        self.assertEqual(client.call("edit", model=model, edits=edits)["blocks"], 2)
        begun = client.call("run", model=model, settings={"StopTime": 1}, set={"rate": -3}, subscribe=["level"])
        self.assertEqual(([s["name"] for s in begun["signals"]], begun["stop"], begun["messages"]), (["level"], 1, []))
        self.assertEqual(begun["subscribed"], {"subscription": 1, "columns": ["level"], "units": [""]})
        rows, ended = self.notes_until(client, "ended")
        times = [t for r in rows for t in r["time"]]
        self.assertEqual((ended["status"], ended["rows"], sum(r["dropped"] for r in rows)), ("finished", len(times), 0))
        self.assertEqual([r["first"] for r in rows], [sum(len(r["time"]) for r in rows[:k]) for k in range(len(rows))])
        levels = [x for r in rows for x in r["values"][0]]
        for t, x in zip(times, levels):
            self.assertAlmostEqual(x, math.exp(-3 * t), places=7)
        whole = client.call("rows", model=model)
        self.assertEqual((whole["time"], whole["values"], whole["total"]), (times, [levels], len(times)))
        last = client.call("rows", model=model, first=-1, signals=["level"])
        self.assertEqual((last["first"], last["time"]), (len(times) - 1, [1]))
        self.assertEqual(client.call("statistics", model=model)["status"], "finished")
        # To a run that is over one may subscribe too.
        self.assertEqual(client.call("subscribe", model=model, signals=["level"])["subscription"], 2)
        again, ended = self.notes_until(client, "ended")
        self.assertEqual(([t for r in again for t in r["time"]], ended["status"]), (times, "finished"))
        self.refused(["levl", "did you mean level"], client, "subscribe", model=model, signals=["levl"])
        self.refused(["levl", "did you mean level"], client, "run", model=model, subscribe=["levl"])
        # The assignments were of that run only; the same program serves the next.
        client.call("run", model=model, settings={"StopTime": 1})
        self.notes_until(client, "ended")
        self.assertAlmostEqual(client.call("rows", model=model, first=-1)["values"][0][0], math.exp(-2), places=7)

    def test_the_example_of_the_page(self):
        self.serve()
        exec(CODE[1].replace('Client("/run/user/1000/fluxion")', "connect()"), {"connect": self.client, "print": self.example_said})
        self.assertEqual(self.example, ("finished", 20))

    def example_said(self, status, time, rows):
        self.example = (status, time)
        self.assertGreater(rows, 100)

    def test_a_slow_subscriber_loses_rows_is_told_and_slows_nothing(self):
        self.serve()
        client = self.client()
        model = self.load(client, ramp_model(Solver="ode1", FixedStep="5e-6"))
        client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.call("run", model=model, subscribe=[], queue=1000)
        self.wait_for(lambda: self.threads() <= 2)  # the run has ended although nobody has read a row
        rows, ended = self.notes_until(client, "ended")
        sent, dropped = sum(len(r["time"]) for r in rows), sum(r["dropped"] for r in rows)
        self.assertEqual((ended["status"], ended["rows"]), ("finished", 200001))
        self.assertEqual(sent + dropped, 200001)
        self.assertGreater(dropped, 100000)
        self.assertEqual(rows[-1]["time"][-1], 1)
        for r in rows:  # values belong to their times: x = 2 t
            self.assertAlmostEqual(r["values"][0][-1], 2 * r["time"][-1], places=9)

    def test_tuned_parameters_change_the_run(self):
        self.serve()
        client = self.client()
        model = self.load(client, ramp_model(Solver="ode1", FixedStep="0.125"))
        client.call("run", model=model, paused=True)
        _, paused = self.notes_until(client, "paused")
        self.assertEqual(paused, {"model": model, "time": 0})
        client.call("resume", model=model, until=0.5)
        _, paused = self.notes_until(client, "paused")
        self.assertEqual(paused["time"], 0.5)
        self.assertEqual(client.call("status", model=model)["state"], "paused")
        self.refused(["rat", "did you mean rate"], client, "tune", model=model, set={"rat": 1})
        changes = client.call("tune", model=model, set={"rate": 10, "Input.value": "1"})["changes"]
        self.assertEqual(changes, [{"block": "Rate", "parameter": "k", "before": "2", "after": "10"}])
        self.refused(["until", "0.5"], client, "resume", model=model, until=0.25)
        client.call("step", model=model, steps=2)
        _, paused = self.notes_until(client, "paused")
        self.assertEqual(paused["time"], 0.75)
        client.call("resume", model=model)
        _, ended = self.notes_until(client, "ended")
        self.assertEqual(client.call("rows", model=model, first=-1)["values"], [[0.5 * 2 + 0.5 * 10]])
        self.refused(["the run is over"], client, "tune", model=model, set={"rate": 1})
        self.assertEqual(client.call("statistics", model=model)["parameter_changes"][0]["after"], "10")

    def test_stop_and_close_end_a_run(self):
        self.serve()
        client = self.client()
        model = self.load(client, StopTime="inf", MaxStep="1e-3")
        client.call("run", model=model)
        self.refused(["a run of this model goes on"], client, "run", model=model)
        client.call("pause", model=model)
        self.notes_until(client, "paused")
        client.call("resume", model=model)
        self.assertEqual(client.call("stop", model=model)["state"], "stopped")
        self.assertEqual(self.notes_until(client, "ended")[1]["status"], "stopped")
        client.call("run", model=model)
        client.call("close", model=model)
        self.refused(["there is no model 1"], client, "status", model=model)
        self.assertLessEqual(self.threads(), 2)

    def test_a_failed_run_says_why(self):
        self.serve()
        client = self.client()
        model = self.load(client, explosive_model())
        client.call("run", model=model, subscribe=[])
        rows, ended = self.notes_until(client, "ended")
        self.assertEqual((ended["status"], ended["rows"]), ("failed", sum(len(r["time"]) for r in rows)))
        self.assertEqual(ended["messages"][0]["severity"], "error")
        self.assertEqual(client.call("status", model=model)["state"], "failed")
        content = ramp_model()
        content["blocks"][1]["parameters"]["k"] = "nothing"
        self.refused(["Rate", "nothing"], client, "run", model=self.load(client, content))


class Files(ServeTest):
    def writing_model(self, file):
        model = ramp_model()
        model["blocks"].append(block(20, "sinks/to_file", "Out", file=file))
        model["lines"].append(line(21, (4, 1), (20, 1)))
        return model

    def run_and_write(self, client, model):
        client.call("run", model=model, write_files=True)
        return self.notes_until(client, "ended")[1]["messages"]

    def test_models_write_below_their_folder_only(self):
        inside, outside = self.folder / "in", self.folder / "out"
        inside.mkdir()
        outside.mkdir()
        (inside / "a.flx").write_text(json.dumps(self.writing_model("a.csv")))
        (inside / "b.flx").write_text(json.dumps(self.writing_model("../out/b.csv")))
        self.serve()
        client = self.client()
        a = client.call("load", path=str(inside / "a.flx"))["model"]
        client.call("run", model=a)
        self.notes_until(client, "ended")
        self.assertFalse((inside / "a.csv").exists(), "files are written where this is asked for")
        self.assertEqual(self.run_and_write(client, a), [])
        self.assertTrue((inside / "a.csv").exists())
        b = client.call("load", path=str(inside / "b.flx"))["model"]
        self.assertEqual([m["block"] for m in self.run_and_write(client, b)], ["Out"])
        text = client.call("load", text=json.dumps(self.writing_model(str(outside / "t.csv"))))["model"]
        self.assertEqual([m["block"] for m in self.run_and_write(client, text)], ["Out"])
        self.assertEqual(list(outside.iterdir()), [])
        # What a client saves, too.
        self.refused([str(outside / "a.flx"), "may not write here"], client, "save", model=a, path=str(outside / "a.flx"))
        self.refused(["may not write here"], client, "save", model=text, path=str(inside / "t.flx"))
        self.refused(["the model has no file"], client, "save", model=text)
        self.refused(["this file is there already"], client, "save", model=a, path=str(inside / "b.flx"))
        client.call("edit", model=a, edits=[{"set": "rate=9"}])
        self.assertEqual(client.call("save", model=a)["path"], str(inside / "a.flx"))
        self.assertEqual(json.loads((inside / "a.flx").read_text())["variables"][0]["value"], "9")
        self.assertEqual(json.loads(client.call("text", model=a)["text"]), json.loads((inside / "a.flx").read_text()))
        client.call("save", model=a, path=str(inside / "c.flx"))
        self.end(self.server)

        self.serve("--allow-write", str(outside))
        client = self.client()
        b = client.call("load", path=str(inside / "b.flx"))["model"]
        self.assertEqual(self.run_and_write(client, b), [])
        self.assertTrue((outside / "b.csv").exists())
        client.call("save", model=b, path=str(outside / "b.flx"))

    def test_a_table_for_an_input_is_read_where_the_model_may_read(self):
        inside = self.folder / "in"
        inside.mkdir()
        model = ramp_model()
        model["blocks"][0] = block(2, "ports/inport", "u")
        (inside / "m.flx").write_text(json.dumps(model))
        for place in (inside, self.folder):
            (place / "u.csv").write_text("time,u\n0,3\n1,3\n")
        self.serve()
        client = self.client()
        m = client.call("load", path=str(inside / "m.flx"))["model"]
        self.refused(["u: the server may not read", "--allow-read"], client, "run", model=m, inputs={"u": str(self.folder / "u.csv")})
        for given in (str(inside / "u.csv"), "3"):
            client.call("run", model=m, inputs={"u": given})
            self.notes_until(client, "ended")
            self.assertAlmostEqual(client.call("rows", model=m, first=-1)["values"][0][0], 6, places=9)

    def test_an_edit_that_cannot_be_made_leaves_the_model_as_it_was(self):
        self.serve()
        client = self.client()
        model = self.load(client)
        before = client.call("text", model=model)
        for edits, said in [([{"set": "rate=7"}, {"add": "Gainn:x"}], ["edits[1] Gainn", "did you mean Gain"]),
                            ([{"sett": "rate=7"}], ["there is no such edit", "did you mean set"]),
                            ([{"set": "rate"}], ["NAME=EXPR"]),
                            ([{"set": "rate=1", "add": "Gain"}], ["this is an array of edits"]),
                            ("x", ["this is an array of edits"])]:
            with self.subTest(edits=edits):
                self.refused(said, client, "edit", model=model, edits=edits)
                self.assertEqual(client.call("text", model=model), before)
        gain = client.call("blocks", type="Gain")["blocks"]
        self.assertEqual((len(gain), gain[0]["type"]), (1, "math/gain"))
        self.refused(["did you mean Gain"], client, "blocks", type="Gainn")


if __name__ == "__main__":
    unittest.main()
