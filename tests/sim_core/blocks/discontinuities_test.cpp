// Blocks with corners and jumps, against closed forms; the instants of their events too.
#include "tests/sim_core/blocks/one_block.h"

namespace sim {

namespace {

const double pi = std::acos(-1.0);

}  // namespace

TEST(Discontinuities, SaturationIsExactBetweenLocatedEvents) {
  const RunOutcome run = run_diagram(one_block("discontinuities/saturation", {}, {"sin(pi*u)"}).diagram);
  expect_signal(
      run, "Block", [](double t) { return std::min(std::max(std::sin(pi * t), -0.5), 0.5); }, 1e-10);
  expect_events(run, {1.0 / 6, 5.0 / 6, 7.0 / 6, 11.0 / 6});
}

TEST(Discontinuities, DeadZone) {
  const RunOutcome run =
      run_diagram(one_block("discontinuities/dead_zone", {{"UpperValue", "0.25"}}, {"sin(pi*u)"}).diagram);
  expect_signal(
      run, "Block",
      [](double t) {
        const double u = std::sin(pi * t);
        return u > 0.25 ? u - 0.25 : u < -0.5 ? u + 0.5 : 0;
      },
      1e-10);
  expect_events(run, {std::asin(0.25) / pi, 1 - std::asin(0.25) / pi, 7.0 / 6, 11.0 / 6});
}

TEST(Discontinuities, LimitsThatAreSignals) {
  const std::vector<std::string> inputs{"1 - u/4", "2*sin(pi*u)", "-1"};
  const RunOutcome limited = run_diagram(one_block("discontinuities/saturation_dynamic", {}, inputs).diagram);
  auto u = [](double t) { return 2 * std::sin(pi * t); };
  expect_signal(
      limited, "Block", [&](double t) { return std::max(std::min(u(t), 1 - t / 4), -1.0); }, 1e-9);
  const RunOutcome zone = run_diagram(one_block("discontinuities/dead_zone_dynamic", {}, inputs).diagram);
  expect_signal(
      zone, "Block", [&](double t) { return u(t) > 1 - t / 4 ? u(t) - 1 + t / 4
                                            : u(t) < -1      ? u(t) + 1
                                                             : 0; },
      1e-9);
  expect_events(zone, {7.0 / 6, 11.0 / 6});
}

TEST(Discontinuities, FrictionTurnsWithTheVelocity) {
  const RunOutcome run = run_diagram(
      one_block("discontinuities/coulomb_friction", {{"offset", "[1; 2]"}, {"gain", "3"}}, {"u - 1"})
          .diagram);
  for (int k : {1, 2})
    expect_signal(run, "Block[" + std::to_string(k) + "]",
                  [k](double t) { return 3 * (t - 1) + (t > 1 ? k : -k); }, 1e-12, {1});
  expect_events(run, {1});
}

TEST(Discontinuities, QuantizerJumpsWhereItMust) {
  const RunOutcome run = run_diagram(
      one_block("discontinuities/quantizer", {{"QuantizationInterval", "0.2"}}, {"(u - 1)^3"}).diagram);
  std::vector<double> jumps;
  for (int k = -5; k < 5; ++k) jumps.push_back(1 + std::cbrt(0.2 * (k + 0.5)));
  expect_signal(
      run, "Block", [](double t) { return 0.2 * std::round(std::pow(t - 1, 3) / 0.2); }, 1e-12, jumps);
  expect_events(run, jumps);
}

// The integral of a staircase tells whether a single step crossed a jump blindly.
TEST(Discontinuities, TheIntegralOfAQuantizedRampIsExact) {
  ModelBuilder m = one_block("discontinuities/quantizer", {{"QuantizationInterval", "1"}}, {"7.25*u"}, 1,
                             {{"StopTime", "1"}, {"MaxStep", "0.1"}});
  const Id integrator = m.block("continuous/integrator", "Sum"), scope = m.block("sinks/scope", "View");
  m.connect(m.diagram.blocks.begin()->first, integrator).connect(integrator, scope);
  const RunOutcome run = run_diagram(m.diagram);
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  // Steps 1, ..., 6 last 1/7.25 each, step 7 from 6.5/7.25 to the end.
  EXPECT_NEAR(run.column("Sum").back(), (21 + 7 * 0.75) / 7.25, 1e-9);
}

TEST(Discontinuities, WrapToZero) {
  const RunOutcome run =
      run_diagram(one_block("discontinuities/wrap_to_zero", {{"Threshold", "1.25"}}, {"u"}).diagram);
  expect_signal(run, "Block", [](double t) { return t > 1.25 ? 0 : t; }, 0, {1.25});
  expect_events(run, {1.25});
}

}  // namespace sim
