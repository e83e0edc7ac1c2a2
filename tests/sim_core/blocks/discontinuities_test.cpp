// Blocks with corners and jumps, against closed forms; the instants of their events too.
#include "tests/sim_core/blocks/one_block.h"

namespace sim {

namespace {

const double pi = std::acos(-1.0);

double at_or_before(const RunOutcome& outcome, double t) {
  const std::vector<double> times = outcome.times(), y = outcome.column("Block");
  double value = NAN;
  for (std::size_t r = 0; r < times.size() && times[r] <= t; ++r) value = y[r];
  return value;
}

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

TEST(Discontinuities, WrapAngleStaysInOneTurn) {
  const RunOutcome run = run_diagram(one_block("discontinuities/wrap_angle", {}, {"10*u - 4"}).diagram);
  std::vector<double> jumps;
  for (int k = -1; k < 3; ++k) jumps.push_back((4 + (2 * k + 1) * pi) / 10);
  expect_signal(
      run, "Block", [](double t) { return std::atan2(std::sin(10 * t - 4), std::cos(10 * t - 4)); }, 1e-12,
      jumps);
  expect_events(run, jumps);
  expect_signal(
      run_diagram(one_block("discontinuities/wrap_angle", {{"LowerValue", "0"}, {"UpperValue", "[360; 0.5]"}},
                            {"[-10; 0.1] + 0*u"})
                      .diagram),
      "Block[1]", [](double) { return 350; }, 0);
}

TEST(Discontinuities, RateLimitsThatAreSignals) {
  // Up with the rate t, until the input is reached.
  const RunOutcome rising =
      run_diagram(one_block("discontinuities/rate_limiter_dynamic", {}, {"u", "0.5 + 0*u", "-1"}).diagram);
  expect_signal(
      rising, "Block", [](double t) { return std::min(t * t / 2, 0.5); }, 1e-12);
  expect_events(rising, {1});
  const std::map<std::string, std::string> constant{{"RisingSlewLimit", "1.5"}, {"FallingSlewLimit", "-0.5"}};
  const Settings steps{{"StopTime", "2"}, {"MaxStep", "0.01"}};
  const RunOutcome by_parameters =
      run_diagram(one_block("discontinuities/rate_limiter", constant, {"sin(5*u)"}, 1, steps).diagram);
  const RunOutcome by_signals = run_diagram(
      one_block("discontinuities/rate_limiter_dynamic", {}, {"1.5 + 0*u", "sin(5*u)", "-0.5 + 0*u"}, 1, steps)
          .diagram);
  for (double t = 0; t < 2; t += 0.05)
    EXPECT_NEAR(at_or_before(by_signals, t), at_or_before(by_parameters, t), 1e-3);
}

}  // namespace sim
