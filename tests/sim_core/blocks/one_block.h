#pragma once
// Runs one block whose inputs are given as functions of the time, and compares its output with one.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tests/support/model_builder.h"
#include "tests/support/run_results.h"

namespace sim {

using Settings = std::map<std::string, std::string>;

// The block is called Block, its inputs are formulas over `u`, which is the time. Everything it gives is
// recorded.
inline ModelBuilder one_block(const std::string& type, const std::map<std::string, std::string>& parameters,
                              const std::vector<std::string>& inputs, int outputs = 1,
                              const Settings& settings = {{"StopTime", "2"}}) {
  ModelBuilder m;
  for (const auto& [name, value] : settings) m.set(name, value);
  const Id block = m.block(type, "Block", parameters), clock = m.block("sources/clock", "Clock");
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const Id f = m.block("user_defined/fcn", "f" + std::to_string(k), {{"expression", inputs[k]}});
    m.connect(clock, f).connect(f, block, static_cast<int>(k));
  }
  if (outputs == 0) return m;
  const Id scope = m.block("sinks/scope", "Scope", {{"inputs", std::to_string(outputs)}});
  for (int k = 0; k < outputs; ++k) m.connect(block, k, scope, k);
  return m;
}

// The values at hits k * period, in their order.
inline std::vector<double> samples(const RunOutcome& run, const std::string& name, double period) {
  const std::vector<double> t = run.times(), y = run.column(name);
  std::vector<double> found;
  for (std::size_t row = 0; row < t.size() && row < y.size(); ++row) {
    const double next = static_cast<double>(found.size()) * period;
    if (std::fabs(t[row] - next) < 1e-9 * period + 1e-12)
      found.push_back(y[row]);
    else if (!found.empty() && std::fabs(t[row] - (next - period)) < 1e-9 * period)
      found.back() = y[row];
  }
  return found;
}

// Instants at which the solver stopped for an event: two rows closer than any step.
inline std::vector<double> event_times(const RunOutcome& outcome) {
  std::vector<double> found;
  const std::vector<double> t = outcome.times();
  for (std::size_t k = 1; k < t.size(); ++k)
    if (t[k] - t[k - 1] < 1e-9 && (found.empty() || t[k] - found.back() > 1e-9)) found.push_back(t[k]);
  return found;
}

// At every recorded instant, save within 1e-9 of those in `jumps`.
inline void expect_signal(const RunOutcome& outcome, const std::string& name,
                          const std::function<double(double)>& expected, double tolerance,
                          const std::vector<double>& jumps = {}) {
  ASSERT_EQ(outcome.end, RunEnd::Finished) << outcome.messages();
  const std::vector<double> t = outcome.times(), y = outcome.column(name);
  ASSERT_EQ(t.size(), y.size()) << name << " is not recorded";
  for (std::size_t k = 0; k < t.size(); ++k) {
    bool jumping = false;
    for (double jump : jumps) jumping = jumping || std::fabs(t[k] - jump) < 1e-9;
    if (!jumping) {
      ASSERT_NEAR(y[k], expected(t[k]), tolerance) << name << " at t = " << t[k];
    }
  }
}

// Each of these instants was located, to 1e-10.
inline void expect_events(const RunOutcome& outcome, const std::vector<double>& expected) {
  const std::vector<double> found = event_times(outcome);
  for (double t : expected) {
    double nearest = 1e300;
    for (double f : found) nearest = std::fabs(f - t) < std::fabs(nearest - t) ? f : nearest;
    EXPECT_NEAR(nearest, t, 1e-10);
  }
}

}  // namespace sim
