#include "sim_core/reports/jacobian_report.h"
#include "sim_core/model_run/settle_jacobian.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "sim_core/simulate/model_equations.h"
#include "sim_core/simulate/run_options.h"
#include "sim_core/solvers/solver_jacobian.h"
#include "tests/support/finished_run.h"
#include "tests/support/jacobian_models.h"

namespace sim {

namespace {

// u_t = u_xx on (0, 1) with u = 0 at both ends, n interior points, an Integrator each.
ModelBuilder heat_equation(int n) {
  ModelBuilder m;
  std::vector<Id> x;
  const std::string scale = std::to_string(n + 1) + "^2";
  for (int i = 1; i <= n; ++i)
    x.push_back(m.block("continuous/integrator", "u" + std::to_string(i),
                        {{"x0", "sin(" + std::to_string(i) + "*pi/" + std::to_string(n + 1) + ")"}}));
  for (std::size_t i = 0; i < x.size(); ++i) {
    const bool left = i > 0, right = i + 1 < x.size();
    const std::string name = std::to_string(i + 1);
    const Id twice = m.block("math/gain", "twice" + name, {{"k", "-2"}});
    const Id sum = m.block("math/sum", "sum" + name, {{"signs", std::string(1 + left + right, '+')}});
    const Id slope = m.block("math/gain", "slope" + name, {{"k", scale}});
    m.connect(x[i], twice).connect(twice, sum, 0);
    int input = 1;
    if (left) m.connect(x[i - 1], sum, input++);
    if (right) m.connect(x[i + 1], sum, input);
    m.connect(sum, slope).connect(slope, x[i]);
  }
  m.connect(x.back(), m.block("sinks/scope", "Scope"));
  return m;
}

const BlockLibrary& library() {
  static const BlockLibrary all = standard_library();
  return all;
}

std::unique_ptr<ModelRun> prepared(const ModelBuilder& m) {
  auto run = ModelRun::prepare(m.diagram, library());
  EXPECT_TRUE(run) << (run ? "" : to_text(run.error()));
  return run ? *std::move(run) : nullptr;
}

}  // namespace

TEST(JacobianReport, TheThreeStateExampleHasItsPatternAndTakesTwoEvaluations) {
  const auto run = prepared(three_states());
  ASSERT_TRUE(run);
  const JacobianReport report = jacobian_report(*run);
  std::vector<std::size_t> column;  // states may be numbered in any order
  for (const char* name : {"x1.x", "x2.x", "x3.x"})
    column.push_back(static_cast<std::size_t>(std::find(report.states.begin(), report.states.end(), name) -
                                              report.states.begin()));
  const auto picture = spy_plot(report.pattern);
  const char* expected[] = {"#.#", ".#.", ".#."};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      EXPECT_EQ(picture[column[i]][column[j]], expected[i][j]) << i << ", " << j;
  EXPECT_EQ(report.groups.count, 2);

  ModelEquations equations(std::make_shared<Program>(run->program()));
  const OdeProblem problem = equations.problem({});
  SolverJacobian jacobian(problem, {.method = JacobianMethod::SparsePerturbation});
  const double x[] = {0.5, 0.6, 0.7};
  double f[3];
  problem.rhs(0, x, f);
  ASSERT_EQ(jacobian.evaluate(0, x, f, ErrorWeights(3, 1e-3, 1e-6)), EvalStatus::Ok);
  EXPECT_EQ(jacobian.statistics().rhs_evaluations, 2);
}

TEST(JacobianReport, AutoIsFullForFortyNineStatesAndSparseForFifty) {
  for (auto [states, expected] :
       {std::pair{49, JacobianMethod::FullAnalytical}, {50, JacobianMethod::SparseAnalytical}}) {
    const auto run = prepared(heat_equation(states));
    ASSERT_TRUE(run);
    const JacobianReport report = jacobian_report(*run);
    EXPECT_EQ(report.choice.method, expected) << report.choice.reason;
    EXPECT_EQ(report.groups.count, 3);
    EXPECT_EQ(report.pattern.nonzeros(), 3 * states - 2);
    EXPECT_EQ(report.linear.kind, states < 50 ? LinearSolverKind::Dense : LinearSolverKind::Band);
    EXPECT_FALSE(report.needed);  // ode45
  }
}

// The zeros of a matrix are zeros of the pattern, and so is what a Selector leaves out.
TEST(JacobianReport, AMatrixOfNumbersLeavesItsZerosOut) {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x", {{"x0", "[1; 2; 3; 4]"}});
  const Id a = m.block("math/gain", "A",
                       {{"k", "[-2 1 0 0; 1 -2 1 0; 0 1 -2 1; 0 0 1 -2]"}, {"multiplication", "matrix K*u"}});
  m.connect(x, a).connect(a, x).connect(x, m.block("sinks/scope", "Scope"));
  const auto run = prepared(m);
  ASSERT_TRUE(run);
  EXPECT_EQ(spy_plot(jacobian_report(*run).pattern),
            (std::vector<std::string>{"##..", "###.", ".###", "..##"}));
  EXPECT_EQ(jacobian_report(*run).states, (std::vector<std::string>{"x.x[1]", "x.x[2]", "x.x[3]", "x.x[4]"}));
}

TEST(JacobianReport, SettingsAreTakenToTheRun) {
  ModelBuilder m = heat_equation(4);
  m.set("SolverJacobianMethodControl", "Sparse perturbation").set("JacobianLinearSolver", "KLU");
  const auto run = prepared(m);
  ASSERT_TRUE(run);
  EXPECT_EQ(run->options().jacobian.method, JacobianMethod::SparsePerturbation);
  EXPECT_EQ(run->options().jacobian.linear_solver, LinearSolverKind::Klu);
  const JacobianReport report = jacobian_report(*run);
  EXPECT_EQ(report.choice.method, JacobianMethod::SparsePerturbation);
  EXPECT_EQ(report.asked, JacobianMethod::SparsePerturbation);
  EXPECT_EQ(report.linear.kind, LinearSolverKind::Klu);
}

TEST(JacobianReport, NamesTheBlockForWhichAnAnalyticalMethodIsReplaced) {
  const auto run = prepared(three_states());
  ASSERT_TRUE(run);
  Program program = run->program();
  program.analytical = false;
  for (std::size_t k = 0; k < program.blocks.size(); ++k)
    if (program.blocks[k].path == "f2") program.without_derivative.push_back(static_cast<int>(k));
  RunOptions options = run->options();
  options.jacobian.method = JacobianMethod::SparseAnalytical;
  Method implicit = *options.method;
  implicit.implicit = true;
  options.method = &implicit;
  const Diagnostics said = settle_jacobian(program, options);
  EXPECT_EQ(options.jacobian.method, JacobianMethod::SparsePerturbation);
  ASSERT_EQ(said.size(), 1u);
  EXPECT_NE(said[0].message.find("block 'f2'"), std::string::npos) << said[0].message;
  options.method = find_method("ode23s");
  options.jacobian.method = JacobianMethod::Auto;
  EXPECT_EQ(jacobian_choice(program, options).method, JacobianMethod::SparsePerturbation);
}

TEST(JacobianReport, IsTextAndJson) {
  const auto run = prepared(heat_equation(100));
  ASSERT_TRUE(run);
  const JacobianReport report = jacobian_report(*run);
  const std::string text = jacobian_text(report);
  for (const char* part :
       {"100 x 100, 298 nonzeros", "Sparse analytical, because the model has 50 states or more",
        "3 directional derivatives", "linear solver: band", "2 x 2 entries a character"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
  const auto json = nlohmann::json::parse(jacobian_json(report));
  EXPECT_EQ(json["method"], "Sparse analytical");
  EXPECT_EQ(json["groups"].size(), 3u);
  EXPECT_EQ(json["linear_solver"]["kind"], "band");
  EXPECT_EQ(json["rows_by_column"][0], (std::vector<int>{0, 1}));
  ModelBuilder by_differences = heat_equation(100);
  by_differences.set("SolverJacobianMethodControl", "Sparse perturbation");
  const auto differences = prepared(by_differences);
  ASSERT_TRUE(differences);
  EXPECT_NE(jacobian_text(jacobian_report(*differences)).find("cost: 3 evaluations of f\n"),
            std::string::npos);
  ModelBuilder stateless;
  stateless.connect(stateless.block("sources/constant", "c"), stateless.block("sinks/scope", "Scope"));
  const auto without = prepared(stateless);
  ASSERT_TRUE(without);
  EXPECT_EQ(jacobian_text(jacobian_report(*without)), "the model has no continuous states\n");
}

}  // namespace sim
