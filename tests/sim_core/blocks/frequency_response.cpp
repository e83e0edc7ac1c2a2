#include "tests/sim_core/blocks/frequency_response.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>

namespace sim {

std::complex<double> LinearBlock::response(double omega) const {
  const int n = states();
  Eigen::MatrixXcd a(n, n);
  Eigen::VectorXcd b(n);
  std::complex<double> y = model.entry(n, n);
  for (int row = 0; row < n; ++row) {
    b(row) = model.entry(row, n);
    for (int column = 0; column < n; ++column)
      a(row, column) = (row == column ? std::complex<double>(0, omega) : 0.0) - model.entry(row, column);
  }
  const Eigen::VectorXcd x = a.fullPivLu().solve(b);
  for (int k = 0; k < n; ++k) y += model.entry(n, k) * x(k);
  return y;
}

LinearBlock linear_block(const std::string& type, const Parameters& parameters) {
  ModelBuilder m;
  const Id block = m.block(type, "Block", parameters);
  m.connect(m.block("ports/inport", "in"), block).connect(block, m.block("ports/outport", "out"));
  auto model = linearize(m.diagram, the_library(), -1);
  EXPECT_TRUE(model) << (model ? "" : to_text(model.error()));
  return model ? LinearBlock{std::move(*model)} : LinearBlock{};
}

}  // namespace sim
