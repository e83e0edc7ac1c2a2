#include "sim_core/ir/graph.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sim_core/ir/values.h"

namespace sim::ir {

namespace {

Value state(Graph& g, int slot = 0, Shape shape = {}) { return g.leaf(Op::State, slot, shape); }
double folded(Graph& g, Op op, double a, double b = 0, double c = 0) {
  Value va = g.constant(a), vb = arity_of(op) > 1 ? g.constant(b) : Value{},
        vc = arity_of(op) > 2 ? g.constant(c) : Value{};
  const Value v = g.make(op, va, vb, vc);
  EXPECT_EQ(g.node(v.id).op, Op::Constant);
  return g.constant_values(v.id)[0];
}

}  // namespace

TEST(Graph, EqualNodesAreTheSameNode) {
  Graph g;
  const Value x = state(g), y = state(g, 1);
  EXPECT_EQ(state(g).id, x.id);
  EXPECT_NE(y.id, x.id);
  EXPECT_EQ((x + y).id, (x + y).id);
  EXPECT_NE((x + y).id, (y + x).id);  // the order of operands is the order of evaluation
  EXPECT_EQ(g.constant(2.5).id, g.constant(2.5).id);
  EXPECT_NE(g.constant(0.0).id, g.constant(-0.0).id);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(g.constant(nan).id, g.constant(nan).id);
  const Value parts[] = {x, y};
  EXPECT_EQ(g.concat(parts, {2, 1}).id, g.concat(parts, {2, 1}).id);
  EXPECT_NE(g.concat(parts, {2, 1}).id, g.concat(parts, {1, 2}).id);
  const std::int32_t indices[] = {0, 0, 0};
  EXPECT_EQ(g.gather(x, indices, {3, 1}).id, g.gather(x, indices, {3, 1}).id);
}

TEST(Graph, StaysConsistentWhileItsTableGrows) {
  Graph g;
  const Value x = state(g);
  std::vector<NodeId> ids;
  for (int k = 0; k < 5000; ++k) ids.push_back((x + static_cast<double>(k) * 1.25).id);
  for (int k = 0; k < 5000; ++k)
    EXPECT_EQ((x + static_cast<double>(k) * 1.25).id, ids[static_cast<std::size_t>(k)]);
  for (NodeId id = 0; id < g.size(); ++id)
    for (NodeId operand : g.operands(id)) EXPECT_LT(operand, id);
}

TEST(Graph, FoldsConstants) {
  Graph g;
  EXPECT_EQ(folded(g, Op::Add, 2, 3), 5);
  EXPECT_EQ(folded(g, Op::Pow, 2, 10), 1024);
  EXPECT_EQ(folded(g, Op::Select, 0, 7, 8), 8);
  EXPECT_EQ(folded(g, Op::Mod, -1, 3), 2);
  EXPECT_EQ(folded(g, Op::Rem, -1, 3), -1);
  EXPECT_EQ(folded(g, Op::Mod, 5, 0), 5);
  EXPECT_EQ(folded(g, Op::Sign, -4), -1);
  EXPECT_TRUE(std::isnan(folded(g, Op::Div, 0, 0)));
  EXPECT_TRUE(std::isinf(folded(g, Op::Log, 0)));
  const double values[] = {1, 2, 3};
  const Value v = g.make(Op::Mul, g.constant({3, 1}, values), g.constant(2));
  ASSERT_EQ(g.node(v.id).op, Op::Constant);
  EXPECT_EQ(g.constant_values(v.id)[2], 6);
  EXPECT_EQ(v.shape(), (Shape{3, 1}));
}

// What a NaN, an infinity or a signed zero would show must stay.
TEST(Graph, SimplifiesOnlyWhatIsExactForEveryOperand) {
  Graph g;
  const Value x = state(g);
  EXPECT_EQ((-(-x)).id, x.id);
  EXPECT_EQ((x - 0.0).id, x.id);
  EXPECT_EQ((x * 1.0).id, x.id);
  EXPECT_EQ((g.constant(1) * x).id, x.id);
  EXPECT_EQ((x / g.constant(1)).id, x.id);
  EXPECT_NE((x + 0.0).id, x.id);                     // -0 + 0 is +0
  EXPECT_NE((x - -0.0).id, x.id);                    // likewise
  EXPECT_NE(g.node((x * 0.0).id).op, Op::Constant);  // inf * 0, -1 * 0
  EXPECT_NE(g.node((x - x).id).op, Op::Constant);    // inf - inf
  EXPECT_NE(g.node((x / x).id).op, Op::Constant);    // 0 / 0
  EXPECT_NE(g.node((0.0 - x).id).op, Op::Neg);       // 0 - 0 is +0
  EXPECT_NE(g.node(pow(x, g.constant(0)).id).op, Op::State);
  // A vector of ones enlarges a scalar: it is not neutral.
  const double ones[] = {1, 1, 1};
  EXPECT_EQ((x * g.constant({3, 1}, ones)).shape(), (Shape{3, 1}));
}

TEST(Graph, ASliceReadsThroughWhatOnlyMovesNumbers) {
  Graph g;
  const Value x = state(g, 0, {3, 1}), y = state(g, 5, {2, 1});
  EXPECT_EQ(g.slice(x, 0, {3, 1}).id, x.id);
  EXPECT_EQ(g.slice(x, 1, {2, 1}).id, state(g, 1, {2, 1}).id);
  const Value parts[] = {sin(x), cos(y)};
  const Value joined = g.concat(parts, {5, 1});
  EXPECT_EQ(g.slice(joined, 0, {3, 1}).id, parts[0].id);
  EXPECT_EQ(g.slice(joined, 3, {2, 1}).id, parts[1].id);
  EXPECT_EQ(g.slice(joined, 4, {1, 1}).id, g.slice(parts[1], 1, {1, 1}).id);
  const Value across = g.slice(joined, 2, {2, 1});
  EXPECT_EQ(g.node(across.id).op, Op::Slice);
  EXPECT_EQ(g.slice(across, 1, {1, 1}).id, g.slice(joined, 3, {1, 1}).id);
  const double values[] = {1, 2, 3, 4};
  EXPECT_EQ(g.constant_values(g.slice(g.constant({2, 2}, values), 2, {1, 1}).id)[0], 3);
  EXPECT_EQ(g.transpose(x).shape(), (Shape{1, 3}));
  EXPECT_EQ(g.transpose(g.transpose(sin(x))).id, sin(x).id);
}

TEST(Graph, CopiesNodesIntoAnotherGraph) {
  Graph from, to;
  const Value x = state(from, 0, {2, 2});
  const std::int32_t indices[] = {3, 0};
  const Value parts[] = {from.total(x), from.slice(sin(x), 1, {1, 1})};
  const Value all[] = {from.matmul(x, x), from.transpose(sin(x)), from.gather(x, indices, {2, 1}),
                       from.concat(parts, {2, 1}), select(x < from.constant(0.5), x, -x)};
  std::vector<Value> copied;
  for (NodeId id = 0; id < from.size(); ++id) {
    std::vector<Value> operands;
    for (NodeId operand : from.operands(id)) operands.push_back(copied[static_cast<std::size_t>(operand)]);
    copied.push_back(to.copy_node(from, id, operands));
    const Node &a = from.node(id), &b = to.node(copied.back().id);
    EXPECT_EQ(a.op, b.op);
    EXPECT_EQ(a.shape, b.shape);
  }
  EXPECT_EQ(to.size(), from.size());
  EXPECT_EQ(copied[static_cast<std::size_t>(all[0].id)].shape(), (Shape{2, 2}));
}

TEST(Graph, RemembersWhereANodeCameFromFirst) {
  Graph g;
  g.set_origin(3);
  const Value x = state(g);
  g.set_origin(4);
  EXPECT_EQ(g.origin(state(g).id), 3);
  EXPECT_EQ(g.origin(sin(x).id), 4);
}

}  // namespace sim::ir
