#pragma once
// Runs one block with the sample time T, and compares its output at each sample with a recurrence.
#include "tests/sim_core/blocks/one_block.h"

namespace sim {

inline constexpr double T = 0.1;
inline const char* const input = "sin(3*u) + 0.5";
// When hit k comes: the double next to k T, which k * 0.1 is not.
inline double time_of(int k) { return k / 10.0; }
// The input at sample k; 0 before the first.
inline double u(int k) { return k < 0 ? 0 : std::sin(3 * time_of(k)) + 0.5; }

// Of the last row not after t.
inline double value_at(const RunOutcome& outcome, const std::string& name, double t) {
  const std::vector<double> times = outcome.times(), y = outcome.column(name);
  double value = NAN;
  for (std::size_t r = 0; r < times.size() && r < y.size() && times[r] <= t; ++r) value = y[r];
  return value;
}

// At every sample what is expected, bit for bit, and nothing else in between.
inline void expect_samples(const std::string& type, std::map<std::string, std::string> parameters,
                           const std::function<double(int)>& expected,
                           std::vector<std::string> inputs = {input}, const std::string& name = "Block",
                           int outputs = 1) {
  parameters.emplace("SampleTime", "0.1");
  const RunOutcome run = run_diagram(one_block(type, parameters, inputs, outputs).diagram);
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  for (int k = 0; k < 20; ++k) {
    EXPECT_EQ(value_at(run, name, k * T + 0.01), expected(k)) << type << ", sample " << k;
    EXPECT_EQ(value_at(run, name, k * T + 0.09), expected(k)) << type << ", sample " << k;
  }
}

// A recurrence, from the first sample on.
inline std::function<double(int)> recurrence(std::function<double(int, double&)> step, double x0) {
  return [=](int k) {
    double x = x0, y = 0;
    for (int j = 0; j <= k; ++j) y = step(j, x);
    return y;
  };
}

}  // namespace sim
