// Lookup tables and signals given by points.
#include <algorithm>

#include "tests/sim_core/blocks/one_block.h"
#include "tests/support/refused_run.h"

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
  const auto refused = [](const char* breakpoints, const char* message) {
    expect_refused(one_block("lookup_tables/lookup_1d",
                             {{"BreakpointsForDimension1", breakpoints}, {"Table", "[1 2 3 4]"}}, {"u"})
                       .diagram,
                   message);
  };
  refused("[0 1 1 2]", "the breakpoints do not rise");
  refused("[0 1 2]", "there are not as many values as breakpoints");
  refused("[0 0/0 1 2]", "parameter 'Breakpoints' is nan (it must be a number");
  refused("[0 1 2 inf]", "the breakpoints do not rise");
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
  expect_refused(one_block("sources/piecewise_linear", {{"times", "[1 0]"}, {"values", "[1 2]"}}, {}).diagram,
                 "the times are not in order");
  expect_refused(
      one_block("sources/piecewise_linear", {{"times", "[0 1]"}, {"values", "[1 2 3]"}}, {}).diagram,
      "there are not as many values as times");
}

TEST(Tables, Chirp) {
  const RunOutcome run =
      run_diagram(one_block("sources/chirp", {{"f1", "1"}, {"f2", "3"}, {"T", "2"}}, {}).diagram);
  expect_signal(
      run, "Block", [](double t) { return std::sin(2 * std::acos(-1.0) * (t + t * t / 2)); }, 1e-12);
}

namespace {

constexpr double map[3][4] = {{4, 5, 6, 1}, {16, 19, 20, -2}, {10, 18, 23, 0}};

std::map<std::string, std::string> table_2d(std::map<std::string, std::string> more) {
  more.merge(std::map<std::string, std::string>{{"BreakpointsForDimension1", "[-1 0 2]"},
                                                {"BreakpointsForDimension2", "[0 1 3 4]"},
                                                {"Table", "[4 5 6 1; 16 19 20 -2; 10 18 23 0]"}});
  return more;
}

// The weights of the four corners, written out.
double bilinear(double a, double b, bool clip) {
  const std::vector<double> rows{-1, 0, 2}, columns{0, 1, 3, 4};
  if (clip) a = std::clamp(a, -1.0, 2.0), b = std::clamp(b, 0.0, 4.0);
  const std::size_t i = a >= 0 ? 1 : 0, j = b >= 3 ? 2 : b >= 1 ? 1 : 0;
  const double p = (a - rows[i]) / (rows[i + 1] - rows[i]),
               q = (b - columns[j]) / (columns[j + 1] - columns[j]);
  return map[i][j] * (1 - p) * (1 - q) + map[i + 1][j] * p * (1 - q) + map[i][j + 1] * (1 - p) * q +
         map[i + 1][j + 1] * p * q;
}

}  // namespace

TEST(Tables, BilinearBetweenBreakpointsThatAreEvents) {
  for (bool clip : {false, true}) {
    const RunOutcome run = run_diagram(one_block("lookup_tables/lookup_2d",
                                                 table_2d({{"ExtrapMethod", clip ? "Clip" : "Linear"}}),
                                                 {"2.5*u - 1.5", "5 - 3*u"})
                                           .diagram);
    expect_signal(
        run, "Block", [&](double t) { return bilinear(2.5 * t - 1.5, 5 - 3 * t, clip); }, 1e-9);
    expect_events(run, {0.6, 4.0 / 3, 2.0 / 3});
    if (clip) expect_events(run, {0.2, 1.4, 1.0 / 3, 5.0 / 3});
  }
}

TEST(Tables, FlatAndNearestInTwoDimensions) {
  const RunOutcome flat = run_diagram(
      one_block("lookup_tables/lookup_2d", table_2d({{"InterpMethod", "Flat"}}), {"2*u - 2", "2*u"}).diagram);
  expect_signal(flat, "Block",
                [](double t) {
                  return map[t < 1 ? 0 : t < 2 ? 1 : 2][t < 0.5 ? 0 : t < 1.5 ? 1 : t < 2 ? 2 : 3];
                },
                0, {0.5, 1, 1.5, 2});
  expect_events(flat, {0.5, 1, 1.5});
  const RunOutcome nearest = run_diagram(
      one_block("lookup_tables/lookup_2d", table_2d({{"InterpMethod", "Nearest"}}), {"2*u - 2", "2*u"})
          .diagram);
  expect_signal(nearest, "Block",
                [](double t) {
                  return map[t < 0.75 ? 0 : t < 1.5 ? 1 : 2][t < 0.25 ? 0 : t < 1 ? 1 : t < 1.75 ? 2 : 3];
                },
                0, {0.25, 0.75, 1, 1.5, 1.75});
}

TEST(Tables, AScalarStandsForAllElementsOfTheOtherInput) {
  const RunOutcome run =
      run_diagram(one_block("lookup_tables/lookup_2d", table_2d({}), {"[u; -u; 3 - u]", "u"}).diagram);
  const std::vector<std::function<double(double)>> along{
      [](double t) { return t; }, [](double t) { return -t; }, [](double t) { return 3 - t; }};
  for (int k = 0; k < 3; ++k)
    expect_signal(
        run, "Block[" + std::to_string(k + 1) + "]",
        [&](double t) { return bilinear(along[static_cast<std::size_t>(k)](t), t, false); }, 1e-9);
  const auto refused = [](const char* name, const char* value, const char* message) {
    auto wrong = table_2d({});
    wrong[name] = value;
    expect_refused(one_block("lookup_tables/lookup_2d", wrong, {"u", "u"}).diagram, message);
  };
  refused("Table", "[1 2; 3 4]", "the table has not as many rows and columns as there are breakpoints");
  refused("BreakpointsForDimension1", "[0 -1 2]", "the breakpoints do not rise");
  expect_refused(one_block("lookup_tables/lookup_2d", table_2d({}), {"[u; u]", "[u; u; u]"}).diagram,
                 "its inputs are [2] and [3]");
}

}  // namespace sim
