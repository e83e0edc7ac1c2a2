// Rows of a program as functions of its states, slots, parameters and the time, against closed forms.
#include "sim_core/sensitivities/lifted_rows.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/compiling.h"
#include "tests/support/equation_model.h"

namespace sim {

namespace {

// x1' = -k x1^2 + x2, x2' = c x1 x2, with k = 3 and c = 5; derivatives are wanted along k.
struct TwoRates {
  TwoRates()
      : program(compiled(equations({"-k*u(1)^2+u(2)", "c*u(1)*u(2)"}, {"1", "2"}, {{"k", "3"}, {"c", "5"}}))),
        now(program) {
    for (ir::NodeId id = 0; id < program->graph.size(); ++id)
      if (const ir::Node& n = program->graph.node(id); n.op == ir::Op::Parameter)
        for (int i = 0; i < n.shape.size(); ++i) {
          const double value = program->parameters[static_cast<std::size_t>(n.slot + i)];
          if (value == 3) slots.push_back({n.slot + i, 1});
        }
  }
  LiftedRows rows(bool time = false) const {
    return {*program, program->kernel(KernelKind::Derivatives).results, slots, time};
  }
  std::shared_ptr<const Program> program;
  ModelEquations now;
  std::vector<ParameterRange> slots;  // of k
};

}  // namespace

TEST(LiftedRows, ValuesAreThoseOfTheProgram) {
  TwoRates of;
  LiftedRows rows = of.rows();
  ASSERT_EQ(rows.size(), 2);
  const double x[] = {0.5, 2.0};
  double out[2] = {};
  ASSERT_EQ(rows.values(of.now, 0, x, out), EvalStatus::Ok);
  EXPECT_DOUBLE_EQ(out[0], -3 * 0.25 + 2);
  EXPECT_DOUBLE_EQ(out[1], 5 * 0.5 * 2);
}

TEST(LiftedRows, DerivativesAlongStatesAndParameters) {
  TwoRates of;
  ASSERT_EQ(of.slots.size(), 1u);
  LiftedRows rows = of.rows();
  ASSERT_EQ(rows.parameters_at(), 2);
  ASSERT_EQ(rows.columns(), 3);
  EXPECT_TRUE(rows.without_derivative().empty());
  EXPECT_LT(rows.time_at(), 0);
  // Twice, at other states: what is held from the first must not be read as the second's.
  for (const double x1 : {0.5, -1.5}) {
    const double x[] = {x1, 2.0};
    double out[2] = {};
    const double along_state[] = {1, 0, 0}, along_parameter[] = {0, 0, 1}, along_both[] = {0.5, -1, 2};
    ASSERT_EQ(rows.along(of.now, 0, x, along_state, out), EvalStatus::Ok);
    EXPECT_NEAR(out[0], -6 * x1, 1e-14);
    EXPECT_NEAR(out[1], 10, 1e-14);
    ASSERT_EQ(rows.along(of.now, 0, x, along_parameter, out), EvalStatus::Ok);
    EXPECT_NEAR(out[0], -x1 * x1, 1e-14);
    EXPECT_EQ(out[1], 0);
    ASSERT_EQ(rows.along(of.now, 0, x, along_both, out), EvalStatus::Ok);
    EXPECT_NEAR(out[0], -3 * x1 - 1 - 2 * x1 * x1, 1e-13);
    EXPECT_NEAR(out[1], 5 - 5 * x1, 1e-13);
  }
}

TEST(LiftedRows, TheTimeIsAColumnWhereItIsAskedFor) {
  ModelBuilder m;
  const Id clock = m.block("sources/clock", "clock"),
           square = m.block("user_defined/fcn", "square", {{"expression", "u^2"}}),
           x = m.block("continuous/integrator", "x");
  m.connect(clock, square).connect(square, x).connect(x, m.block("sinks/scope", "scope"));
  const auto program = compiled(m.diagram);
  const ModelEquations now(program);
  LiftedRows rows(*program, program->kernel(KernelKind::Derivatives).results, {}, true);
  ASSERT_EQ(rows.time_at(), 1);
  const double states[] = {7}, direction[] = {0, 1};
  double out = 0;
  ASSERT_EQ(rows.values(now, 3, states, {&out, 1}), EvalStatus::Ok);
  EXPECT_DOUBLE_EQ(out, 9);
  ASSERT_EQ(rows.along(now, 3, states, direction, {&out, 1}), EvalStatus::Ok);
  EXPECT_DOUBLE_EQ(out, 6);
}

}  // namespace sim
