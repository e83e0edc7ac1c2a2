// The reference itself, on closed forms.
#include "tests/plugins/random/network_reference.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace sim;
using Kind = NetworkElement::Kind;

namespace {

struct Network : NetworkSpec {
  NetworkElement& add(Kind kind, const std::string& named, int a, int b, double value, double initial = 0) {
    NetworkElement e;
    e.kind = kind, e.name = named, e.a = a, e.b = b, e.value = value, e.initial = initial;
    nodes = std::max({nodes, a + 1, b + 1});
    elements.push_back(e);
    return elements.back();
  }
  NetworkReference::Result solved(std::vector<double> at, std::vector<int> nodes_watched) {
    instants = std::move(at);
    watched = std::move(nodes_watched);
    end = instants.back();
    auto result = NetworkReference(*this).run();
    EXPECT_EQ(result.failure, "");
    EXPECT_EQ(result.values.size(), instants.size());
    return result;
  }
};

}  // namespace

TEST(NetworkReference, ASineBehindADiodeIsItsPositiveHalf) {
  Network n;
  n.add(Kind::AcrossSource, "source", 0, -1, 1).signal = {{0}, {0}, 5, 1, 0};
  n.add(Kind::OneWay, "diode", 1, 0, 1);  // conducts from 0 to 1
  n.add(Kind::Resistance, "load", 1, -1, 2);
  const auto result = n.solved({0.1, 0.4, 0.6, 0.9, 1.2}, {1});
  for (std::size_t k = 0; k < n.instants.size(); ++k)
    EXPECT_NEAR(result.values[k][0], std::max(0.0, 5 * std::sin(2 * M_PI * n.instants[k])), 1e-13);
  ASSERT_EQ(result.instants.size(), 2u);
  EXPECT_NEAR(result.instants[0].time, 0.5, 1e-14);
  EXPECT_NEAR(result.instants[1].time, 1, 1e-14);
}

TEST(NetworkReference, ADiodeTakesOverTheCurrentThatASwitchLeavesWithoutAPath) {
  Network n;
  n.add(Kind::AcrossSource, "source", 0, -1, 1).signal = NetworkSignal::constant(6);
  n.add(Kind::Switch, "switch", 0, 1, 1).signal = {{0, 1, 1}, {1, 1, 0}, 0, 0, 0};
  n.add(Kind::OneWay, "diode", 1, -1, 1);
  n.add(Kind::Inductance, "coil", 1, 2, 0.5);
  n.add(Kind::Resistance, "load", 2, -1, 2);
  const auto result = n.solved({0.7, 1.3}, {1, 2});
  EXPECT_NEAR(result.values[0][1], 6 * (1 - std::exp(-0.7 * 4)), 1e-13);
  EXPECT_NEAR(result.values[1][0], 0, 1e-13);
  EXPECT_NEAR(result.values[1][1], 6 * (1 - std::exp(-4.0)) * std::exp(-0.3 * 4), 1e-13);
}

TEST(NetworkReference, CapacitorsThatADiodeJoinAtTheStartShareTheirCharge) {
  Network n;
  n.add(Kind::Capacity, "full", 0, -1, 1, 10);
  n.add(Kind::Capacity, "empty", 1, -1, 3, 2);
  n.add(Kind::OneWay, "diode", 1, 0, 1);
  n.add(Kind::Resistance, "leak", 1, -1, 1e3);
  EXPECT_NEAR(n.solved({1e-9}, {0}).values[0][0], 4, 1e-10);
}

// It stops, holds up to breakaway, and slips against less.
TEST(NetworkReference, FrictionStopsHoldsAndLetsGo) {
  Network n;
  n.mechanical = true;
  n.add(Kind::Capacity, "body", 0, -1, 2, 3);
  NetworkElement& friction = n.add(Kind::Friction, "friction", 0, -1, 1);
  friction.kinetic = 4, friction.breakaway = 5;
  n.add(Kind::ThroughSource, "push", 0, -1, 1).signal = {{0, 2, 4}, {0, 0, 10}, 0, 0, 0};
  const auto result = n.solved({1, 2.9, 3.5}, {0});
  EXPECT_NEAR(result.values[0][0], 3 - 2 * 1, 1e-13);
  EXPECT_NEAR(result.values[1][0], 0, 1e-13);
  // From 3 on 5 t - 10 pushes against 4: half the integral of 5 s + 1.
  EXPECT_NEAR(result.values[2][0], 0.5 * (2.5 * 0.25 + 0.5), 1e-13);
  ASSERT_EQ(result.instants.size(), 2u);
  EXPECT_NEAR(result.instants[0].time, 1.5, 1e-13);
  EXPECT_NEAR(result.instants[1].time, 3, 1e-13);
}

// A blow on one of two bodies that a clutch locks: the clutch cannot pass it on, and slips until both rest.
TEST(NetworkReference, AStopTakesTheMomentumOfWhatHitsIt) {
  Network n;
  n.mechanical = true;
  n.add(Kind::Capacity, "hit", 0, -1, 2, 1);
  n.add(Kind::Capacity, "behind", 1, -1, 3, 1);
  NetworkElement& stop = n.add(Kind::Stop, "stop", 0, -1, 1);
  stop.lower = -10, stop.upper = 0.5;
  NetworkElement& clutch = n.add(Kind::Clutch, "clutch", 0, 1, 1);
  clutch.kinetic = 6, clutch.breakaway = 9;
  clutch.signal = NetworkSignal::constant(1);
  const auto result = n.solved({0.4, 0.6, 0.9, 1.1}, {0, 1});
  EXPECT_NEAR(result.values[0][1], 1, 1e-13);
  EXPECT_NEAR(result.values[1][0], 0, 1e-13);
  EXPECT_NEAR(result.values[1][1], 1 - 2 * 0.1, 1e-13);
  EXPECT_NEAR(result.values[2][1], 1 - 2 * 0.4, 1e-13);
  EXPECT_NEAR(result.values[3][1], 0, 1e-13);
}

TEST(NetworkReference, AGearSharesMomentumAsItsRatioSays) {
  Network n;
  n.mechanical = true;
  n.add(Kind::Capacity, "base", 0, -1, 2, 5);
  n.add(Kind::Capacity, "follower", 1, -1, 3, 0);
  n.add(Kind::Gear, "gear", 0, 1, 2);
  const auto result = n.solved({1}, {0, 1});
  const double follower = 2 * 2 * 5 / (3 + 2 * 2 * 2.0);  // what n a + b keeps: n J_a v_a + J_b v_b
  EXPECT_NEAR(result.values[0][1], follower, 1e-13);
  EXPECT_NEAR(result.values[0][0], 2 * follower, 1e-13);
}
