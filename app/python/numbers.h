#pragma once
// Numbers of the engine as numpy arrays that own them: nothing is copied, and nobody writes to them.
#include <pybind11/numpy.h>

#include <memory>
#include <vector>

namespace fluxion::python {

// `rows` x `columns`, by column; one column is a vector where `vector`.
inline pybind11::array_t<double> arrayOf(std::vector<double> values, pybind11::ssize_t rows,
                                         pybind11::ssize_t columns, bool vector) {
  namespace py = pybind11;
  auto owned = std::make_unique<std::vector<double>>(std::move(values));
  double* data = owned->data();
  const py::capsule owner(owned.release(), [](void* v) { delete static_cast<std::vector<double>*>(v); });
  constexpr py::ssize_t size = sizeof(double);
  py::array_t<double> array = vector ? py::array_t<double>({rows}, {size}, data, owner)
                                     : py::array_t<double>({rows, columns}, {size, size * rows}, data, owner);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

inline pybind11::array_t<double> arrayOf(std::vector<double> values) {
  const auto rows = static_cast<pybind11::ssize_t>(values.size());
  return arrayOf(std::move(values), rows, 1, true);
}

}  // namespace fluxion::python
