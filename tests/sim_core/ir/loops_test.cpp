#include "sim_core/ir/loops.h"

#include <gtest/gtest.h>

#include "sim_core/ir/tangents.h"
#include "sim_core/ir/values.h"
#include "tests/support/naive_evaluator.h"
#include "tests/support/read_elements.h"

namespace sim::ir {
namespace {

// r1 = z1^2 + z2 - x1, r2 = sin(z2) - x2, read from a graph that computes other things too.
struct TwoEquations {
  Graph g;
  Value x = g.leaf(Op::State, 0, vector_shape(2));
  LoopSite site;
  Value solution;

  TwoEquations() {
    site.count = 2;
    site.loop = 0;
    site.floor = g.size();
    const Value z1 = g.leaf(Op::Unknown, 0, scalar_shape), z2 = g.leaf(Op::Unknown, 1, scalar_shape);
    const Value parts[] = {square(z1) + z2 - g.slice(x, 0, scalar_shape),
                           sin(z2) - g.slice(x, 1, scalar_shape)};
    site.residual = g.concat(parts, vector_shape(2)).id;
    const std::pair<int, int> pattern[] = {{0, 0}, {0, 1}, {1, 1}};
    const int groups[] = {0, 1};
    solution = close_loop(g, site, pattern, groups, g.constant(vector_shape(2), std::vector<double>{1, 0}));
    site = g.loop_site(g.node(solution.id).slot);
  }
};

TEST(Loops, ReadWhatTheyDoNotCompute) {
  const TwoEquations two;
  for (NodeId operand : two.g.operands(two.solution.id)) {
    EXPECT_NE(two.g.node(operand).op, Op::Unknown);
    EXPECT_TRUE(is_leaf(two.g.node(operand).op)) << name_of(two.g.node(operand).op);
  }
  EXPECT_EQ(two.site.directions.size(), 2u);
  EXPECT_EQ(two.site.entries.size(), 3u);
}

TEST(Loops, AreWrittenAgainWithTheirSolution) {
  TwoEquations two;
  const NodeId linked[] = {two.site.residual};
  const NodeId again = substitute_unknowns(two.g, two.site, linked, two.x).front();  // z = x, to try
  const double x[] = {3, 0.5};
  Frame frame;
  frame.x = x;
  NaiveEvaluator evaluate(two.g, frame);
  EXPECT_EQ(evaluate(again), (std::vector<double>{9 + 0.5 - 3, std::sin(0.5) - 0.5}));
  const std::vector<double> jacobian = evaluate(loop_jacobian(two.g, two.site, two.x).id);
  EXPECT_EQ(jacobian, (std::vector<double>{6, 0, 1, std::cos(0.5)}));
}

TEST(Loops, DependOnWhatTheirEquationsRead) {
  const TwoEquations two;
  Dependencies reads(two.g, Op::State);
  EXPECT_EQ(rows_of(reads, two.solution.id), (std::vector<std::vector<int>>{{0, 1}, {0, 1}}));
  Dependencies unknowns(two.g, Op::Unknown);
  EXPECT_EQ(rows_of(unknowns, two.site.residual), (std::vector<std::vector<int>>{{0, 1}, {1}}));
}

TEST(Loops, HaveATangentWithoutUnknowns) {
  TwoEquations two;
  const Value tangent = Tangents(two.g)(two.solution);
  ASSERT_TRUE(tangent);
  EXPECT_EQ(tangent.shape(), vector_shape(2));
  Dependencies unknowns(two.g, Op::Unknown);
  EXPECT_EQ(rows_of(unknowns, tangent.id), (std::vector<std::vector<int>>{{}, {}}));
  Dependencies seeds(two.g, Op::Seed);
  EXPECT_EQ(rows_of(seeds, tangent.id), (std::vector<std::vector<int>>{{0, 1}, {0, 1}}));
}

}  // namespace
}  // namespace sim::ir
