#include "sim_core/ir/replaced_nodes.h"

#include <gtest/gtest.h>

#include "sim_core/ir/values.h"

namespace sim::ir {

namespace {

struct Equations {
  Graph graph;
  Value hit = graph.leaf(Op::Mode, 0, scalar_shape), active = graph.leaf(Op::Mode, 1, scalar_shape);
  Value u = graph.leaf(Op::State, 0, scalar_shape), last = graph.leaf(Op::Discrete, 0, scalar_shape);

  NodeId with_hit(Value v, double value) {
    const Replacements known{{hit.id, graph.constant(value).id}};
    return replaced_nodes(graph, {v.id}, known)[static_cast<std::size_t>(v.id)];
  }
};

}  // namespace

TEST(ReplacedNodes, KnownConditionsChoose) {
  Equations e;
  const Value held = select(e.hit, sin(e.u), e.last);
  EXPECT_EQ(e.with_hit(held, 1), sin(e.u).id);
  EXPECT_EQ(e.with_hit(held, 0), e.last.id);
  // Behind another condition, and in arithmetic.
  const Value both = select(e.active & e.hit, e.u, e.last);
  EXPECT_EQ(e.with_hit(both, 0), e.last.id);
  EXPECT_EQ(e.with_hit(select(e.active, both, e.last), 0), e.last.id);
  EXPECT_EQ(e.with_hit(held * 2.0, 0), (e.last * 2.0).id);
  EXPECT_EQ(e.with_hit(select(e.hit | e.active, e.u, e.last), 1), e.u.id);
}

TEST(ReplacedNodes, WhatReadsNothingReplacedStaysTheSameNode) {
  Equations e;
  const Value v = sin(e.u) + e.last;
  const int before = e.graph.size();
  EXPECT_EQ(e.with_hit(v, 1), v.id);
  EXPECT_LE(e.graph.size(), before + 1);  // the constant
}

TEST(ReplacedNodes, NodesKeepTheirBlocks) {
  Equations e;
  e.graph.set_origin(7);
  const Value v = cos(e.hit + e.u);
  e.graph.set_origin(-1);
  EXPECT_EQ(e.graph.origin(e.with_hit(v, 1)), 7);
}

TEST(ReplacedNodes, OneForAnother) {
  Equations e;
  const Value v = exp(e.u) * e.last;
  const Replacements other{{exp(e.u).id, e.hit.id}};
  EXPECT_EQ(replaced_nodes(e.graph, {v.id}, other)[static_cast<std::size_t>(v.id)], (e.hit * e.last).id);
}

}  // namespace sim::ir
