"""Models from Python: opened, changed and saved by the edits of the window."""
import math
import pickle
import unittest
import warnings

import fluxion as fx
from python_test import PythonTest, ROOT, decay, lag


class Models(PythonTest):
    def test_a_model_is_written_saved_and_opened_again(self):
        m = decay()
        m.arrange()
        path = self.folder / "decay.flx"
        m.save(path)
        again = fx.load(path)
        self.assertEqual(again, m)
        self.assertEqual(again.path, str(path))
        self.assertEqual(again.blocks, ["X", "K"])
        self.assertEqual(repr(again), "<Model decay.flx: 2 blocks>")
        again["K"].k = 5
        self.assertNotEqual(again, m)
        again.save()
        self.assertEqual(fx.load(path)["K"].k, 5)
        with self.assertRaisesRegex(ValueError, "no file yet"):
            fx.Model().save()

    def test_parameters_are_attributes(self):
        m = decay()
        k = m["K"]
        for given, read in [(2, 2.0), ("2*rate", "2*rate"), ([1, 2.5], "[1 2.5]"), ([[1, 2], [3, 4]], "[1 2;3 4]"), (1e-30, 1e-30)]:
            k.k = given
            self.assertEqual(k.k, read)
        k.parameters["k"] = 3
        self.assertEqual(k.parameters["k"], 3)
        self.assertIn("Multiplication", dir(k))
        with self.assertRaisesRegex(AttributeError, "no parameter 'kk'"):
            k.kk
        with self.refused("K.kk", "no parameter 'kk'", "it has k, Multiplication") as refusal:
            k.kk = 1
        self.assertEqual(refusal.error.diagnostics[0].path, "K.kk")
        with self.assertRaisesRegex(AttributeError, "cannot be set"):
            k.path = "x"

    def test_numpy_values_are_expressions(self):
        import numpy as np

        k = decay()["K"]
        k.k = np.float64(0.1)
        self.assertEqual(k.k, 0.1)
        k.k = np.array([[1.5, 2], [3, np.inf]])
        self.assertEqual(k.k, "[1.5 2;3 inf]")

    def test_blocks_know_their_ports_and_names(self):
        m = lag()
        e = m["e"]
        self.assertEqual((e.type, e.name, e.path), ("math/sum", "e", "e"))
        self.assertEqual((len(e.inputs), len(e.outputs), e.conserving), (2, 1, []))
        e.name = "difference"
        self.assertIn("difference", m)
        self.assertNotIn("e", m)
        self.assertEqual(e.path, "difference")
        self.assertEqual(e, m["difference"])
        self.assertEqual(str(e.output(1)), "difference.1")
        self.assertIsInstance(e, fx.Block)
        self.assertIsInstance(e.out, fx.Port)
        self.assertEqual(e.out.block, e)
        self.assertEqual((m.inputs, m.outputs), (["u"], ["y"]))
        m.remove(e)
        with self.refused("no longer in the model"):
            e.type

    def test_lines_are_drawn_and_removed(self):
        m = fx.Model()
        c, s = m.add("Constant"), m.add("Scope")
        for _ in range(3):
            m.connect(c, s)
        self.assertEqual(s.Inputs, 3)
        m.disconnect(c, s.input(2))
        with self.refused("no line between"):
            m.disconnect(c, s.input(2))
        with self.refused("Constant.7", "the output y"):
            m.connect(c.output(7), s)
        with self.assertRaises(TypeError):
            m.connect(c, 3)

    def test_changes_are_taken_back(self):
        m = decay()
        before = m.copy()
        m["K"].k = 7
        m.add("Gain")
        m.remove("X")
        while m != before:
            self.assertTrue(m.undo())
        self.assertTrue(m.redo())
        self.assertEqual(m["K"].k, 7)
        self.assertFalse(fx.Model().undo())
        self.assertFalse(fx.Model().redo())

    def test_a_block_whose_parameter_is_wrong_is_not_added(self):
        m = fx.Model()
        with self.refused("no parameter 'nothing'"):
            m.add("Gain", nothing=1)
        self.assertEqual(m.blocks, [])
        with self.refused("did you mean Gain"):
            m.add("Gainn")
        self.assertEqual([m.add("Gain").path for _ in range(2)], ["Gain", "Gain1"])
        with self.refused("there already"):
            m.add("Gain", "Gain")

    def test_what_is_no_expression_is_refused_at_once(self):
        m = fx.Model()
        g, f = m.add("Gain", "G", k=3), m.add("Function", "F")
        for text in ("1+", "[1 2", "'a", "2 3"):
            with self.subTest(text=text), self.assertRaisesRegex(fx.ModelError, r"^G\.k: "):
                g.k = text
        with self.assertRaisesRegex(fx.ModelError, "^two: "):
            m.variables["two"] = "1+"
        with self.assertRaisesRegex(fx.ModelError, r"^F\.Script: .*line 1"):
            f.Script = "y = (u"
        self.assertEqual((g.k, dict(m.variables)), (3.0, {}))
        g.k = "5 ms"                                                    # a unit, and a name without a value, are seen later
        g.k = "unknown"

    def test_dictionaries_are_structures(self):
        m = decay()
        m.variables["motor"] = {"R": 1.5, "on": True, "K": [[1, 2], [3, 4]], "gear": {"n": "2*4"}}
        self.assertEqual(m.variables["motor"],
                         "struct('R',1.5,'on',true,'K',[1 2;3 4],'gear',struct('n',2*4))")
        m.variables["rates"] = [{"k": -1}, {"k": -3}]
        m["K"].k = "rates(2).k * motor.gear.n / motor.K(2, 2)"
        self.assertAlmostEqual(m.run()["x"][-1], math.exp(-6), delta=1e-8)
        m.variables["rates"] = {"j": 1}
        with self.refused("index 2 is beyond the last"):
            m.run()

    def test_variables_and_settings_are_mappings(self):
        m = decay()
        m.variables["two"] = "1+1"
        self.assertEqual(dict(m.variables), {"rate": -2.0, "two": "1+1"})
        del m.variables["two"]
        self.assertNotIn("two", m.variables)
        with self.assertRaises(KeyError):
            del m.variables["two"]
        with self.refused("cannot have this name"):
            m.variables["2x"] = 1
        self.assertEqual(m.settings["StopTime"], m.settings["stop_time"])
        self.assertIn("Solver", list(m.settings))
        with self.refused("StopTim", "StopTime"):
            m.settings["StopTim"] = 1
        with self.assertRaises(KeyError):
            m.settings["nothing"]
        for mapping in (m.settings, m["K"].parameters):
            with self.assertRaises(TypeError):
                del mapping[next(iter(mapping))]

    def test_attributes_that_mean_nothing_are_refused(self):
        m = decay()
        for target, name in ((m, "stop_time"), (m.variables, "rate"), (m.settings, "stop_time"), (m.parameters, "rate"),
                             (m.simulator().inputs, "u")):
            with self.subTest(name=name), self.assertRaisesRegex(AttributeError, f"'{name}' that can be set: .*{name}"):
                setattr(target, name, 3)

        class Mine(fx.Model):
            pass

        mine = Mine()
        mine.remark = "whoever derives a class may"
        self.assertEqual(list(m), m.blocks)

    def test_settings_are_found_however_they_are_written(self):
        m = decay()
        for name in ("StopTime", "stop_time", "stoptime", "STOP_TIME"):
            m.settings[name] = 7
            self.assertEqual(m.settings["StopTime"], 7)
        m.run(stoptime=1, ode_n_integration_method="ode4")

    def test_all_parameters_have_names(self):
        m = decay()
        self.assertEqual((m.parameters["rate"], m.parameters["X.InitialCondition"], m.parameters["K.k"]), (-2, 1, "rate"))
        m.parameters["X.InitialCondition"] = 3
        m.parameters["rate"] = -1
        self.assertEqual((m["X"].InitialCondition, m.variables["rate"]), (3, -1))
        self.assertIn("K.k", list(m.parameters))
        self.assertEqual(len(m.parameters), len(dict(m.parameters)))
        self.assertIn("'K.k': 'rate'", repr(m.parameters))
        for name in ("nothing", "Y.k", "K.nothing"):
            with self.assertRaises(KeyError):
                m.parameters[name]
        with self.assertRaises(TypeError):
            del m.parameters["K.k"]
        del m.parameters["rate"]
        self.assertNotIn("rate", m.variables)

    def test_a_model_is_checked(self):
        m = decay()
        self.assertEqual(m.check(), [])
        m["K"].k = "nothing + 1"
        [found] = m.check()
        self.assertEqual((found.severity, found.path, found.remedy != ""), ("error", "K", True))
        self.assertIn("nothing", found.message)
        with self.refused("K: ", "nothing"):
            m.run()

    def test_what_is_no_text_or_function_is_said(self):
        m = fx.example("van_der_pol")
        for wrong, said in [(lambda: m[None], "found by its path"), (lambda: m.add(None), "type and the name"),
                            (lambda: m.run(start=5, progress=False), "begins at another run"),
                            (lambda: m.on("step", 3), "no function"), (lambda: m.on_signal("x1", 3, above=1), "no function"),
                            (lambda: m.simulator().restore(None), "the text that save"),
                            (lambda: fx.Study(None, {"mu": [1]}, results={"p": "1"}), "is no model")]:
            with self.assertRaisesRegex(TypeError, said):
                wrong()

    def test_files_that_cannot_be_opened_say_so(self):
        with self.refused("nowhere.flx"):
            fx.load(self.folder / "nowhere.flx")
        (self.folder / "bad.flx").write_text("{")
        with self.refused("bad.flx"):
            fx.load(self.folder / "bad.flx")

    def test_models_are_pickled(self):
        m = lag()
        again = pickle.loads(pickle.dumps(m))
        self.assertEqual(again, m)
        example = fx.example("clutch")
        self.assertEqual(pickle.loads(pickle.dumps(example)), example)
        error = pickle.loads(pickle.dumps(fx.ModelError([fx.Diagnostic("error", "a", "b", "c")])))
        self.assertEqual(str(error), "a: b (c)")

    def test_every_example_opens_and_saves_to_the_same_text(self):
        self.assertGreaterEqual(len(fx.examples()), 54)
        for name in fx.examples():
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                m = fx.example(name)
            self.assertEqual(m._engine.text(), (ROOT / f"examples/{name}/{name}.flx").read_text(), name)
        with self.assertRaisesRegex(KeyError, "no example"):
            fx.example("nothing")

    def test_the_library_is_listed(self):
        types = {b["type"]: b for b in fx.block_types()}
        self.assertGreater(len(types), 270)
        self.assertEqual(fx.block_type("Gain"), types["math/gain"])
        with self.refused("did you mean Gain"):
            fx.block_type("Gainn")

    def test_linear_models_have_their_matrices(self):
        import numpy as np

        linear = lag().linearize("u", "y", at=0.0)
        self.assertEqual((linear.A.tolist(), linear.B.tolist(), linear.C.tolist(), linear.D.tolist()), ([[-1]], [[1]], [[1]], [[0]]))
        self.assertEqual(linear.poles().tolist(), [-1])
        self.assertIsInstance(linear, fx.LinearModel)
        np.testing.assert_allclose(linear.response([1.0, 2.0]).ravel(), [1 / (1 + 1j), 1 / (1 + 2j)])
        self.assertEqual((linear.inputs, linear.outputs, linear.x.tolist()), (["u"], ["y"], [0]))
        with self.assertRaisesRegex(KeyError, "no input 'w'; it has u"):
            lag().linearize("w")
        try:
            import control  # noqa: F401
        except ImportError:
            with self.assertRaises(ImportError):
                linear.to_control()

    def test_elements_change_as_a_recorded_script_says(self):
        m = decay()
        k = m["K"]
        k.at = (40, 80.5)
        self.assertEqual(k.at, (40.0, 80.5))
        m.undo()
        self.assertNotEqual(k.at, (40.0, 80.5))
        number = k._number
        m.change(blocks=[{"id": number, "type": "math/gain", "name": "K", "at": [7, 8], "parameters": {"k": "rate/2"}}],
                 settings={"StopTime": "3", "RelTol": None}, members={"trim": {"states": {}}})
        self.assertEqual((m["K"].k, m["K"].at, m.settings["StopTime"], m.settings["rel_tol"]), ("rate/2", (7.0, 8.0), 3.0, 0.001))
        self.assertIn('"trim": {"states": {}}', m._engine.text())
        m.undo()
        self.assertEqual((m["K"].k, m.settings["StopTime"]), ("rate", 1.0))
        m.change(remove=[number])
        self.assertEqual(m.blocks, ["X"])
        for wrong, said in [({"blocks": 1}, "this is no list"), ({"bloks": []}, "did you mean blocks"),
                            ({"blocks": [{"id": 1, "type": "math/gain"}]}, "name")]:
            with self.refused(said):
                m.change(**wrong)


if __name__ == "__main__":
    unittest.main()
