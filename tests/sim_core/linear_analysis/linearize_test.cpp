#include "sim_core/linear_analysis/linearize.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <complex>

#include "sim_core/blocks/standard_library.h"
#include "tests/support/model_builder.h"

namespace sim {

namespace {

const BlockLibrary& library() {
  static const BlockLibrary all = standard_library();
  return all;
}

int place(const std::vector<std::string>& names, const std::string& name) {
  const auto at = std::find(names.begin(), names.end(), name);
  EXPECT_NE(at, names.end()) << name;
  return static_cast<int>(at - names.begin());
}

}  // namespace

// x'' = F/m - g sin x - c x'^3, with outputs x and F + x', at rest and on the way.
TEST(Linearize, GivesTheFourMatrices) {
  ModelBuilder m;
  const Id force = m.block("ports/inport", "F");
  const Id v = m.block("continuous/integrator", "v", {{"x0", "1"}}),
           x = m.block("continuous/integrator", "x", {{"x0", "0.3"}});
  const Id pull = m.block("user_defined/fcn", "pull", {{"expression", "9.81*sin(u)"}}),
           drag = m.block("user_defined/fcn", "drag", {{"expression", "0.5*u^3"}});
  const Id mass = m.block("math/gain", "1/m", {{"k", "1/2"}});
  const Id sum = m.block("math/sum", "sum", {{"signs", "+--"}}), both = m.block("math/sum", "both");
  m.connect(force, mass).connect(mass, sum, 0).connect(x, pull).connect(pull, sum, 1).connect(v, drag);
  m.connect(drag, sum, 2).connect(sum, v).connect(v, x).connect(force, both, 0).connect(v, both, 1);
  m.connect(x, m.block("ports/outport", "angle", {{"port", "1"}}));
  m.connect(both, m.block("ports/outport", "both out", {{"port", "2"}}));
  m.set("RelTol", "1e-9");
  for (double t : {-1.0, 0.0, 0.7}) {
    const auto model = linearize(m.diagram, library(), t);
    ASSERT_TRUE(model) << to_text(model.error());
    ASSERT_EQ(model->states.size(), 2u);
    EXPECT_EQ(model->inputs, std::vector<std::string>{"F"});
    EXPECT_EQ(model->outputs, (std::vector<std::string>{"angle", "both out"}));
    const int at_x = place(model->states, "x.x"), at_v = place(model->states, "v.x");
    const double now_x = model->x[static_cast<std::size_t>(at_x)],
                 now_v = model->x[static_cast<std::size_t>(at_v)];
    if (t <= 0) {
      EXPECT_EQ(now_v, 1);
    }
    EXPECT_EQ(model->entry(at_x, at_v), 1);
    EXPECT_EQ(model->entry(at_x, at_x), 0);
    EXPECT_NEAR(model->entry(at_v, at_x), -9.81 * std::cos(now_x), 1e-13);
    EXPECT_NEAR(model->entry(at_v, at_v), -1.5 * now_v * now_v, 1e-13);
    EXPECT_EQ(model->entry(at_v, 2), 0.5);
    EXPECT_EQ(model->entry(at_x, 2), 0);
    EXPECT_EQ(model->entry(2, at_x), 1);
    EXPECT_EQ(model->entry(2, 2), 0);
    EXPECT_EQ(model->entry(3, at_v), 1);
    EXPECT_EQ(model->entry(3, 2), 1);
    EXPECT_EQ(model->pattern.rows, 4);
    EXPECT_EQ(model->pattern.cols, 3);
  }
}

TEST(Linearize, AModelWithoutPortsIsItsJacobian) {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x", {{"x0", "[1; 2]"}});
  const Id a = m.block("math/gain", "A", {{"k", "[-1 2; 0 -3]"}, {"multiplication", "matrix K*u"}});
  m.connect(x, a).connect(a, x).connect(x, m.block("sinks/scope", "Scope"));
  const auto model = linearize(m.diagram, library(), 0);
  ASSERT_TRUE(model);
  EXPECT_EQ(model->states, (std::vector<std::string>{"x.x[1]", "x.x[2]"}));
  EXPECT_EQ(model->pattern.nonzeros(), 3);
  EXPECT_EQ(model->values, (std::vector<double>{-1, 2, -3}));
}

TEST(Linearize, SaysWhyItCannot) {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x", {{"x0", "1"}});  // x' = x^2 ends at t = 1
  const Id square = m.block("user_defined/fcn", "square", {{"expression", "u^2"}});
  m.connect(x, square).connect(square, x).connect(x, m.block("sinks/scope", "Scope"));
  const auto model = linearize(m.diagram, library(), 5);
  ASSERT_FALSE(model);
  EXPECT_NE(model.errors().back().message.find("does not reach t = 5"), std::string::npos);
}

// The amplitude and phase of the linear model are those of Padé's approximation of exp(-s T).
TEST(Linearize, ADelayWithAPadeOrderIsALinearSystem) {
  for (const int n : {1, 2, 3, 6}) {
    ModelBuilder m;
    m.variable("n", std::to_string(n));
    const Id in = m.block("ports/inport", "u"), sub = m.block("ports/subsystem", "Sub"),
             inner = m.block("ports/inport", "In", {}, sub), outer = m.block("ports/outport", "Out", {}, sub),
             delay =
                 m.block("continuous/transport_delay", "Delay", {{"delay", "0.5"}, {"PadeOrder", "n"}}, sub);
    m.connect(in, sub).connect(inner, delay).connect(delay, outer);
    m.connect(sub, m.block("ports/outport", "y"));
    const auto model = linearize(m.diagram, library(), 0);
    ASSERT_TRUE(model) << to_text(model.error());
    ASSERT_EQ(model->states.size(), static_cast<std::size_t>(n));
    Eigen::MatrixXcd a(n, n), b(n, 1), c(1, n);
    for (int i = 0; i < n; ++i) {
      b(i, 0) = model->entry(i, n), c(0, i) = model->entry(n, i);
      for (int j = 0; j < n; ++j) a(i, j) = model->entry(i, j);
    }
    for (const double omega : {0.3, 1.0, 2.0}) {
      const std::complex<double> s(0, omega);
      const Eigen::MatrixXcd x = (s * Eigen::MatrixXcd::Identity(n, n) - a).partialPivLu().solve(b);
      const std::complex<double> h = (c * x)(0, 0) + model->entry(n, n);
      EXPECT_NEAR(std::abs(h), 1, 1e-10);
      // The phase is wrong by less than 2 (n!)^2 (omega T)^(2n+1) / ((2n)! (2n+1)!).
      const double bound = 2 * std::pow(std::tgamma(n + 1), 2) * std::pow(0.5 * omega, 2 * n + 1) /
                           (std::tgamma(2 * n + 1) * std::tgamma(2 * n + 2));
      EXPECT_NEAR(std::arg(h * std::exp(s * 0.5)), 0, bound + 1e-10) << n << ", " << omega;
    }
  }
}

TEST(Linearize, ADerivativeWithATimeConstantIsAHighPass) {
  for (const char* c : {"inf", "T"}) {
    ModelBuilder m;
    m.variable("T", "0.25");
    const Id in = m.block("ports/inport", "u"),
             rate = m.block("continuous/derivative", "Rate", {{"CoefficientInTFapproximation", c}});
    m.connect(in, rate).connect(rate, m.block("ports/outport", "y"));
    const auto model = linearize(m.diagram, library(), 0);
    ASSERT_TRUE(model) << to_text(model.error());
    if (model->states.empty()) {
      EXPECT_STREQ(c, "inf");
      EXPECT_EQ(model->entry(0, 0), 0);
      continue;
    }
    ASSERT_EQ(model->states.size(), 1u);
    // s / (c s + 1) = 1/c - (1/c) / (c s + 1)
    EXPECT_NEAR(model->entry(0, 0), -4, 1e-12);
    EXPECT_NEAR(model->entry(1, 1), 4, 1e-12);
    EXPECT_NEAR(model->entry(0, 1) * model->entry(1, 0), -16, 1e-12);
  }
}

}  // namespace sim
