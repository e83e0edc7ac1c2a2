#include "sim_core/ir/copied_nodes.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sim_core/ir/graph_function.h"
#include "sim_core/ir/values.h"

namespace sim::ir {

// sin(x) * y + 3 of two Unknown leaves, with the other one for each, in a graph of its own.
TEST(CopiedNodes, AreTheSameEquationsOfOtherLeaves) {
  Graph from;
  const Value x = from.leaf(Op::Unknown, 0, scalar_shape), y = from.leaf(Op::Unknown, 1, scalar_shape),
              v = sin(x) * y + 3;
  const auto to = std::make_shared<Graph>();
  const auto copies = copied_nodes(from, {v.id, no_node, x.id}, *to, [&](const Node& n) {
    return to->leaf(Op::Unknown, 1 - n.slot, scalar_shape);
  });
  ASSERT_EQ(copies.size(), 3u);
  EXPECT_FALSE(copies[1]);
  const auto function = GraphFunction::make(to, {copies[0].id, copies[2].id});
  ASSERT_TRUE(function);
  const std::vector<double> at{5, 0.5}, values = (*function)(at);
  EXPECT_EQ(values[0], std::sin(0.5) * 5 + 3);
  EXPECT_EQ(values[1], 0.5);
}

}  // namespace sim::ir
