#pragma once
// Runs that have to end well, and what they gave at a time.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/model_builder.h"
#include "tests/support/run_results.h"

namespace sim {

inline RunOutcome finished_run(const ModelBuilder& m) {
  RunOutcome outcome = run_diagram(m.diagram);
  EXPECT_EQ(outcome.end, RunEnd::Finished);
  // Notes tell of settings that the solver does not read, as in loops over solvers.
  for (const Diagnostic& d : outcome.diagnostics)
    if (d.severity != Severity::Note) ADD_FAILURE() << d.path << ": " << d.message;
  return outcome;
}

// The value of a column from t on: that of the last row not after t.
inline double value_at(const RunOutcome& run, const std::string& column, double t) {
  const std::vector<double> time = run.column("time"), values = run.column(column);
  double value = NAN;
  for (std::size_t row = 0; row < values.size() && time[row] <= t; ++row) value = values[row];
  return value;
}

}  // namespace sim
