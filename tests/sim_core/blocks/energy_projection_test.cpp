// The Energy Projection block with masses that depend on the state, against minima found with 30 digits and
// against the conditions that a minimum satisfies.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <array>
#include <cmath>
#include <cstdlib>
#include <random>
#include <sstream>

#include "sim_core/linear_analysis/linearize.h"
#include "tests/support/finished_run.h"
#include "tests/support/refused_run.h"

using namespace sim;

namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using Parameters = std::map<std::string, std::string>;

ModelBuilder projection(Parameters parameters, const std::string& x0, const std::string& g = {}) {
  ModelBuilder m;
  if (!g.empty()) parameters["prescribes"] = "on";
  const Id block = m.block("constraints/energy_projection", "projection", parameters);
  m.connect(m.block("sources/constant", "before", {{"value", x0}}), block);
  if (!g.empty()) m.connect(m.block("sources/constant", "given", {{"value", g}}), 0, block, 1);
  m.connect(block, m.block("sinks/scope", "scope"));
  m.diagram.blocks.at(block).signal_names[0] = "x";
  m.set("StopTime", "1").set("Solver", "ode4").set("FixedStep", "1");
  return m;
}

Vector projected(const Parameters& parameters, int n, const std::string& x0, const std::string& g = {}) {
  const RunOutcome run = finished_run(projection(parameters, x0, g));
  Vector x(n);
  for (int i = 0; i < n; ++i) x[i] = value_at(run, n == 1 ? "x" : "x[" + std::to_string(i + 1) + "]", 1);
  return x;
}

std::string text_of(const Matrix& m) {
  std::ostringstream text;
  text.precision(17);
  for (Eigen::Index i = 0; i < m.rows(); ++i)
    for (Eigen::Index j = 0; j < m.cols(); ++j) text << (j > 0 ? " " : i > 0 ? "; " : "[") << m(i, j);
  return text.str() + "]";
}

const char* new_state = "at the new state";

}  // namespace

// The roots of dT/dy, found by mpmath with 30 digits; the energy is convex in the first, and has one minimum
// in the second, where taking the masses as constants goes to and fro between 1.14 and 3.5.
TEST(EnergyProjection, MinimizesWithTheMassesAtTheNewState) {
  const Vector first =
      projected({{"M", "[1+x(1)^2; 3]"}, {"P", "[1; 1]"}, {"approach", new_state}}, 2, "[2; 0.5]");
  EXPECT_NEAR(first[0], 0.763267096135436900546, 1e-15);
  EXPECT_NEAR(first[1], 0.763267096135436900546, 1e-15);
  const Vector second = projected(
      {{"M", "[0.1+10/(1+exp(20*(x(1)-2.5))); 2]"}, {"P", "[1;1]"}, {"approach", new_state}}, 2, "[4; 1]");
  EXPECT_NEAR(second[0], 2.69926371578140480989, 1e-14);
  // (4 (1 + 4) + 0.5 * 3)/(1 + 4 + 3) is what the masses before give.
  const Vector before = projected({{"M", "[1+x(1)^2; 3]"}, {"P", "[1; 1]"}}, 2, "[2; 0.5]");
  EXPECT_NEAR(before[0], 11.5 / 8, 1e-15);
}

// x0 = [1; 3] and M = [2 1; 1 3]: P'M(x - x0) = 0 gives y = (3*1 + 4*3)/7, where the diagonal would give
// 11/5.
TEST(EnergyProjection, TakesAFullMatrix) {
  for (const char* approach : {"at the state before", new_state})
    EXPECT_NEAR(projected({{"M", "[2 1; 1 3]"}, {"P", "[1; 1]"}, {"approach", approach}}, 2, "[1; 3]")[0],
                15.0 / 7, 1e-15);
  // Only the symmetric part is an energy.
  EXPECT_NEAR(projected({{"M", "[2 2; 0 3]"}, {"P", "[1; 1]"}}, 2, "[1; 3]")[0], 15.0 / 7, 1e-15);
}

namespace {

// M(x) = M0 + sum_i x_i^2 D_i with positive definite M0 and positive semidefinite D_i.
struct Masses {
  Matrix constant;
  std::vector<Matrix> growth;

  Matrix at(const Vector& x) const {
    Matrix m = constant;
    for (Eigen::Index i = 0; i < x.size(); ++i) m += x[i] * x[i] * growth[static_cast<std::size_t>(i)];
    return m;
  }
  std::string text() const {
    std::string all = text_of(constant);
    for (std::size_t i = 0; i < growth.size(); ++i)
      all += " + x(" + std::to_string(i + 1) + ")^2*" + text_of(growth[i]);
    return all;
  }
  double energy(const Vector& x, const Vector& x0) const { return 0.5 * (x - x0).dot(at(x) * (x - x0)); }
  // dT/dx, worked out by hand.
  Vector gradient(const Vector& x, const Vector& x0) const {
    const Vector e = x - x0;
    Vector g = at(x) * e;
    for (Eigen::Index i = 0; i < x.size(); ++i) g[i] += x[i] * e.dot(growth[static_cast<std::size_t>(i)] * e);
    return g;
  }
};

}  // namespace

// At the result the gradient along the allowed motions is zero to rounding, the energy grows in every
// direction, and it is below that of the first approach.
TEST(EnergyProjection, FindsMinimaOfRandomEnergies) {
  const int trials = std::getenv("FLUXION_LONG_TESTS") != nullptr ? 2000 : 100;
  std::mt19937 random(18);
  std::normal_distribution<double> normal;
  const auto draw = [&](int rows, int cols) {
    return Matrix(Matrix::NullaryExpr(rows, cols, [&] { return normal(random); }));
  };
  for (int trial = 0; trial < trials; ++trial) {
    const int n = 2 + trial % 3, k = 1 + trial % (n - 1);
    const double size = std::pow(10, trial % 7 - 3);  // of the states
    Masses masses;
    const Matrix root = draw(n, n);
    masses.constant = root * root.transpose() + 0.1 * Matrix::Identity(n, n);
    for (int i = 0; i < n; ++i) {
      const Matrix half = draw(n, 1) / size;
      masses.growth.push_back(half * half.transpose());
    }
    const Matrix p = draw(n, k);
    const Vector x0 = size * draw(n, 1), g = trial % 2 ? Vector(size * draw(n, 1)) : Vector(Vector::Zero(n));
    Parameters parameters{{"M", masses.text()}, {"P", text_of(p)}, {"approach", new_state}};
    const Vector x = projected(parameters, n, text_of(x0), text_of(g));
    parameters.erase("approach");
    const Vector first = projected(parameters, n, text_of(x0), text_of(g));
    const Vector slope = p.transpose() * masses.gradient(x, x0);
    EXPECT_LT(slope.norm(), 1e-12 * p.norm() * masses.at(x).norm() * (x.norm() + x0.norm())) << trial;
    EXPECT_LE(masses.energy(x, x0), masses.energy(first, x0) * (1 + 1e-14)) << trial;
    for (int look = 0; look < 20; ++look) {
      const Vector away = x + 1e-3 * size * p * draw(k, 1);
      EXPECT_GE(masses.energy(away, x0), masses.energy(x, x0)) << trial;
    }
  }
}

// d(projected x)/d(x0) by the implicit function theorem against central differences, of rounding 1e-16/h and
// truncation h^2.
TEST(EnergyProjection, HasExactDerivatives) {
  for (const auto& [approach, motions, given] :
       {std::array{"at the state before", "[1; 0.5]", "0"},
        {new_state, "[1; 0.5]", "0"},
        {"at the state before", "[1; 0.5+0.2*x(1)]", "[0; 0.3*x(2)^2]"},
        {new_state, "[1; 0.5+0.2*x(1)]", "[0; 0.3*x(2)^2]"}}) {
    const Parameters parameters{{"M", "[1+x(1)^2 0.3*x(2); 0.3*x(2) 3+sin(x(1))]"},
                                {"P", motions},
                                {"g", given},
                                {"approach", approach}};
    ModelBuilder m;
    const Id first = m.block("ports/inport", "u1", {{"port", "1"}}),
             second = m.block("ports/inport", "u2", {{"port", "2"}}),
             in = m.block("routing/mux", "both", {{"inputs", "2"}}),
             at = m.block("sources/constant", "at", {{"value", "[2; 0.5]"}}),
             sum = m.block("math/sum", "sum", {{"signs", "++"}}),
             block = m.block("constraints/energy_projection", "projection", parameters),
             out = m.block("ports/outport", "out", {{"port", "1"}});
    m.connect(first, in, 0).connect(second, in, 1);
    m.connect(in, sum, 0).connect(at, sum, 1).connect(sum, block).connect(block, out);
    const auto linear = linearize(m.diagram, standard_library(), 0);
    ASSERT_TRUE(linear) << linear.error().message;
    constexpr double h = 1e-5;
    for (int j = 0; j < 2; ++j) {
      Vector low{{2, 0.5}}, high = low;
      low[j] -= h, high[j] += h;
      const Vector change =
          (projected(parameters, 2, text_of(high)) - projected(parameters, 2, text_of(low))) / (2 * h);
      for (int i = 0; i < 2; ++i) EXPECT_NEAR(linear->entry(i, j), change[i], 1e-9) << approach << i << j;
    }
  }
}

// With x0 = (2, 0.5): P = (1, 2), and y = (2 + 3 * 2 * 0.5)/(1 + 3 * 4).
TEST(EnergyProjection, MotionsMayDependOnTheStateBefore) {
  for (const char* approach : {"at the state before", new_state}) {
    const Parameters parameters{{"M", "[1; 3]"}, {"P", "[1; x(1)]"}, {"approach", approach}};
    const Vector x = projected(parameters, 2, "[2; 0.5]");
    EXPECT_NEAR(x[0], 5 / 13.0, 1e-15);
    EXPECT_NEAR(x[1], 10 / 13.0, 1e-15);
    // At t = 1: g = (0, 2), and y = (2 + 3 (0.5 - 2))/(1 + 3).
    const Vector moved = projected(
        {{"M", "[1; 3]"}, {"P", "[1; t]"}, {"g", "[0; x(1)*t]"}, {"approach", approach}}, 2, "[2; 0.5]");
    EXPECT_NEAR(moved[0], -2.5 / 4, 1e-15);
    EXPECT_NEAR(moved[1], 2 - 2.5 / 4, 1e-15);
    // In a singular position one direction is left.
    const Vector singular =
        projected({{"M", "[1; 3]"}, {"P", "[1 x(2); 0 0]"}, {"approach", approach}}, 2, "[2; 0]");
    EXPECT_NEAR(singular[0], 2, 1e-15);
    EXPECT_EQ(singular[1], 0);
    const Vector nothing = projected(
        {{"M", "[1; 3]"}, {"P", "[x(2); 0]"}, {"g", "[7; 8]"}, {"approach", approach}}, 2, "[2; 0]");
    EXPECT_EQ(nothing[0], 7);
    EXPECT_EQ(nothing[1], 8);
  }
}

// The same numbers, whether formulas say them or signals.
TEST(EnergyProjection, MatricesMayBeSignals) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  const auto draw = [&](int rows, int cols) {
    return Matrix(Matrix::NullaryExpr(rows, cols, [&] { return normal(random); }));
  };
  for (int trial = 0; trial < 10; ++trial) {
    const Matrix root = draw(4, 4), mass = root * root.transpose() + Matrix::Identity(4, 4), p = draw(4, 2);
    const std::string x0 = text_of(draw(4, 1)), g = text_of(draw(4, 1));
    const Vector wanted = projected({{"M", text_of(mass)}, {"P", text_of(p)}}, 4, x0, g);
    ModelBuilder m =
        projection({{"MassSource", "input"}, {"MotionSource", "input"}, {"M", "0"}, {"P", "0"}}, x0, g);
    const Id block = m.diagram.blocks.begin()->first;
    m.connect(m.block("sources/constant", "M", {{"value", text_of(mass)}}), 0, block, 2);
    m.connect(m.block("sources/constant", "P", {{"value", text_of(p)}}), 0, block, 3);
    const RunOutcome run = finished_run(m);
    for (int i = 0; i < 4; ++i)
      EXPECT_NEAR(value_at(run, "x[" + std::to_string(i + 1) + "]", 1), wanted[i], 1e-13) << trial;
  }
  ModelBuilder m = projection({{"MassSource", "input"}}, "[2; 1]");
  m.connect(m.block("sources/constant", "M", {{"value", "[1; 2; 3]"}}), 0, m.diagram.blocks.begin()->first,
            1);
  expect_refused(m.diagram, "input M has the dimensions [3], not [2x2]");
}

TEST(EnergyProjection, SaysWhyThereIsNoMinimum) {
  const auto message = [](const char* masses, const char* x0, const char* approach = new_state) {
    const RunOutcome run =
        run_diagram(projection({{"M", masses}, {"P", "[1; 1]"}, {"approach", approach}}, x0).diagram);
    EXPECT_EQ(run.end, RunEnd::Failed) << masses;
    return run.messages();
  };
  for (const char* approach : {"at the state before", new_state}) {
    EXPECT_NE(message("[1; -3]", "[2; 1]", approach).find("negative energy"), std::string::npos);
    EXPECT_NE(message("[1 2; 2 1]", "[2; 1]", approach).find("negative energy"), std::string::npos);
    EXPECT_NE(message("[0; 0]", "[2; 1]", approach).find("an allowed motion none"), std::string::npos);
    EXPECT_NE(message("[1/(x(1)-2); 1]", "[2; 1]", approach).find("not finite"), std::string::npos);
  }
  // Both masses vanish far away, faster than the distance grows, and the start is beyond the ridge.
  EXPECT_NE(message("[1e4*exp(-x(1)); 1e4*exp(-x(2))]", "[20; 0]").find("falls without end"),
            std::string::npos);
  // From outside the energy falls towards x = 1, where M jumps; from inside too.
  EXPECT_NE(message("[1; x(2) < 1 ? 50 : 1]", "[0; 1.5]").find("M jumps"), std::string::npos);
}

TEST(EnergyProjection, RefusesWhatCannotBeProjected) {
  const auto refused = [](const char* masses, const char* motions, const char* part) {
    expect_refused(projection({{"M", masses}, {"P", motions}}, "[2; 1]").diagram, part);
  };
  refused("[1; 2; 3]", "[1; 1]", "there are masses of [3] for 2 states");
  refused("[1 2 3; 2 4 5]", "[1; 1]", "there are masses of [2x3] for 2 states");
  refused("[1; 1i]", "[1; 1]", "the masses are complex");
  refused("1", "[1 2; 1 2]", "the columns of P depend on one another");
  refused("1", "[1; 1; 1]", "an input has 2 elements, and P 3 rows");
}

// Once a run reaches a state that has no projection it ends there, though the block's output goes nowhere
// yet.
TEST(EnergyProjection, EndsTheRunWhereTheMassesFail) {
  ModelBuilder m;
  const Id ramp = m.block("sources/ramp", "ramp"), pair = m.block("routing/mux", "pair", {{"inputs", "2"}}),
           block = m.block("constraints/energy_projection", "projection",
                           {{"M", "[1; 2 - x(1)]"}, {"P", "[1; 1]"}, {"approach", new_state}});
  m.connect(ramp, pair, 0).connect(ramp, pair, 1).connect(pair, block);
  m.connect(block, m.block("sinks/scope", "scope")).set("StopTime", "5").set("FixedStep", "0.125");
  m.set("Solver", "ode3");
  const RunOutcome run = run_diagram(m.diagram);
  EXPECT_EQ(run.end, RunEnd::Failed);
  EXPECT_NE(run.messages().find("at t = 2.125"), std::string::npos) << run.messages();
}
