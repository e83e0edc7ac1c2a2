#pragma once
// Diagnostics of the engine as Python's exceptions.
#include <pybind11/pybind11.h>

#include "sim_core/base/result.h"

namespace fluxion::python {

// Throws fluxion.ModelError with these diagnostics.
[[noreturn]] void raise(const sim::Diagnostics& diagnostics);

template <class T>
T valueOf(sim::Result<T> result) {
  if (!result) raise(result.errors());
  return *std::move(result);
}

inline void check(const sim::Diagnostics& diagnostics) {
  if (sim::has_errors(diagnostics)) raise(diagnostics);
}

void bindErrors(pybind11::module_& module);

}  // namespace fluxion::python
