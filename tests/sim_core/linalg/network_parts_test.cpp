#include "sim_core/linalg/network_parts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "tests/sim_core/linalg/small_network.h"

using namespace sim;

namespace {

SwitchingNetwork::Outcome decide_by_parts(Net& net, bool everywhere = false) {
  net.write_laws_of_states();
  NetworkParts parts(net.nodes, net.branches);
  return parts.decide(net.given, std::vector<char>(net.branches.size(), 0), everywhere);
}

// Bodies in a row with friction between them, all slipping forwards, each slower than the one before.
struct Row : Net {
  std::vector<std::size_t> bodies, clutches;
  explicit Row(int count) {
    for (int k = 0; k < count; ++k) {
      node();
      bodies.push_back(body(k, 1, 10.0 - k));
      if (k > 0) clutches.push_back(friction(k - 1, k, 1, 1.25, 1));
    }
  }
};

// A tree of bodies, some of them with forces, joined by clutches, stops, springs and dampers.
struct Tree : Net {
  std::vector<std::size_t> bodies, forces, switching;
  explicit Tree(std::mt19937& random) {
    const auto between = [&](double low, double high) {
      return low + (high - low) * static_cast<double>(random() >> 5) / 134217728.0;
    };
    const int count = 4 + static_cast<int>(random() % 12);
    for (int k = 0; k < count; ++k) {
      node();
      bodies.push_back(body(k, between(0.5, 2), between(-5, 5)));
      if (random() % 3 == 0) forces.push_back(force(k, between(-4, 4)));
      if (k > 0)
        join(static_cast<int>(random() % static_cast<unsigned>(k)), k, random() % 8, between(0.5, 2));
    }
    given.time = 1;
  }
  void join(int a, int b, unsigned kind, double size) {
    if (kind < 4)
      switching.push_back(friction(a, b, size, size * (kind == 0 ? 1 : 1.3)));
    else if (kind < 6)
      switching.push_back(one_way(a, b));
    else if (kind == 6)
      coil(a, b, size, size - 1);
    else
      damper(a, b, size);
  }
  // Ways and states that are consistent.
  bool settle() {
    given.start = true;
    const SwitchingNetwork::Outcome outcome = decide();
    given.start = false;
    given.ways = outcome.ways, given.states = outcome.states;
    return outcome.found;
  }
  double across(std::size_t branch) const {
    double sum = 0;
    for (int end : branches[branch].nodes)
      if (end >= 0)
        sum +=
            (end == branches[branch].nodes[0] ? 1 : -1) * given.states[bodies[static_cast<std::size_t>(end)]];
    return sum;
  }
  // Something happens: a force jumps, or a branch that is free to move comes to its limit, slowly or with a
  // blow.
  void happen(std::mt19937& random) {
    if (!forces.empty() && random() % 3 == 0) {
      const std::size_t b = forces[random() % forces.size()];
      given.next[b].value = 10 - 2 * static_cast<double>(random() % 10), given.loose[b] = 1;
      return;
    }
    const std::size_t b = switching[random() % switching.size()];
    const bool friction = branches[b].kind == Kind::Friction;
    given.crossed[b] = 1, given.rests[b] = 1;
    if ((given.ways[b] != 0) != friction) return;  // it holds: whatever lets it go
    const bool blow = !friction && random() % 2 == 0;
    given.rests[b] = !blow;
    const auto end = static_cast<std::size_t>(branches[b].nodes[1]);
    given.states[bodies[end]] += across(b) + (blow ? 3 : 0);
  }
};

}  // namespace

TEST(NetworkParts, WhatLocksConcernsItsNeighborsOnly) {
  Row row(20);
  const std::size_t locks = row.clutches[9];
  row.given.states[row.bodies[10]] = row.given.states[row.bodies[9]];
  row.given.crossed[locks] = row.given.rests[locks] = 1;
  const auto outcome = decide_by_parts(row);
  ASSERT_TRUE(outcome.found);
  EXPECT_EQ(outcome.ways[locks], 0);
  EXPECT_GE(outcome.slacks[row.clutches[8]], 0);
  EXPECT_GE(outcome.slacks[row.clutches[10]], 0);
  for (const std::size_t k : {0, 7, 11, 18}) {
    EXPECT_EQ(outcome.slacks[row.clutches[k]], -1) << k;
    EXPECT_EQ(outcome.ways[row.clutches[k]], 1) << k;
  }
}

// Ten balls at rest in a row, not joined to one another but for stops: the blow reaches the last.
TEST(NetworkParts, ABlowSpreadsAsFarAsItGoes) {
  Net net;
  std::vector<std::size_t> bodies, stops;
  for (int k = 0; k < 10; ++k) {
    net.node();
    bodies.push_back(net.body(k, 1, k == 0 ? 10 : 0));
    if (k > 0) stops.push_back(net.one_way(k, k - 1));
  }
  net.given.crossed[stops[0]] = 1;
  const auto outcome = decide_by_parts(net);
  ASSERT_TRUE(outcome.found);
  for (std::size_t body : bodies) EXPECT_NEAR(outcome.states[body], 1, 1e-14);
  for (std::size_t stop : stops) EXPECT_EQ(outcome.ways[stop], 1);
}

TEST(NetworkParts, WhereNobodyKnowsWhereTheWholeIsDecidedOn) {
  Row row(20);
  row.given.crossed[row.clutches[9]] = 1;
  const auto outcome = decide_by_parts(row, true);
  for (double slack : outcome.slacks) EXPECT_GE(slack, 0);
}

TEST(NetworkParts, DecideAsTheWholeDoes) {
  std::mt19937 random(7);
  int decided = 0, left_out = 0;
  for (int round = 0; round < 2000; ++round) {
    Tree tree(random);
    if (tree.switching.empty() || !tree.settle()) continue;
    tree.happen(random);
    const auto right = tree.decide(), outcome = decide_by_parts(tree);
    ASSERT_EQ(outcome.found, right.found) << round;
    if (!right.found) continue;
    ++decided;
    left_out += std::count(outcome.slacks.begin(), outcome.slacks.end(), -1) > 0;
    EXPECT_EQ(outcome.ways, right.ways) << round;
    for (std::size_t b = 0; b < tree.branches.size(); ++b) {
      EXPECT_NEAR(outcome.states[b], right.states[b], 1e-12) << round;
      EXPECT_NEAR(outcome.impulses[b], right.impulses[b], 1e-12) << round;
    }
  }
  EXPECT_GT(decided, 1500);
  EXPECT_GT(left_out, 500);
}
