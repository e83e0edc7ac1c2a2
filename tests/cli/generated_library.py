"""Shared libraries of generated code, behind the interface that all models have (fluxion_model.h)."""
import csv
import ctypes
import unittest

from generating import COMPILER, Generate

PARAMETER, INPUT, OUTPUT, STATE, DISCRETE = range(5)
OK, FINISHED, ENDED, CHECK_FAILED, NOT_FINITE = range(5)
NO_ITEM, WRONG_COUNT, WRONG_VALUE, NOT_INITIALIZED, WRONG_STATE = range(100, 105)


class Library:
    """fluxion_model.h for Python: what the handbook shows, and what the tests need besides."""

    def __init__(self, path):
        self.library = ctypes.CDLL(str(path))
        text, number, whole, instance = ctypes.c_char_p, ctypes.c_double, ctypes.c_int32, ctypes.c_void_p
        numbers = ctypes.POINTER(ctypes.c_double)
        for name, result, arguments in (
                ("version", whole, []), ("model_name", text, []), ("step_size", number, []), ("count", whole, [whole]),
                ("name", text, [whole, whole]), ("label", text, [whole, whole]), ("unit", text, [whole, whole]),
                ("rows", whole, [whole, whole]), ("columns", whole, [whole, whole]), ("find", whole, [whole, text]),
                ("create", instance, []), ("destroy", None, [instance]), ("initialize", whole, [instance]),
                ("step", whole, [instance]), ("update", whole, [instance]), ("output", whole, [instance]),
                ("run_to", whole, [instance, number]), ("time", number, [instance]),
                ("stop_time", number, [instance]), ("set_stop_time", whole, [instance, number]),
                ("message", text, [instance]), ("get", whole, [instance, whole, whole, numbers, whole]),
                ("set", whole, [instance, whole, whole, numbers, whole]),
                ("get_by_name", number, [instance, whole, text]),
                ("set_by_name", whole, [instance, whole, text, number]), ("state_size", ctypes.c_size_t, []),
                ("save", whole, [instance, instance, ctypes.c_size_t]),
                ("restore", whole, [instance, instance, ctypes.c_size_t])):
            function = getattr(self.library, "fluxion_" + name)
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)

    def items(self, kind):
        return [(self.name(kind, k).decode(), self.label(kind, k).decode(), self.rows(kind, k), self.columns(kind, k))
                for k in range(self.count(kind))]

    def values(self, model, kind):
        got = []
        for k in range(self.count(kind)):
            count = self.rows(kind, k) * self.columns(kind, k)
            memory = (ctypes.c_double * count)()
            assert self.get(model, kind, k, memory, count) == OK
            got += list(memory)
        return got

    def put(self, model, kind, name, *values):
        return self.set(model, kind, self.find(kind, name.encode()), (ctypes.c_double * len(values))(*values), len(values))

    def saved(self, model):
        memory = ctypes.create_string_buffer(self.state_size())
        assert self.save(model, memory, len(memory)) == OK
        return memory.raw


@unittest.skipUnless(COMPILER, "there is no C compiler")
class Targets(Generate):
    def library(self, model, *options, name="code"):
        folder = self.generate(model, "--target", "shared", *options, name=name)
        (made,) = folder.glob("lib*.so")
        return Library(made)

    def csv(self, model, *options):
        path = self.folder / "run.csv"
        self.succeed("run", str(model), "--out", str(path), "--quiet", *options)
        with path.open(newline="") as file:
            return list(csv.DictReader(file))
