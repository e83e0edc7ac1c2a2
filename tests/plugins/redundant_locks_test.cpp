// Several locks that hold the same body: how they share its load is open, when they let it go is not, and
// neither depends on the order of the blocks.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "tests/support/network_builder.h"
#include "tests/support/run_results.h"

using namespace sim;

namespace {

struct Lock {
  double kinetic, breakaway;
  bool to_other = false;  // from the driven body to the other one; else to the ground
  bool on_other = false;  // from the other body to the ground
};

double sum_of_kinetic(const std::vector<Lock>& locks) {
  return std::accumulate(locks.begin(), locks.end(), 0.0,
                         [](double sum, const Lock& lock) { return sum + lock.kinetic; });
}

// A torque of t on a body of 2 kg m^2, which some locks hold to the ground, some to a second body.
RunOutcome run(const std::vector<Lock>& locks, const std::vector<std::size_t>& order, const char* solver) {
  NetworkBuilder m;
  std::vector<Id> blocks(locks.size());
  for (std::size_t k : order)
    blocks[k] = m.block("driveline/rotational_friction", "lock" + std::to_string(k),
                        {{"Fc", to_text(locks[k].kinetic)}, {"Fs", to_text(locks[k].breakaway)}});
  const Id body = m.inertia("body", "2"), other = m.inertia("other", "1"),
           ramp = m.block("sources/ramp", "ramp", {{"slope", "1"}}),
           source = m.block("driveline/torque_source", "source");
  m.connect(ramp, source, 0).join(source, r, body, 0).join(source, c, m.ground(), 0);
  for (std::size_t k : order) {
    m.join(blocks[k], r, locks[k].on_other ? other : body, 0);
    m.join(blocks[k], c, locks[k].to_other ? other : m.ground(), 0);
  }
  m.watch(body, 0, "speed");
  m.watch(other, 0, "other speed");
  m.set("Solver", solver);
  m.run_to("12", "0:0.5:12");
  return run_diagram(m.diagram);
}

std::vector<std::size_t> in_order(std::size_t count) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

// All that it holds is needed before it moves, and each takes its own from then on.
void expect_held_up_to_all(const std::vector<Lock>& locks) {
  const double limit = sum_of_kinetic(locks);
  auto order = in_order(locks.size());
  do {
    const RunOutcome outcome = run(locks, order, "ode45");
    ASSERT_EQ(outcome.end, RunEnd::Finished) << outcome.messages();
    const auto t = outcome.times(), speed = outcome.column("speed");
    for (std::size_t k = 0; k < t.size(); ++k) {
      const double beyond = std::max(t[k] - limit, 0.0);
      EXPECT_NEAR(speed[k], beyond * beyond / 4, 1e-8) << "t = " << t[k];
    }
  } while (std::next_permutation(order.begin(), order.end()));
}

}  // namespace

TEST(RedundantLocks, HoldTogetherWhatTheyHoldInAll) {
  expect_held_up_to_all({{1, 1}, {5, 5}});
  expect_held_up_to_all({{1, 1}, {0.5, 0.5}, {4, 4}});
  expect_held_up_to_all({{2, 2}, {2, 2}, {2, 2}, {2, 2}});
}

// Equal shares of the load, up to what each holds: the second breaks loose at 6, with 1 taken by the first.
TEST(RedundantLocks, BreakLooseOneAfterTheOther) {
  for (const auto& order : {std::vector<std::size_t>{0, 1}, std::vector<std::size_t>{1, 0}}) {
    const RunOutcome outcome = run({{1, 2}, {5, 6}}, order, "ode45");
    ASSERT_EQ(outcome.end, RunEnd::Finished) << outcome.messages();
    const auto t = outcome.times(), speed = outcome.column("speed");
    const auto growth = [](double at) { return (at - 6) * (at - 6) / 4; };
    for (std::size_t k = 0; k < t.size(); ++k)
      EXPECT_NEAR(speed[k], t[k] <= 7 ? 0 : growth(t[k]) - growth(7), 1e-8) << "t = " << t[k];
  }
}

TEST(RedundantLocks, DoNotDependOnTheOrderOfBlocks) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> limit(0.2, 3), more(1, 1.6);
  std::uniform_int_distribution<int> count(2, 6), kind(0, 2);
  for (int trial = 0; trial < 40; ++trial) {
    std::vector<Lock> locks;
    for (int k = count(random); k > 0; --k) {
      const double kinetic = limit(random);
      const int where = kind(random);
      locks.push_back({kinetic, kinetic * more(random), where == 1, where == 2});
    }
    const char* solver = trial % 2 == 0 ? "ode45" : "ode23t";
    auto order = in_order(locks.size());
    const RunOutcome first = run(locks, order, solver);
    ASSERT_EQ(first.end, RunEnd::Finished) << trial << ' ' << first.messages();
    std::shuffle(order.begin(), order.end(), random);
    const RunOutcome second = run(locks, order, solver);
    ASSERT_EQ(second.end, RunEnd::Finished) << trial << ' ' << second.messages();
    EXPECT_EQ(first.statistics.zero_crossings, second.statistics.zero_crossings) << trial;
    for (const char* name : {"speed", "other speed"}) {
      const double a = first.column(name).back(), b = second.column(name).back();
      EXPECT_NEAR(a, b, 1e-9 * (1 + std::abs(a))) << trial << ' ' << name;
    }
  }
}
