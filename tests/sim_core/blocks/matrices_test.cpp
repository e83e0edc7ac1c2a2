// Blocks that work on vectors and matrices, and those that remember or measure, against arithmetic by hand.
#include <algorithm>

#include "tests/sim_core/blocks/one_block.h"

namespace sim {

namespace {

// What the block gives of constants, element by element in the order of columns; empty where it refuses them.
std::vector<double> of_constants(const std::string& type,
                                 const std::map<std::string, std::string>& parameters,
                                 const std::vector<std::string>& constants, int output = 0) {
  ModelBuilder m;
  const Id block = m.block(type, "Block", parameters), scope = m.block("sinks/scope", "Scope"),
           flat = m.block("math/reshape", "Flat");
  for (std::size_t k = 0; k < constants.size(); ++k)
    m.connect(m.block("sources/constant", "c" + std::to_string(k), {{"value", constants[k]}}), block,
              static_cast<int>(k));
  m.connect(block, output, flat, 0).connect(flat, scope).set("StopTime", "1");
  const RunOutcome run = run_diagram(m.diagram);
  std::vector<double> elements;
  if (run.has_column("Flat")) return {run.column("Flat").back()};
  for (int k = 1; run.has_column("Flat[" + std::to_string(k) + "]"); ++k)
    elements.push_back(run.column("Flat[" + std::to_string(k) + "]").back());
  return elements;
}

using Elements = std::vector<double>;

void expect_elements(const Elements& found, const Elements& expected, double tolerance = 0) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t k = 0; k < found.size(); ++k) EXPECT_NEAR(found[k], expected[k], tolerance) << k;
}

constexpr const char *A = "[2 1; 0 4; -1 3]", *S = "[4 2; 1 3]";

}  // namespace

TEST(Matrices, ProductMultipliesDividesAndInverts) {
  const std::map<std::string, std::string> matrices{{"multiplication", "matrix"}};
  expect_elements(of_constants("math/product", matrices, {A, S}), {9, 4, -1, 7, 12, 7});
  auto divides = matrices;
  divides["operations"] = "*/";
  // A S^-1, S^-1 = [3 -2; -1 4] / 10
  expect_elements(of_constants("math/product", divides, {A, S}), {0.5, -0.4, -0.6, 0, 1.6, 1.4}, 1e-15);
  divides["operations"] = "/";
  expect_elements(of_constants("math/product", divides, {S}), {0.3, -0.1, -0.2, 0.4}, 1e-16);
  expect_elements(of_constants("math/product", {{"operations", "*"}}, {S}), {24});
  expect_elements(of_constants("math/product", {{"operations", "/"}}, {S}), {1.0 / 24}, 1e-17);
  expect_elements(of_constants("math/product", {{"operations", "*/"}}, {S, "[2 4; 8 16]"}),
                  {2, 0.125, 0.5, 3.0 / 16});
  EXPECT_TRUE(of_constants("math/product", matrices, {A, A}).empty());
  EXPECT_TRUE(of_constants("math/product", {{"operations", "/"}, {"multiplication", "matrix"}}, {A}).empty());
}

TEST(Matrices, LinearSolveAndScalarAndVectorProducts) {
  expect_elements(of_constants("math/linear_solve", {}, {S, "[10; 5]"}), {2, 1}, 1e-15);
  expect_elements(of_constants("math/linear_solve", {}, {S, "[10 4; 5 1]"}), {2, 1, 1, 0}, 1e-15);
  EXPECT_TRUE(of_constants("math/linear_solve", {}, {A, "[1; 2; 3]"}).empty());
  expect_elements(of_constants("math/dot_product", {}, {"[1; 2; 3]", "[4; -5; 6]"}), {12});
  const RunOutcome complex =
      run_diagram(one_block("math/dot_product", {}, {"[1+2i; 3] + 0*u", "[2i; 1] + 0*u"}).diagram);
  EXPECT_EQ(complex.column("Block.re").back(), 7);
  EXPECT_EQ(complex.column("Block.im").back(), 2);
  expect_elements(of_constants("math/cross_product", {}, {"[1; 2; 3]", "[4; -5; 6]"}), {27, 6, -13});
}

TEST(Matrices, ReductionsOverAllColumnsAndRows) {
  const auto reduced = [](const char* function, const char* over) {
    return of_constants("math/reduction", {{"Function", function}, {"CollapseMode", over}}, {A});
  };
  expect_elements(reduced("sum", "All elements"), {9});
  expect_elements(reduced("sum", "Each column"), {1, 8});
  expect_elements(reduced("sum", "Each row"), {3, 4, 2});
  expect_elements(reduced("product", "Each column"), {0, 12});
  expect_elements(reduced("mean", "All elements"), {1.5});
  expect_elements(reduced("mean", "Each row"), {1.5, 2, 1});
  expect_elements(reduced("min", "Each column"), {-1, 1});
  expect_elements(reduced("max", "Each row"), {2, 4, 3});
  expect_elements(reduced("norm", "All elements"), {std::sqrt(31.0)}, 1e-15);
  expect_elements(reduced("rms", "Each column"), {std::sqrt(5.0 / 3), std::sqrt(26.0 / 3)}, 1e-15);
  const RunOutcome run =
      run_diagram(one_block("math/reduction", {{"Function", "max"}}, {"[u; 1.5 - u; 0.5]"}).diagram);
  expect_signal(
      run, "Block", [](double t) { return std::max(t, 1.5 - t); }, 1e-10);
  expect_events(run, {0.75});
}

TEST(Matrices, ElementsAreMovedReplacedAndChosen) {
  expect_elements(of_constants("math/reshape",
                               {{"OutputDimensionality", "Customize"}, {"OutputDimensions", "[2 3]"}}, {A}),
                  {2, 0, -1, 1, 4, 3});
  EXPECT_TRUE(of_constants("math/reshape",
                           {{"OutputDimensionality", "Customize"}, {"OutputDimensions", "[2 2]"}}, {A})
                  .empty());
  expect_elements(of_constants("math/permute_dimensions", {}, {A}), {2, 1, 0, 4, -1, 3});
  expect_elements(of_constants("math/permute_dimensions", {{"Order", "[1 2]"}}, {A}), {2, 0, -1, 1, 4, 3});
  expect_elements(of_constants("math/assignment", {{"Indices", "[6 2]"}}, {A, "[7; 8]"}),
                  {2, 8, -1, 1, 4, 7});
  expect_elements(
      of_constants("math/assignment", {{"Indices", "[0 3]"}, {"IndexMode", "Zero-based"}}, {A, "9"}),
      {9, 0, -1, 9, 4, 3});
  EXPECT_TRUE(of_constants("math/assignment", {{"Indices", "7"}}, {A, "9"}).empty());
  EXPECT_TRUE(of_constants("math/assignment", {{"Indices", "[1 2 3]"}}, {A, "[7; 8]"}).empty());
  const std::map<std::string, std::string> by_rows{
      {"IndexOptions", "Rows and columns (dialog)"}, {"Indices", "[3 1]"}, {"Columns", "-1"}};
  expect_elements(of_constants("routing/selector", by_rows, {A}), {-1, 2, 3, 1});
  expect_elements(of_constants("routing/selector", {{"Indices", "-1"}}, {A}), {2, 0, -1, 1, 4, 3});
  expect_elements(of_constants("routing/selector", {{"IndexOptions", "Index vector (port)"}}, {A, "[5; 1]"}),
                  {4, 2});
  expect_elements(of_constants("routing/index_vector", {}, {"4", A}), {4});
  expect_elements(of_constants("routing/index_vector", {{"DataPortOrder", "One-based"}}, {"[1; 6]", A}),
                  {2, 3});
  const RunOutcome run = run_diagram(
      one_block("routing/index_vector", {}, {"1.5*u", "[10 + u; 20 + u; 30 + u; 40 + u]"}).diagram);
  expect_signal(run, "Block", [](double t) { return t + 10 * (1 + std::floor(1.5 * t)); }, 1e-12,
                {2.0 / 3, 4.0 / 3, 2});
  expect_events(run, {2.0 / 3, 4.0 / 3});
}

TEST(Matrices, ElementsThatAreNotZeroAreFound) {
  expect_elements(of_constants("math/find_nonzero", {}, {A}, 0), {1, 3, 4, 5, 6, 0});
  expect_elements(of_constants("math/find_nonzero", {}, {A}, 1), {5});
  expect_elements(of_constants("math/find_nonzero", {{"IndexMode", "Zero-based"}}, {"[0; 0; 2i]"}, 0),
                  {2, -1, -1});
}

TEST(Matrices, VariantsAndEnvironments) {
  expect_elements(of_constants("routing/environment_controller", {}, {"3", "[1 2]"}), {3});
  expect_elements(
      of_constants("routing/manual_variant", {{"Inputs", "3"}, {"Active", "2"}}, {"1", "[4 5]", "3"}),
      {4, 5});
  EXPECT_TRUE(of_constants("routing/manual_variant", {{"Active", "3"}}, {"1", "2"}).empty());
}

TEST(Matrices, ProbesSayWhatIsKnownOfASignal) {
  expect_elements(of_constants("attributes/probe", {}, {A}, 0), {6});
  expect_elements(of_constants("attributes/probe", {}, {A}, 1), {3, 2});
  expect_elements(of_constants("attributes/probe", {}, {A}, 2), {0});
  expect_elements(of_constants("attributes/probe", {{"ProbeWidth", "off"}}, {"[1; 2i]"}, 1), {1});
  expect_elements(of_constants("attributes/signal_conversion", {}, {A}), {2, 0, -1, 1, 4, 3});
}

TEST(Matrices, TheSampleTimeIsWeightedAndCombined) {
  expect_elements(of_constants("attributes/weighted_sample_time",
                               {{"weightValue", "[2 3]"}, {"SampleTime", "0.25"}}, {"1"}),
                  {0.5, 0.75});
  const std::pair<const char*, double> operations[] = {{"+", 3.5}, {"-", 2.5},       {"*", 1.5},
                                                       {"/", 6},   {"Ts Only", 0.5}, {"1/Ts Only", 2}};
  for (const auto& [operation, expected] : operations)
    expect_elements(
        of_constants("math/weighted_sample_time_math",
                     {{"TsampMathOp", operation}, {"weightValue", "2"}, {"SampleTime", "0.25"}}, {"3"}),
        {expected});
  EXPECT_TRUE(of_constants("attributes/weighted_sample_time", {{"SampleTime", "-1"}}, {"1"}).empty());
}

TEST(Matrices, RunningExtremesAreKeptAndReset) {
  const RunOutcome run =
      run_diagram(one_block("math/minmax_running", {{"Function", "max"}, {"vinit", "0.2"}},
                            {"sin(3*u)", "u > 1.2 & u < 1.4"}, 1, {{"StopTime", "2"}, {"MaxStep", "0.001"}})
                      .diagram);
  const std::vector<double> t = run.times(), y = run.column("Block");
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  for (std::size_t k = 0; k < t.size(); ++k) {
    const double so_far = t[k] < 3.141592653589793 / 6 ? std::max(0.2, std::sin(3 * t[k])) : 1;
    if (t[k] < 1.199) {
      EXPECT_NEAR(y[k], so_far, 3e-6) << t[k];
    }
    if (t[k] > 1.202 && t[k] < 1.399) {
      EXPECT_EQ(y[k], 0.2);
    }
    if (t[k] > 1.401) {
      EXPECT_EQ(y[k], 0.2) << "the sine has not been above it since";
    }
  }
  expect_events(run, {std::asin(0.2) / 3});
  const RunOutcome sampled = run_diagram(
      one_block("math/minmax_running", {{"Function", "min"}, {"SampleTime", "0.25"}}, {"cos(5*u)", "0*u"})
          .diagram);
  double least = 0;
  const std::vector<double> at = sampled.times(), found = sampled.column("Block");
  for (int k = 0; k <= 8; ++k) {
    least = std::min(least, std::cos(5 * 0.25 * k));
    for (std::size_t row = 0; row < at.size(); ++row) {
      if (std::fabs(at[row] - 0.25 * k - 0.1) < 0.05) {
        EXPECT_EQ(found[row], least);
      }
    }
  }
}

TEST(Matrices, SinesOfAnInput) {
  expect_signal(
      run_diagram(one_block("math/sine_wave_function",
                            {{"Amplitude", "2"}, {"Bias", "1"}, {"Frequency", "3"}, {"Phase", "0.5"}},
                            {"u^2"})
                      .diagram),
      "Block", [](double t) { return 2 * std::sin(3 * t * t + 0.5) + 1; }, 1e-14);
  const RunOutcome both =
      run_diagram(one_block("math/trigonometric_function", {{"function", "sincos"}}, {"u"}, 2).diagram);
  expect_signal(
      both, "Block:sin", [](double t) { return std::sin(t); }, 0);
  expect_signal(
      both, "Block:cos", [](double t) { return std::cos(t); }, 0);
  const RunOutcome turning =
      run_diagram(one_block("math/trigonometric_function", {{"function", "cos + jsin"}}, {"u"}).diagram);
  expect_signal(
      turning, "Block.im", [](double t) { return std::sin(t); }, 0);
}

namespace {

// When a check fails: the end of the run, or -1 where it does not.
double fails_at(const std::string& type, std::map<std::string, std::string> parameters,
                const std::vector<std::string>& inputs) {
  parameters["export"] = "on";
  const RunOutcome run = run_diagram(one_block("verification/" + type, parameters, inputs).diagram);
  EXPECT_TRUE(run.prepared) << run.messages();
  if (run.end == RunEnd::Finished) return -1;
  EXPECT_EQ(run.diagnostics.back().path, "Block");
  return run.times().back();
}

}  // namespace

TEST(Checks, EachFailsWhereItsConditionBreaks) {
  EXPECT_NEAR(fails_at("check_static_lower_bound", {{"min", "0.5"}}, {"1.25 - u"}), 0.75, 1e-9);
  EXPECT_EQ(fails_at("check_static_lower_bound", {{"min", "-1"}}, {"1.25 - u"}), -1);
  EXPECT_NEAR(fails_at("check_static_upper_bound", {{"max", "1.5"}}, {"u"}), 1.5, 1e-9);
  EXPECT_NEAR(fails_at("check_static_range", {{"min", "-1"}, {"max", "0.25"}}, {"u"}), 0.25, 1e-9);
  EXPECT_NEAR(fails_at("check_static_gap", {{"min", "1"}, {"max", "2"}}, {"u"}), 1, 1e-9);
  EXPECT_EQ(fails_at("check_static_gap", {{"min", "1"}, {"max", "2"}}, {"-u"}), -1);
  EXPECT_NEAR(fails_at("check_dynamic_range", {}, {"2 - u", "-u", "u"}), 1, 1e-9);
  EXPECT_NEAR(fails_at("check_dynamic_lower_bound", {}, {"u", "1.5 - u"}), 0.75, 1e-9);
  EXPECT_NEAR(fails_at("check_dynamic_upper_bound", {}, {"1.5 - u", "u"}), 0.75, 1e-9);
  EXPECT_NEAR(fails_at("check_dynamic_gap", {}, {"2 + 0*u", "0.5 + 0*u", "u"}), 0.5, 1e-9);
  // On the bound itself, where that is allowed and where it is not.
  EXPECT_EQ(fails_at("check_static_upper_bound", {{"max", "3"}}, {"3 + 0*u"}), -1);
  EXPECT_EQ(fails_at("check_static_upper_bound", {{"max", "3"}, {"max_included", "off"}}, {"3 + 0*u"}), 0);
  EXPECT_EQ(fails_at("check_static_lower_bound", {{"min", "3"}, {"min_included", "off"}}, {"3 + 0*u"}), 0);
  EXPECT_EQ(fails_at("check_input_resolution", {{"resolution", "0.25"}}, {"0.25*floor(8*u)"}), -1);
  EXPECT_GE(fails_at("check_input_resolution", {{"resolution", "0.25"}}, {"u"}), 0);
  EXPECT_EQ(fails_at("check_input_resolution", {{"resolution", "[1 3]"}}, {"3 + 0*u"}), -1);
  EXPECT_EQ(fails_at("check_input_resolution", {{"resolution", "[1 3]"}}, {"2 + 0*u"}), 0);
}

TEST(Checks, OneThatIsDisabledOnlySaysWhetherItHolds) {
  const RunOutcome run =
      run_diagram(one_block("verification/check_static_range",
                            {{"enabled", "off"}, {"export", "on"}, {"min", "0.5"}, {"max", "1.5"}}, {"u"})
                      .diagram);
  expect_signal(run, "Block", [](double t) { return t >= 0.5 && t <= 1.5; }, 0, {0.5, 1.5});
  expect_events(run, {0.5, 1.5});
}

}  // namespace sim
