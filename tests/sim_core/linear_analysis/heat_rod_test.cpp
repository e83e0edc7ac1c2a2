// A rod of 1,000 pieces, u_i' = (u_(i-1) - 2 u_i + u_(i+1)) (n+1)^2, heated at one end: sparse all the way.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <complex>
#include <cstdio>

#include "sim_core/blocks/standard_library.h"
#include "sim_core/linear_analysis/frequency_response.h"
#include "sim_core/linear_analysis/linearize.h"
#include "sim_core/linear_analysis/poles.h"
#include "tests/support/model_builder.h"

namespace sim {

TEST(HeatRod, OfAThousandStates) {
  using Clock = std::chrono::steady_clock;
  const auto milliseconds = [](Clock::time_point from) {
    return std::chrono::duration<double, std::milli>(Clock::now() - from).count();
  };
  const BlockLibrary library = standard_library();
  ModelBuilder m;
  const Id heat = m.block("ports/inport", "heat"),
           rod = m.block("continuous/integrator", "rod", {{"x0", "zeros(1000,1)"}}),
           left = m.block("routing/selector", "left", {{"Indices", "1:999"}}),
           right = m.block("routing/selector", "right", {{"Indices", "2:1000"}}),
           none = m.block("sources/constant", "none", {{"Value", "0"}}),
           from_left = m.block("routing/mux", "from left", {{"Inputs", "2"}}),
           from_right = m.block("routing/mux", "from right", {{"Inputs", "2"}}),
           twice = m.block("math/gain", "twice", {{"k", "2"}}),
           sum = m.block("math/sum", "sum", {{"signs", "++-"}}),
           rate = m.block("math/gain", "rate", {{"k", "1001^2"}}),
           middle = m.block("routing/selector", "middle", {{"Indices", "500"}});
  m.connect(rod, left).connect(rod, right).connect(heat, from_left, 0).connect(left, from_left, 1);
  m.connect(right, from_right, 0).connect(none, from_right, 1).connect(rod, twice);
  m.connect(from_left, sum, 0).connect(from_right, sum, 1).connect(twice, sum, 2);
  m.connect(sum, rate).connect(rate, rod).connect(rod, middle).connect(middle, m.block("ports/outport", "y"));
  m.set("Solver", "ode15s");
  const auto linearizer = Linearizer::prepare(m.diagram, library);
  ASSERT_TRUE(linearizer) << to_text(linearizer.error());
  const auto points = linearizer->reach({0});
  ASSERT_TRUE(points);
  auto start = Clock::now();
  const auto model = linearizer->at(points->front(), false);
  const double linearized = milliseconds(start);
  ASSERT_TRUE(model) << to_text(model.error());
  ASSERT_EQ(model->state_count(), 1000);
  EXPECT_EQ(model->pattern.nonzeros(), 3 * 1000 - 2 + 2);
  std::vector<double> w(200);
  for (std::size_t k = 0; k < w.size(); ++k) w[k] = std::pow(10, -2 + 6.0 * static_cast<double>(k) / 199);
  start = Clock::now();
  frequency_response(*model, 0, 0, w);
  std::printf("linearized in %.1f ms, 200 frequencies in %.1f ms\n", linearized, milliseconds(start));
  const std::vector<double> known{1e-6, 1e-3, 1, 10, 100, 1000};
  const std::vector<std::complex<double>> wanted{
      {0.50049950049949399, -6.252075012485365e-8},  {0.50049949398847947, -6.2520749462945686e-5},
      {0.49405488833825983, -0.06186557040178376},   {0.18043320189965, -0.29873562061581234},
      {-0.027036107707170275, 0.011106782177118032}, {2.4282558834686429e-6, 1.3885048750810963e-5}};
  const auto got = frequency_response(*model, 0, 0, known);
  for (std::size_t k = 0; k < known.size(); ++k)
    EXPECT_LE(std::abs(got[k] - wanted[k]), 1e-9 * std::abs(wanted[k])) << known[k];
  const auto all = poles(*model);
  EXPECT_NEAR(all.front().real(), -4007994.1304037001, 1e-2);
  EXPECT_NEAR(all.back().real(), -9.8695962998782943, 1e-8);
  EXPECT_NEAR(all[all.size() - 5].real(), -246.73504681021665, 1e-8);
}

}  // namespace sim
