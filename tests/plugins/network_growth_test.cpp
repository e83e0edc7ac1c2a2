// What long networks cost, by exact counts: the graph that evaluates them and the steps of a run. What
// factors have is counted in ConstrainedSystem.FactorsOfAChainGrowWithItsLength.
#include <gtest/gtest.h>

#include <functional>

#include "tests/plugins/network_rows.h"
#include "tests/plugins/planar_model.h"
#include "tests/support/compiling.h"

using namespace sim;

namespace {

Diagram long_hydraulic_row(int elements) { return hydraulic_row(elements, elements / 2 - 1); }
Diagram long_electrical_row(int elements) { return electrical_row(elements, elements / 2 - 1); }

// Rods that hang on one another, the first one at the world.
Diagram linked_bodies(int bodies) {
  PlanarModel m;
  Id last = m.world();
  int port = 0;
  for (int k = 0; k < bodies; ++k) {
    const Id rod = m.rod(numbered("rod", k), "0.1", {{"x0", numbered("0.05+0.1*", k)}});
    m.revolute(numbered("joint", k), last, port, rod, PlanarModel::a);
    last = rod, port = PlanarModel::b;
  }
  m.watch("end", last, PlanarModel::b);
  return m.diagram;
}

struct Count {
  double nodes, evaluations, steps, jacobian_entries, jacobian_directions;
};
Count count_of(Diagram diagram, const char* step) {
  diagram.settings["Solver"] = "ode4";
  diagram.settings["FixedStep"] = step;
  diagram.settings["StopTime"] = std::string("20*") + step;
  diagram.settings.erase("Refine");
  const auto program = compiled(diagram);
  if (!program) return {};
  const RunOutcome run = run_diagram(diagram);
  EXPECT_EQ(run.end, RunEnd::Finished) << run.messages();
  return {static_cast<double>(program->graph.size()), static_cast<double>(run.statistics.rhs_evaluations),
          static_cast<double>(run.statistics.steps),
          static_cast<double>(program->jacobian_pattern.nonzeros()),
          static_cast<double>(program->jacobian_coloring.count)};
}

void expect_linear(const std::function<Diagram(int)>& make, int most, const char* step) {
  const Count half = count_of(make(most / 2), step), full = count_of(make(most), step);
  EXPECT_NEAR(full.nodes / half.nodes, 2, 0.05);
  EXPECT_EQ(full.evaluations, half.evaluations);
  EXPECT_EQ(full.steps, 20);
}

}  // namespace

// What stores keeps those apart that are on either side of it: a state reads its neighbors.
TEST(NetworkGrowth, OfTheJacobianIsThatOfTheNeighbors) {
  for (const auto& row : {long_hydraulic_row, long_electrical_row}) {
    const Count full = count_of(row(1000), "1e-4");
    EXPECT_LE(full.jacobian_entries, 3 * 1000);
    EXPECT_LE(full.jacobian_directions, 3);
  }
}

TEST(NetworkGrowth, OfAThousandHydraulicElements) { expect_linear(long_hydraulic_row, 1000, "1e-4"); }
TEST(NetworkGrowth, OfAThousandElectricalElements) { expect_linear(long_electrical_row, 1000, "1e-4"); }
TEST(NetworkGrowth, OfTwoHundredLinkedBodies) { expect_linear(linked_bodies, 200, "1e-4"); }
