#pragma once
// The parts of the module fluxion._engine, each in a file of its own.
#include <pybind11/pybind11.h>

namespace fluxion::python {

void bindLinear(pybind11::module_& module);
void bindModel(pybind11::module_& module);
void bindRun(pybind11::module_& module);
void bindStepper(pybind11::module_& module);
void bindStudy(pybind11::module_& module);
void bindTrim(pybind11::module_& module);

}  // namespace fluxion::python
