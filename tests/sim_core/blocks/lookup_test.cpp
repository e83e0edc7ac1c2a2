// Splines and tables of several dimensions, against references that are computed in another way.
#include <Eigen/Dense>
#include <algorithm>

#include "tests/sim_core/blocks/one_block.h"
#include "tests/support/refused_run.h"

namespace sim {

namespace {

using Points = std::vector<double>;

// A spline from the conditions that define it: four coefficients a piece, in powers of u - x_k.
class SplineReference {
 public:
  SplineReference(Points x, const Points& y, bool natural) : x_(std::move(x)) {
    const auto pieces = static_cast<Eigen::Index>(x_.size()) - 1, n = 4 * pieces;
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(n, n);
    Eigen::VectorXd b = Eigen::VectorXd::Zero(n);
    Eigen::Index row = 0;
    for (Eigen::Index k = 0; k < pieces; ++k) {
      const double h = x_[static_cast<std::size_t>(k) + 1] - x_[static_cast<std::size_t>(k)];
      A(row, 4 * k) = 1, b(row++) = y[static_cast<std::size_t>(k)];
      for (int p = 0; p < 4; ++p) A(row, 4 * k + p) = std::pow(h, p);
      b(row++) = y[static_cast<std::size_t>(k) + 1];
      if (k + 1 == pieces) break;
      for (int p = 1; p < 4; ++p) A(row, 4 * k + p) = p * std::pow(h, p - 1);
      A(row++, 4 * k + 5) = -1;
      A(row, 4 * k + 2) = 2, A(row, 4 * k + 3) = 6 * h;
      A(row++, 4 * k + 6) = -2;
    }
    const double h = x_.back() - x_[x_.size() - 2];
    if (natural) {
      A(row++, 2) = 1;
      A(row, n - 2) = 2, A(row, n - 1) = 6 * h;
    } else {
      A(row, 3) = 1, A(row++, 7) = -1;
      A(row, n - 5) = 1, A(row, n - 1) = -1;
    }
    c_ = A.fullPivLu().solve(b);
  }
  double operator()(double u) const {
    std::size_t k = 0;
    while (k + 2 < x_.size() && u >= x_[k + 1]) ++k;
    const double s = u - x_[k];
    const auto at = static_cast<Eigen::Index>(4 * k);
    return c_(at) + s * (c_(at + 1) + s * (c_(at + 2) + s * c_(at + 3)));
  }

 private:
  Points x_;
  Eigen::VectorXd c_;
};

double akima_reference(const Points& x, const Points& y, double u) {
  const int n = static_cast<int>(x.size());
  Points m(static_cast<std::size_t>(n + 3));  // secants -2 ... n
  const auto at = [&](int k) -> double& { return m[static_cast<std::size_t>(k + 2)]; };
  for (int k = 0; k + 1 < n; ++k)
    at(k) = (y[static_cast<std::size_t>(k + 1)] - y[static_cast<std::size_t>(k)]) /
            (x[static_cast<std::size_t>(k + 1)] - x[static_cast<std::size_t>(k)]);
  at(-1) = 2 * at(0) - at(1), at(-2) = 2 * at(-1) - at(0);
  at(n - 1) = 2 * at(n - 2) - at(n - 3), at(n) = 2 * at(n - 1) - at(n - 2);
  const auto slope = [&](int k) {
    const double a = std::fabs(at(k + 1) - at(k)), b = std::fabs(at(k - 1) - at(k - 2));
    return a + b == 0 ? (at(k - 1) + at(k)) / 2 : (a * at(k - 1) + b * at(k)) / (a + b);
  };
  int k = 0;
  while (k + 2 < n && u >= x[static_cast<std::size_t>(k + 1)]) ++k;
  const double h = x[static_cast<std::size_t>(k + 1)] - x[static_cast<std::size_t>(k)],
               s = u - x[static_cast<std::size_t>(k)];
  const double c = (3 * at(k) - 2 * slope(k) - slope(k + 1)) / h,
               d = (slope(k) + slope(k + 1) - 2 * at(k)) / (h * h);
  return y[static_cast<std::size_t>(k)] + s * (slope(k) + s * (c + s * d));
}

std::string text_of(const Points& v) {
  std::string text = "[";
  for (double x : v) text += to_text(x) + " ";
  return text + "]";
}

const Points x{-1.5, -1, -0.2, 0.4, 1, 1.7, 2.5}, y{0.3, 1.2, -0.7, 0.4, 0.4, 0.4, 2};

RunOutcome run_table(std::map<std::string, std::string> parameters, const std::string& u,
                     const Points& at = x, const Points& values = y) {
  parameters["BreakpointsForDimension1"] = text_of(at);
  parameters["Table"] = text_of(values);
  return run_diagram(
      one_block("lookup_tables/lookup_1d", parameters, {u}, 1, {{"StopTime", "2"}, {"MaxStep", "0.01"}})
          .diagram);
}

}  // namespace

TEST(Lookup, CubicSplinesAreThoseOfTheirConditions) {
  for (bool natural : {false, true}) {
    const SplineReference reference(x, y, natural);
    const std::string ends = natural ? "natural" : "not-a-knot";
    const RunOutcome run = run_table(
        {{"InterpMethod", "Cubic spline"}, {"ExtrapMethod", "Cubic"}, {"SplineEnds", ends}}, "2.4*u - 1.9");
    expect_signal(
        run, "Block", [&](double t) { return reference(2.4 * t - 1.9); }, 1e-12);
    const RunOutcome clipped = run_table(
        {{"InterpMethod", "Cubic spline"}, {"ExtrapMethod", "Clip"}, {"SplineEnds", ends}}, "2.4*u - 1.9");
    expect_signal(
        clipped, "Block", [&](double t) { return reference(std::clamp(2.4 * t - 1.9, -1.5, 2.5)); }, 1e-10);
    expect_events(clipped, {0.4 / 2.4, 4.4 / 2.4});
    // A straight line goes on in the direction of the end.
    const RunOutcome line = run_table(
        {{"InterpMethod", "Cubic spline"}, {"ExtrapMethod", "Linear"}, {"SplineEnds", ends}}, "2.4*u - 1.9");
    const double h = 1e-5,
                 slope = (-3 * reference(-1.5) + 4 * reference(-1.5 + h) - reference(-1.5 + 2 * h)) / (2 * h);
    EXPECT_NEAR(line.column("Block").front(), reference(-1.5) + slope * -0.4, 1e-7);
  }
  // Two points make a line, three without knots a parabola.
  expect_signal(
      run_table({{"InterpMethod", "Cubic spline"}}, "u", {0, 1}, {2, 5}), "Block",
      [](double t) { return 2 + 3 * t; }, 1e-13);
  expect_signal(
      run_table({{"InterpMethod", "Cubic spline"}, {"ExtrapMethod", "Cubic"}}, "u", {0, 0.5, 2},
                {0, 0.25, 4}),
      "Block", [](double t) { return t * t; }, 1e-13);
}

TEST(Lookup, AkimaFollowsItsFormulaAndDoesNotOvershoot) {
  const RunOutcome run = run_table({{"InterpMethod", "Akima"}, {"ExtrapMethod", "Cubic"}}, "2.4*u - 1.9");
  expect_signal(
      run, "Block", [&](double t) { return akima_reference(x, y, 2.4 * t - 1.9); }, 1e-12);
  const RunOutcome step = run_table({{"InterpMethod", "Akima"}}, "5*u", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10},
                                    {0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1});
  for (double v : step.column("Block")) {
    EXPECT_GE(v, -1e-15);
    EXPECT_LE(v, 1 + 1e-15);
  }
}

TEST(Lookup, SplinesOverTwoDimensionsAreTakenOneAfterTheOther) {
  const Points rows{0, 1, 2.5, 3, 4.2}, columns{-1, 0, 0.5, 2, 3};
  std::string table = "[";
  std::vector<Points> by_column(columns.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < columns.size(); ++j) {
      by_column[j].push_back(
          std::round(100 * std::sin(rows[i] + 2 * columns[j]) + 10 * rows[i] * columns[j]) / 100);
      table += to_text(by_column[j].back()) + " ";
    }
    table += ";";
  }
  table += "]";
  for (const char* method : {"Cubic spline", "Akima"}) {
    const bool akima = std::string(method) == "Akima";
    const auto along = [&](const Points& at, const Points& values, double u) {
      return akima ? akima_reference(at, values, u) : SplineReference(at, values, false)(u);
    };
    const RunOutcome run =
        run_diagram(one_block("lookup_tables/lookup_2d",
                              {{"BreakpointsForDimension1", text_of(rows)},
                               {"BreakpointsForDimension2", text_of(columns)},
                               {"Table", table},
                               {"InterpMethod", method},
                               {"ExtrapMethod", "Cubic"}},
                              {"2.3*u - 0.2", "3.2 - 2.2*u"}, 1, {{"StopTime", "2"}, {"MaxStep", "0.05"}})
                        .diagram);
    expect_signal(
        run, "Block",
        [&](double t) {
          Points between;
          for (const Points& values : by_column) between.push_back(along(rows, values, 2.3 * t - 0.2));
          return along(columns, between, 3.2 - 2.2 * t);
        },
        1e-12);
  }
}

TEST(Lookup, ATableOfThreeDimensionsIsLinearAlongEach) {
  // f = 1 + 2a - b + 3c + ab - 2abc is one between any breakpoints.
  const Points a{0, 1, 3}, b{-1, 2}, c{0, 0.5, 1, 4};
  const auto f = [](double u, double v, double w) { return 1 + 2 * u - v + 3 * w + u * v - 2 * u * v * w; };
  Points entries;
  for (double w : c)
    for (double v : b)
      for (double u : a) entries.push_back(f(u, v, w));
  std::map<std::string, std::string> parameters{{"BreakpointsForDimension1", text_of(a)},
                                                {"BreakpointsForDimension2", text_of(b)},
                                                {"BreakpointsForDimension3", text_of(c)},
                                                {"Table", text_of(entries)}};
  const auto run = [&] {
    return run_diagram(
        one_block("lookup_tables/lookup_nd", parameters, {"2*u - 0.5", "1.5*u - 1.3", "5 - 3*u"}).diagram);
  };
  expect_signal(
      run(), "Block", [&](double t) { return f(2 * t - 0.5, 1.5 * t - 1.3, 5 - 3 * t); }, 1e-11);
  parameters["InterpMethod"] = "Flat";
  const auto below = [](const Points& at, double u) {
    std::size_t k = 0;
    while (k + 1 < at.size() && u >= at[k + 1]) ++k;
    return at[k];
  };
  expect_signal(
      run(), "Block",
      [&](double t) { return f(below(a, 2 * t - 0.5), below(b, 1.5 * t - 1.3), below(c, 5 - 3 * t)); }, 1e-13,
      {0.75, 1.75, 3.3 / 1.5, 1.0 / 3, 4.0 / 3, 1.5});
  parameters["Table"] = "[1 2 3]";
  expect_refused(run(), "the table has not as many numbers as its breakpoints ask for");
}

TEST(Lookup, AnInputBeyondTheTableIsToldOf) {
  EXPECT_EQ(run_table({{"DiagnosticForOutOfRangeInput", "Error"}}, "1.5*u - 1").end, RunEnd::Finished);
  EXPECT_EQ(run_table({{"DiagnosticForOutOfRangeInput", "Error"}}, "2.5*u - 1").end, RunEnd::Failed);
  const RunOutcome warned = run_table({{"DiagnosticForOutOfRangeInput", "Warning"}}, "2.5*u - 1");
  EXPECT_EQ(warned.end, RunEnd::Finished);
  EXPECT_NE(warned.messages().find("beyond the table"), std::string::npos);
}

TEST(Lookup, PrelookupAndInterpolationAreATableTogether) {
  for (const char* method : {"Linear", "Flat", "Nearest"}) {
    ModelBuilder m;
    m.set("StopTime", "2").set("MaxStep", "0.05");
    const Id clock = m.block("sources/clock", "Clock"),
             u = m.block("user_defined/fcn", "u", {{"expression", "3*u - 2"}}),
             v = m.block("user_defined/fcn", "v", {{"expression", "[0.3; 1.4] + u"}}),
             first = m.block("lookup_tables/prelookup", "First", {{"BreakpointsData", "[-1 0 0.5 2]"}}),
             second = m.block("lookup_tables/prelookup", "Second", {{"BreakpointsData", "[0 1 3]"}}),
             both = m.block("lookup_tables/interpolation_prelookup", "Both",
                            {{"NumberOfTableDimensions", "2"},
                             {"Table", "[1 5 2; -1 0 4; 3 3 -2; 7 1 1]"},
                             {"InterpMethod", method}}),
             table = m.block("lookup_tables/lookup_2d", "Table",
                             {{"BreakpointsForDimension1", "[-1 0 0.5 2]"},
                              {"BreakpointsForDimension2", "[0 1 3]"},
                              {"Table", "[1 5 2; -1 0 4; 3 3 -2; 7 1 1]"},
                              {"InterpMethod", method}}),
             difference = m.block("math/sum", "Difference", {{"signs", "+-"}}),
             scope = m.block("sinks/scope", "Scope", {{"inputs", "3"}});
    m.connect(clock, u)
        .connect(clock, v)
        .connect(u, first)
        .connect(v, second)
        .connect(u, table, 0)
        .connect(v, table, 1);
    m.connect(first, 0, both, 0)
        .connect(first, 1, both, 1)
        .connect(second, 0, both, 2)
        .connect(second, 1, both, 3);
    m.connect(both, difference, 0).connect(table, difference, 1).connect(difference, scope, 0);
    m.connect(first, 0, scope, 1).connect(first, 1, scope, 2);
    const RunOutcome run = run_diagram(m.diagram);
    // The nearest beyond the ends is further out by the lines of the Prelookup, which the table does not
    // have.
    const std::vector<double> edges{1.0 / 3, 2.0 / 3, 2.5 / 3, 4.0 / 3, 1.6, 0.7, 0.5, 0.75, 1.25, 0.2, 1.7};
    const bool exact = std::string(method) == "Linear";
    for (const char* element : {"Difference[1]", "Difference[2]"})
      expect_signal(
          run, element, [](double) { return 0; }, exact ? 1e-12 : 0, exact ? std::vector<double>{} : edges);
    expect_events(run, {2.0 / 3, 2.5 / 3});
    EXPECT_EQ(run.column("First:k").front(), 0);
    EXPECT_EQ(run.column("First:f").front(), -1);
    EXPECT_NEAR(run.column("First:f").back(), 1 + 2 / 1.5, 1e-14);
    EXPECT_EQ(run.column("First:k").back(), 2);
  }
  const RunOutcome last = run_diagram(
      one_block("lookup_tables/prelookup",
                {{"BreakpointsData", "[0 1]"}, {"ExtrapMethod", "Clip"}, {"UseLastBreakpoint", "on"}}, {"u"},
                2)
          .diagram);
  EXPECT_EQ(last.column("Block:k").back(), 1);
  EXPECT_EQ(last.column("Block:f").back(), 0);
}

TEST(Lookup, DirectLookupTakesEntriesAndColumns) {
  const std::map<std::string, std::string> table{{"Table", "[4 5 6; 16 19 20; 10 18 23]"}};
  const RunOutcome run =
      run_diagram(one_block("lookup_tables/direct_lookup", table, {"1.5*u", "2.5 - u"}).diagram);
  const double entries[3][3] = {{4, 5, 6}, {16, 19, 20}, {10, 18, 23}};
  expect_signal(run, "Block",
                [&](double t) {
                  const int i = std::min(2, static_cast<int>(1.5 * t)),
                            j = static_cast<int>(std::floor(2.5 - t));
                  return entries[i][j];
                },
                0, {2.0 / 3, 4.0 / 3, 2, 0.5, 1.5});
  expect_events(run, {2.0 / 3, 4.0 / 3, 0.5, 1.5});
  std::map<std::string, std::string> columns = table;
  columns["InputsSelectThisObjectFromTable"] = "Column";
  const RunOutcome column = run_diagram(one_block("lookup_tables/direct_lookup", columns, {"1.2*u"}).diagram);
  expect_signal(column, "Block[2]", [](double t) { return t < 1 / 1.2   ? 16
                                                          : t < 2 / 1.2 ? 19
                                                                        : 20; }, 0,
                {1 / 1.2, 2 / 1.2});
  columns["DiagnosticForOutOfRangeInput"] = "Error";
  EXPECT_EQ(run_diagram(one_block("lookup_tables/direct_lookup", columns, {"2*u"}).diagram).end,
            RunEnd::Failed);
}

TEST(Lookup, ADynamicTableFollowsItsPoints) {
  const auto run = [](const std::string& method, const std::string& xdat) {
    return run_diagram(one_block("lookup_tables/lookup_dynamic", {{"LookUpMeth", method}},
                                 {"2*u - 0.5", xdat, "[1; 2 + u; 0; 4]"})
                           .diagram);
  };
  const auto expected = [](const std::string& method, double t) {
    const double u = 2 * t - 0.5;
    const Points at{0, 0.5 + 0.1 * t, 2, 3}, v{1, 2 + t, 0, 4};
    if (method.ends_with("End Values") && u < at[0]) return v[0];
    if (method.ends_with("End Values") && u >= at[3]) return v[3];
    std::size_t k = 0;
    if (method.starts_with("Inter")) {
      while (k < 2 && u >= at[k + 1]) ++k;
      return v[k] + (u - at[k]) * (v[k + 1] - v[k]) / (at[k + 1] - at[k]);
    }
    if (method.ends_with("Nearest"))
      while (k < 3 && u >= 0.5 * (at[k] + at[k + 1])) ++k;
    if (method.ends_with("Below"))
      while (k < 3 && u >= at[k + 1]) ++k;
    if (method.ends_with("Above"))
      while (k < 3 && u > at[k]) ++k;
    return v[k];
  };
  const std::string rising = "[0; 0.5 + 0.1*u; 2; 3]";
  const double second = 1 / 1.9, near1 = 0.75 / 1.95, near2 = 1.75 / 1.95, near3 = 1.5;
  for (const char* method : {"Interpolation-Extrapolation", "Interpolation-Use End Values",
                             "Use Input Nearest", "Use Input Below", "Use Input Above"}) {
    const RunOutcome outcome = run(method, rising);
    expect_signal(outcome, "Block", [&](double t) { return expected(method, t); }, 1e-9,
                  {0.25, second, 1.25, 1.75, near1, near2, near3});
  }
  expect_events(run("Interpolation-Extrapolation", rising), {second, 1.25});
  EXPECT_EQ(run("Interpolation-Extrapolation", "[0; 2 - u; 1.5; 3]").end, RunEnd::Failed);
}

TEST(Lookup, ASineTableIsStraightBetweenItsPoints) {
  const RunOutcome run = run_diagram(
      one_block("lookup_tables/sine_lookup",
                {{"Formula", "sin(2*pi*u) and cos(2*pi*u)"}, {"NumDataPoints", "5"}}, {"0.7*u - 0.45"}, 2)
          .diagram);
  const auto reference = [](double u, auto function) {
    const double below = std::floor(16 * u), w = 2 * 3.141592653589793 / 16;
    return function(w * below) + (16 * u - below) * (function(w * (below + 1)) - function(w * below));
  };
  expect_signal(
      run, "Block:sin",
      [&](double t) { return reference(0.7 * t - 0.45, [](double v) { return std::sin(v); }); }, 1e-9);
  expect_signal(
      run, "Block:cos",
      [&](double t) { return reference(0.7 * t - 0.45, [](double v) { return std::cos(v); }); }, 1e-9);
}

}  // namespace sim
