// Decisions at single instants, with numbers that can be worked out by hand.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "tests/sim_core/linalg/small_network.h"

using namespace sim;
using Kind = NetworkBranch::Kind;

TEST(SwitchingNetwork, ABodyAtRestOnAStopIsHeldOrLeavesAsItsForceSays) {
  for (const double unit : {1e-12, 1.0, 1e12})
    for (const double f : {-3.0, 3.0})
      for (const int was : {0, 1}) {
        Net n;
        const int at = n.node();
        n.body(at, 2 * unit);
        n.force(at, f * unit * unit);
        const std::size_t stop = n.one_way(at, -1, was);
        const auto outcome = n.decide();
        ASSERT_TRUE(outcome.found);
        EXPECT_EQ(outcome.ways[stop], f < 0) << f << " " << was;
      }
}

TEST(SwitchingNetwork, WhatIsHitStopsAndMayLeaveAtOnce) {
  for (const double f : {-3.0, 3.0}) {
    Net n;
    const int at = n.node();
    const std::size_t body = n.body(at, 2, -5);
    n.force(at, f);
    const std::size_t stop = n.one_way(at);
    n.given.crossed[stop] = 1;
    const auto outcome = n.decide();
    ASSERT_TRUE(outcome.found);
    EXPECT_NEAR(outcome.states[body], 0, 1e-15);
    EXPECT_EQ(outcome.ways[stop], f < 0);
    EXPECT_NEAR(outcome.impulses[stop], -10, 1e-14);
  }
}

// Three bodies in a row that touch, the first is hit: all move together, with the momentum of one.
TEST(SwitchingNetwork, ABlowGoesThroughContacts) {
  Net n;
  const int a = n.node(), b = n.node(), c = n.node();
  const std::size_t first = n.body(a, 1, 6);
  n.body(b, 2, 0);
  const std::size_t last = n.body(c, 3, 0);
  n.one_way(b, a), n.one_way(c, b);
  n.given.start = true;
  const auto outcome = n.decide();
  ASSERT_TRUE(outcome.found);
  EXPECT_NEAR(outcome.states[first], 1, 1e-15);
  EXPECT_NEAR(outcome.states[last], 1, 1e-15);
}

TEST(SwitchingNetwork, DryFrictionPassesNoBlow) {
  Net n;
  const int at = n.node();
  const std::size_t a = n.body(at, 1, 0), b = n.body(at, 1, 10);
  const std::size_t bearing = n.friction(at, -1, 0.01, 0.01);
  n.given.start = true;
  const auto outcome = n.decide();
  ASSERT_TRUE(outcome.found);
  EXPECT_EQ(outcome.ways[bearing], 1);
  EXPECT_NEAR(outcome.states[a], 5, 1e-14);
  EXPECT_NEAR(outcome.states[b], 5, 1e-14);
}

// At standstill: held up to breakaway, and beyond it accelerated against kinetic friction.
TEST(SwitchingNetwork, FrictionHoldsUpToItsLimit) {
  for (const double f : {-1.3, -1.1, 0.9, 1.1, 1.3}) {
    Net n;
    const int at = n.node();
    n.body(at, 1);
    n.force(at, f);
    const std::size_t friction = n.friction(at, -1, 1, 1.2);
    n.given.start = true;
    EXPECT_EQ(n.decide().ways[friction], std::fabs(f) < 1.2 ? 0 : f > 0 ? 1 : -1) << f;
  }
}

TEST(SwitchingNetwork, FrictionWithoutMassHoldsUpToBreakawayToo) {
  for (const double f : {1.0, 1.3}) {
    Net n;
    const int at = n.node();
    n.force(at, f);
    n.damper(at, -1, 1);
    const std::size_t friction = n.friction(at, -1, 0.8, 1.2);
    n.given.start = true;
    EXPECT_EQ(n.decide().ways[friction], f > 1.2) << f;
  }
}

// The slider above moves; what it drags lies below breakaway, if the slider's kinetic friction counts and not
// its breakaway.
TEST(SwitchingNetwork, WhatSlidesDragsWithItsKineticFriction) {
  for (const bool start : {true, false}) {
    Net n;
    const int top = n.node(), plate = n.node();
    n.body(top, 1, 10), n.body(plate, 1, 0);
    const std::size_t upper = n.friction(top, plate, 1, 2, start ? 0 : 1),
                      lower = n.friction(plate, -1, 0.5, 1.5);
    n.given.start = start;
    const auto outcome = n.decide();
    EXPECT_EQ(outcome.ways[upper], 1);
    EXPECT_EQ(outcome.ways[lower], 0);
  }
}

TEST(SwitchingNetwork, TheWeakerOfTwoLocksInSeriesSlips) {
  Net n;
  const int body = n.node(), between = n.node();
  n.body(body, 1);
  n.force(body, 2);
  const std::size_t weak = n.friction(body, between, 1, 1.2), strong = n.friction(between, -1, 1.5, 1.6);
  const auto outcome = n.decide();
  ASSERT_TRUE(outcome.found);
  EXPECT_EQ(outcome.ways[weak], 1);
  EXPECT_EQ(outcome.ways[strong], 0);
}

// A prescribed motion passes zero: the friction follows, though it could not hold at all.
TEST(SwitchingNetwork, APrescribedMotionTakesFrictionAlong) {
  for (const double v : {0.0, -1e-17})
    for (const int was : {0, 1}) {
      Net n;
      const int at = n.node();
      n.motion(at, v, -6);
      const std::size_t friction = n.friction(at, -1, 1, 1, was);
      n.given.crossed[friction] = 1;
      const auto outcome = n.decide();
      ASSERT_TRUE(outcome.found);
      EXPECT_EQ(outcome.ways[friction], -1) << v;
    }
}

// A bridge of ideal diodes at zero voltage on a discharged capacitor: the slope of the source decides.
TEST(SwitchingNetwork, ABridgeFollowsTheSlopeOfItsSource) {
  for (const double slope : {-1e9, -1e-3, 1e-3, 1e9}) {
    Net n;
    const int p = n.node(), q = n.node(), out = n.node();
    n.law(p, q, {1, 0, 0}, slope);
    n.body(out, 1e-10, 0);
    n.law(out, -1, {1, -50, 0});
    const std::size_t d1 = n.diode(p, out), d2 = n.diode(q, out), d3 = n.diode(-1, p), d4 = n.diode(-1, q);
    n.given.start = true;
    const auto outcome = n.decide();
    ASSERT_TRUE(outcome.found);
    EXPECT_EQ(outcome.ways[d1], slope > 0) << slope;
    EXPECT_EQ(outcome.ways[d4], slope > 0) << slope;
    EXPECT_EQ(outcome.ways[d2], slope < 0) << slope;
    EXPECT_EQ(outcome.ways[d3], slope < 0) << slope;
  }
}

// A switch has just opened: the diode takes over the current of the coil, which would stop at once otherwise.
TEST(SwitchingNetwork, ADiodeTakesOverTheCurrentOfACoil) {
  for (const double unit : {1e-9, 1.0}) {
    Net n;
    const int supply = n.node(), at = n.node();
    n.motion(supply, 24);
    const std::size_t gate = n.law(supply, at, {1, 0, 0});
    n.given.next[gate] = {0, 1, 0};
    const std::size_t coil = n.coil(at, -1, unit, 3);
    const std::size_t diode = n.diode(-1, at);
    const auto outcome = n.decide();
    ASSERT_TRUE(outcome.found);
    EXPECT_EQ(outcome.ways[diode], 1);
    EXPECT_EQ(outcome.states[coil], 3);
  }
}

// What integration leaves of a constraint that has held until now is no blow.
TEST(SwitchingNetwork, DriftIsNotTakenForABlow) {
  Net n;
  const int a = n.node(), b = n.node();
  n.body(a, 1, 1 + 1e-9), n.body(b, 1, 1);
  const std::size_t lock = n.friction(a, b, 1, 1), other = n.friction(b, -1, 0.1, 0.1, 1);
  const auto outcome = n.decide();
  ASSERT_TRUE(outcome.found);
  EXPECT_EQ(outcome.ways[lock], 0);
  EXPECT_EQ(outcome.ways[other], 1);
}

// Late by a whole step: it stops where it was, and starts back from there if its lock does not hold.
TEST(SwitchingNetwork, WhatHasSlippedBeyondZeroIsStopped) {
  for (const double f : {-0.5, -2.0}) {
    Net n;
    const int at = n.node();
    const std::size_t body = n.body(at, 1, -0.25);
    n.force(at, f);
    const std::size_t friction = n.friction(at, -1, 1, 1, 1);
    n.given.crossed[friction] = 1;
    const auto outcome = n.decide();
    ASSERT_TRUE(outcome.found);
    EXPECT_EQ(outcome.ways[friction], f < -1 ? -1 : 0);
    EXPECT_EQ(outcome.states[body], 0);
  }
}

TEST(SwitchingNetwork, ACurrentThatNothingTakesHasNoWay) {
  Net n;
  const int at = n.node();
  n.force(at, -1);
  n.diode(at, -1);
  EXPECT_FALSE(n.decide().found);
}

// The same networks with time, impedance and potentials in other units, and with their branches in another
// order.
TEST(SwitchingNetwork, UnitsAndOrderDecideNothing) {
  std::mt19937 random(7);
  const auto uniform = [&](double from, double to) {
    return std::uniform_real_distribution(from, to)(random);
  };
  const auto some_node = [&](int nodes) { return std::uniform_int_distribution(-1, nodes - 1)(random); };
  int found = 0;
  for (int k = 0; k < 400; ++k) {
    Net n;
    const int count = 2 + k % 4;
    for (int i = 0; i < count; ++i) {
      const int at = n.node();
      n.body(at, uniform(0.5, 2), uniform(0, 1) < 0.5 ? 0 : uniform(-1, 1));
      n.force(at, uniform(-3, 3));
    }
    // Without loops, so that forces are unique, and with them the ways.
    for (int i = 0; i < count; ++i) {
      const int other = some_node(i);
      if (uniform(0, 1) < 0.5)
        n.one_way(i, other);
      else
        n.friction(other, i, 1, uniform(0, 1) < 0.5 ? 1 : 1.4);
    }
    n.given.start = true;
    const auto first = n.decide();
    ASSERT_TRUE(first.found) << k;
    ++found;
    for (const double time : {1e-9, 1e9}) {
      const double unit = 1e4;
      Net other = n;
      for (std::size_t b = 0; b < n.branches.size(); ++b) {
        other.given.next[b].value *= unit;
        other.given.limits[b] *= n.branches[b].kind == Kind::Friction ? unit : 1;
        other.given.kinetics[b] *= unit;
        if (n.branches[b].stores()) other.given.capacities[b] *= time * unit;
      }
      const auto again = other.decide();
      ASSERT_TRUE(again.found) << k;
      EXPECT_EQ(again.ways, first.ways) << k;
      for (std::size_t b = 0; b < n.branches.size(); ++b)
        EXPECT_NEAR(again.states[b], first.states[b], 1e-13);
    }
    std::vector<std::size_t> order(n.branches.size());
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random);
    Net shuffled;
    shuffled.nodes = n.nodes;
    for (std::size_t b : order) {
      const std::size_t at = shuffled.add(n.branches[b].kind, n.branches[b].nodes[0], n.branches[b].nodes[1]);
      shuffled.given.next[at] = n.given.next[b], shuffled.given.before[at] = n.given.before[b];
      shuffled.given.states[at] = n.given.states[b], shuffled.given.capacities[at] = n.given.capacities[b];
      shuffled.given.limits[at] = n.given.limits[b], shuffled.given.kinetics[at] = n.given.kinetics[b];
    }
    shuffled.given.start = true;
    const auto again = shuffled.decide();
    ASSERT_TRUE(again.found) << k;
    for (std::size_t at = 0; at < order.size(); ++at) {
      EXPECT_EQ(again.ways[at], first.ways[order[at]]) << k << " " << order[at];
      EXPECT_NEAR(again.states[at], first.states[order[at]], 1e-13) << k;
    }
  }
  EXPECT_EQ(found, 400);
}
