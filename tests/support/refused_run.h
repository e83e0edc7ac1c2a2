#pragma once
// Models that must not run, and what must be said about them.
#include <gtest/gtest.h>

#include "tests/support/run_results.h"

namespace sim {

// The model of `outcome` was refused with an error that has `part` in it. A test that only asks whether it
// was refused passes for any reason.
inline void expect_refused(const RunOutcome& outcome, const std::string& part) {
  EXPECT_FALSE(outcome.prepared) << "it should have been refused: " << part;
  EXPECT_NE(outcome.messages().find(part), std::string::npos)
      << "'" << part << "' is not in: " << outcome.messages();
}

inline void expect_refused(const Diagram& diagram, const std::string& part) {
  expect_refused(run_diagram(diagram), part);
}

}  // namespace sim
