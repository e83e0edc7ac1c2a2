// Lookup tables and signals given by points.
#include "tests/sim_core/blocks/one_block.h"

namespace sim {

namespace {

const std::vector<double> x{-1, 0, 0.5, 2}, y{1, -1, 3, 7};

double interpolate(double u, bool clip) {
  if (clip && u <= x.front()) return y.front();
  if (clip && u >= x.back()) return y.back();
  std::size_t k = 0;
  while (k + 2 < x.size() && u >= x[k + 1]) ++k;
  return y[k] + (y[k + 1] - y[k]) * (u - x[k]) / (x[k + 1] - x[k]);
}

std::map<std::string, std::string> table(std::map<std::string, std::string> more) {
  more.merge(std::map<std::string, std::string>{{"BreakpointsForDimension1", "[-1 0 0.5 2]"},
                                                {"Table", "[1 -1 3 7]"}});
  return more;
}

}  // namespace

TEST(Tables, LinesBetweenBreakpointsThatAreEvents) {
  for (bool clip : {false, true}) {
    const RunOutcome run = run_diagram(
        one_block("lookup_tables/lookup_1d", table({{"ExtrapMethod", clip ? "Clip" : "Linear"}}), {"3*u - 2"})
            .diagram);
    expect_signal(
        run, "Block", [&](double t) { return interpolate(3 * t - 2, clip); }, 1e-9);
    expect_events(run, {2.0 / 3, 2.5 / 3});
    if (clip) expect_events(run, {1.0 / 3, 4.0 / 3});
  }
}

TEST(Tables, FlatAndNearest) {
  const RunOutcome flat = run_diagram(
      one_block("lookup_tables/lookup_1d", table({{"InterpMethod", "Flat"}}), {"3*u - 2"}).diagram);
  const std::vector<double> edges{2.0 / 3, 2.5 / 3, 4.0 / 3};
  expect_signal(
      flat, "Block",
      [](double t) { return 3 * t - 2 < 0     ? 1
                            : 3 * t - 2 < 0.5 ? -1
                            : 3 * t - 2 < 2   ? 3
                                              : 7; }, 0, edges);
  expect_events(flat, edges);
  const RunOutcome nearest = run_diagram(
      one_block("lookup_tables/lookup_1d", table({{"InterpMethod", "Nearest"}}), {"3*u - 2"}).diagram);
  const std::vector<double> middles{0.5, 2.25 / 3, 3.25 / 3};
  expect_signal(
      nearest, "Block",
      [](double t) {
        return 3 * t - 2 < -0.5 ? 1 : 3 * t - 2 < 0.25 ? -1 : 3 * t - 2 < 1.25 ? 3 : 7;
      },
      0, middles);
  expect_events(nearest, middles);
}

TEST(Tables, RefuseBreakpointsThatDoNotRise) {
  for (const char* breakpoints : {"[0 1 1 2]", "[0 1 2]", "[0 0/0 1 2]", "[0 1 2 inf]"})
    EXPECT_FALSE(
        run_diagram(one_block("lookup_tables/lookup_1d",
                              {{"BreakpointsForDimension1", breakpoints}, {"Table", "[1 2 3 4]"}}, {"u"})
                        .diagram)
            .prepared)
        << breakpoints;
}

TEST(Tables, ASignalByPointsHitsItsInstantsExactly) {
  ModelBuilder m = one_block("sources/piecewise_linear",
                             {{"times", "[0.1 0.7 0.7 1.3]"}, {"values", "[1 4; 2 2; 5 0; 4 1]"}}, {});
  const RunOutcome run = run_diagram(m.diagram);
  const std::vector<double> t = run.times();
  for (double stamp : {0.1, 0.7, 1.3}) EXPECT_NE(std::find(t.begin(), t.end(), stamp), t.end()) << stamp;
  expect_signal(run, "Block[1]",
                [](double at) {
                  return at < 0.1 ? 1 : at < 0.7 ? 1 + (at - 0.1) / 0.6 : 5 - (at - 0.7) / 0.6;
                },
                1e-12, {0.7});
  expect_signal(run, "Block[2]",
                [](double at) {
                  return at < 0.1 ? 4 : at < 0.7 ? 4 - 2 * (at - 0.1) / 0.6 : (at - 0.7) / 0.6;
                },
                1e-12, {0.7});
}

TEST(Tables, ASignalMayHoldOrVanish) {
  const RunOutcome run = run_diagram(one_block("sources/piecewise_linear",
                                               {{"times", "[0.5 1]"},
                                                {"values", "[3 4]"},
                                                {"Interpolate", "off"},
                                                {"BeforeFirst", "Setting to zero"},
                                                {"OutputAfterFinalValue", "Holding final value"}},
                                               {})
                                         .diagram);
  expect_signal(run, "Block", [](double t) { return t < 0.5 ? 0 : t < 1 ? 3 : 4; }, 0, {0.5, 1});
  EXPECT_FALSE(
      run_diagram(
          one_block("sources/piecewise_linear", {{"times", "[1 0]"}, {"values", "[1 2]"}}, {}).diagram)
          .prepared);
  EXPECT_FALSE(
      run_diagram(
          one_block("sources/piecewise_linear", {{"times", "[0 1]"}, {"values", "[1 2 3]"}}, {}).diagram)
          .prepared);
}

TEST(Tables, Chirp) {
  const RunOutcome run =
      run_diagram(one_block("sources/chirp", {{"f1", "1"}, {"f2", "3"}, {"T", "2"}}, {}).diagram);
  expect_signal(
      run, "Block", [](double t) { return std::sin(2 * std::acos(-1.0) * (t + t * t / 2)); }, 1e-12);
}

}  // namespace sim
