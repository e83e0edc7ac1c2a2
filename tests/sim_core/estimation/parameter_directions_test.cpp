// How parameters move with variables, seen again and again while these move.
#include "sim_core/estimation/parameter_directions.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sim_core/blocks/standard_library.h"
#include "tests/support/model_builder.h"

namespace sim {

namespace {

const BlockLibrary& blocks_of_directions() {
  static const BlockLibrary all = standard_library();
  return all;
}

// An integrator, whose limits are infinite, behind a gain of p.
VariedRuns runs_of(const std::string& gain) {
  ModelBuilder m;
  m.variable("p", "2");
  const Id k = m.block("math/gain", "k", {{"k", gain}}), x = m.block("continuous/integrator", "x");
  m.connect(m.block("sources/constant", "c"), k).connect(k, x).connect(x, m.block("sinks/scope", "scope"));
  auto runs = VariedRuns::prepare(m.diagram, blocks_of_directions(), {{"p"}}, {2});
  EXPECT_TRUE(runs) << to_text(runs.error());
  return *std::move(runs);
}

double slope_at(ParameterDirectionsAlong& along, const VariedRuns& runs, double p) {
  const auto now = runs.prepared({p});
  EXPECT_TRUE(now);
  const auto found = along.at(runs, {p}, {std::abs(p)}, (*now)->program().parameters);
  EXPECT_TRUE(found);
  EXPECT_EQ(found->sizes, std::vector<double>{std::abs(p)});
  EXPECT_EQ(found->derivatives.at(0).size(), 1u);  // the gain, and no infinite limit
  return found->derivatives.at(0).at(0);
}

}  // namespace

TEST(ParameterDirections, AreThoseOfWhatIsWritten) {
  const std::map<std::string, std::function<double(double)>> slopes = {
      {"p", [](double) { return 1.0; }},
      {"3*p-1", [](double) { return 3.0; }},
      {"p^2", [](double p) { return 2 * p; }},
      {"1/p", [](double p) { return -1 / (p * p); }},
      {"max(p,2.5)", [](double p) { return p > 2.5 ? 1.0 : 0.0; }},
  };
  for (const auto& [gain, slope] : slopes) {
    const VariedRuns runs = runs_of(gain);
    ParameterDirectionsAlong along;
    for (const double p : {3.0, 3.000001, 4.5, -1.5}) {
      if (gain.starts_with("max") && p < 2.5) continue;  // it moves nothing there
      EXPECT_NEAR(slope_at(along, runs, p), slope(p), 1e-8 * (1 + std::abs(slope(p)))) << gain << " at " << p;
    }
  }
}

}  // namespace sim
