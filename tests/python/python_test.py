"""What the tests of the Python module share: models, and a folder that goes again."""
import pathlib
import tempfile
import unittest

import fluxion as fx

ROOT = pathlib.Path(__file__).resolve().parents[2]


def decay(rate=-2.0):
    """dx/dt = rate x, x(0) = 1; recorded as "x"."""
    m = fx.Model()
    x = m.add("continuous/integrator", "X", InitialCondition=1)
    k = m.add("math/gain", "K", k="rate")
    m.variables["rate"] = rate
    m.connect(x, k)
    m.connect(k, x)
    m.log(x.out, "x")
    m.settings.update(stop_time=1, rel_tol=1e-9, abs_tol=1e-12)
    return m


def lag():
    """dy/dt = u - y, y(0) = 0; u and y are top-level ports."""
    m = fx.Model()
    u, y = m.add("Inport", "u"), m.add("Outport", "y")
    difference, x = m.add("Sum", "e", signs="+-"), m.add("Integrator", "X")
    m.connect(u, difference)
    m.connect(x, difference.input(2))
    m.connect(difference, x)
    m.connect(x, y)
    m.settings.update(rel_tol=1e-9, abs_tol=1e-12)
    return m


class PythonTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def refused(self, *parts):
        """Expects a ModelError whose text has these parts, and whose diagnostics are whole."""
        return _Refused(self, parts)


class _Refused:
    def __init__(self, test, parts):
        self.test, self.parts = test, parts

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.test.assertIsNotNone(error, "nothing was refused")
        if not isinstance(error, fx.ModelError):
            return False
        self.error = error
        for part in self.parts:
            self.test.assertIn(part, str(error))
        self.test.assertTrue(all(d.message for d in error.diagnostics))
        return True
