// A mechanism over very many steps: a hundred thousand; with FLUXION_LONG_TESTS set in the environment a
// million, and where `./dev check` runs a part of a suite with sanitizers (FLUXION_PART) ten thousand.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <string>

#include "tests/plugins/planar_model.h"

using namespace sim;

// A four-bar linkage that turns by itself, without gravity: crank 1, coupler 3, rocker 2.5, ground 3.
TEST(PlanarLong, AFourBarLinkageStaysTogether) {
  const unsigned steps = std::getenv("FLUXION_LONG_TESTS") != nullptr ? 1'000'000
                         : std::getenv("FLUXION_PART") != nullptr     ? 10'000
                                                                      : 100'000;
  PlanarModel m;
  const Id world = m.block("planar/world", "world", {{"gy", "0"}}), far = m.place("far", "3", "0");
  const Id crank = m.rod("crank", "1", {{"x0", "0.5"}, {"vy0", "1"}, {"w0", "2"}}),
           coupler = m.rod("coupler", "3", {{"x0", "1.9"}, {"y0", "1.1"}, {"phi0", "0.9"}}),
           rocker = m.rod("rocker", "2.5", {{"x0", "2.9"}, {"y0", "1.2"}, {"phi0", "1.7"}});
  m.revolute("1", world, 0, crank, PlanarModel::a);
  m.revolute("2", crank, PlanarModel::b, coupler, PlanarModel::a);
  m.revolute("3", coupler, PlanarModel::b, rocker, PlanarModel::b);
  m.revolute("4", far, 0, rocker, PlanarModel::a);
  m.watch("1", crank, PlanarModel::a);
  m.watch("2a", crank, PlanarModel::b);
  m.watch("2b", coupler, PlanarModel::a);
  m.watch("3a", coupler, PlanarModel::b);
  m.watch("3b", rocker, PlanarModel::b);
  m.watch("4", rocker, PlanarModel::a);
  m.diagram.settings.erase("Refine");
  m.set("Solver", "ode4").set("FixedStep", "1e-3").set("StopTime", std::to_string(steps / 1000));
  const RunOutcome run = run_diagram(m.diagram);
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  EXPECT_EQ(run.statistics.steps, steps);
  double worst = 0, worst_rate = 0;
  const std::vector<double> zeros(run.column("time").size(), 0.0);
  const auto compare = [&](const std::string& a, const std::string& b, double offset = 0) {
    for (const char* what : {".x", ".y", ".vx", ".vy"}) {
      const std::vector<double> one = run.column(a + what), two = b.empty() ? zeros : run.column(b + what);
      double& most = what[1] == 'v' ? worst_rate : worst;
      const double shift = what[1] == 'x' ? offset : 0;
      for (std::size_t row = 0; row < one.size(); ++row)
        most = std::max(most, std::abs(one[row] - two[row] - shift));
    }
  };
  compare("1", "");
  compare("2a", "2b");
  compare("3a", "3b");
  compare("4", "", 3);
  EXPECT_LT(worst, 5e-14);  // 2^-49 of the terms of a row, up to some 15 m
  EXPECT_LT(worst_rate, 1e-13);
  EXPECT_GT(std::abs(last(run, "2a.x") - 1), 1e-3);  // it has moved
}
