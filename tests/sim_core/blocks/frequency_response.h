#pragma once
// What a linear block with one input and one output does to a frequency, by its linearization.
#include <complex>
#include <string>

#include "sim_core/linear_analysis/linearize.h"
#include "tests/support/block_bench.h"

namespace sim {

struct LinearBlock {
  LinearModel model;

  int states() const { return static_cast<int>(model.states.size()); }
  std::complex<double> response(double omega) const;
};

LinearBlock linear_block(const std::string& type, const Parameters& parameters);

}  // namespace sim
