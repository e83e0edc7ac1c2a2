#pragma once
// Between the matrices of public headers and those of a linear algebra library, which are stored by columns
// too.
#include <algorithm>

#include "sim_core/linear_analysis/linear_model.h"

namespace sim {

template <class Dense>
Dense to_dense(const LinearMatrix& m) {
  Dense out(m.rows, m.columns);
  std::copy(m.values.begin(), m.values.end(), out.data());
  return out;
}

template <class Dense>
LinearMatrix from_dense(const Dense& m) {
  LinearMatrix out = zero_matrix(static_cast<int>(m.rows()), static_cast<int>(m.cols()));
  std::copy_n(m.data(), out.values.size(), out.values.begin());
  return out;
}

}  // namespace sim
