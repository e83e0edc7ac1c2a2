#include "sim_core/ir/dependencies.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "sim_core/ir/values.h"
#include "sim_core/linalg/constrained_system.h"
#include "tests/support/naive_evaluator.h"
#include "tests/support/random_graph.h"
#include "tests/support/read_elements.h"

namespace sim::ir {

// By element: what moves when a state moves is listed, and what is listed stays within the structure.
TEST(Dependencies, MissNothingThatMoves) {
  for (unsigned seed = 0; seed < 150; ++seed) {
    RandomGraph r(seed, 60, false);
    Dependencies reads(r.graph, Op::State);
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> draw(0.2, 1);
    std::vector<double> x(6), p(4), m{1, 0, 1};
    TestHistory history;
    for (auto* v : {&x, &p})
      for (double& e : *v) e = draw(random);
    NaiveEvaluator before(r.graph,
                          {.t = 0.3, .x = x.data(), .p = p.data(), .m = m.data(), .history = &history});
    for (int state = 0; state < 6; ++state) {
      std::vector<double> moved = x;
      moved[static_cast<std::size_t>(state)] += 0.37;
      NaiveEvaluator after(r.graph,
                           {.t = 0.3, .x = moved.data(), .p = p.data(), .m = m.data(), .history = &history});
      for (Value v : r.values)
        for (std::size_t i = 0; i < before(v.id).size(); ++i) {
          const double a = before(v.id)[i], b = after(v.id)[i];
          if (a == b || !std::isfinite(a) || !std::isfinite(b)) continue;  // 0 * inf in a product of matrices
          const std::span<const int> row = reads(v.id)[i];
          ASSERT_TRUE(std::find(row.begin(), row.end(), state) != row.end()) << seed << " node " << v.id;
        }
    }
  }
}

TEST(Dependencies, AreExactByElement) {
  Graph g;
  const Value x = g.leaf(Op::State, 0, {3, 1}), y = g.leaf(Op::State, 3, {3, 1});
  Dependencies reads(g, Op::State);
  using Rows = std::vector<std::vector<int>>;
  const double lower[] = {1, 2, 0, 0, 3, 0, 0, 0, 0};  // columns: a row of zeros reads nothing
  const std::int32_t indices[] = {2, 2, 0};
  const Value parts[] = {g.slice(sin(x), 1, {1, 1}), y};
  const Value columns[] = {x, y};
  const Value call = g.call_all(std::make_shared<TestFunction>(true), columns);
  const Value wide = g.concat(columns, {3, 2});
  EXPECT_EQ(rows_of(reads, (x * 2.0).id), (Rows{{0}, {1}, {2}}));
  EXPECT_EQ(rows_of(reads, (x * y).id), (Rows{{0, 3}, {1, 4}, {2, 5}}));
  EXPECT_EQ(rows_of(reads, (x * g.slice(y, 1, {1, 1})).id), (Rows{{0, 4}, {1, 4}, {2, 4}}));
  EXPECT_EQ(rows_of(reads, g.matmul(g.constant({3, 3}, lower), x).id), (Rows{{0}, {0, 1}, {}}));
  EXPECT_EQ(rows_of(reads, g.gather(x, indices, {3, 1}).id), (Rows{{2}, {2}, {0}}));
  EXPECT_EQ(rows_of(reads, g.concat(parts, {4, 1}).id), (Rows{{1}, {3}, {4}, {5}}));
  EXPECT_EQ(rows_of(reads, g.transpose(wide).id), (Rows{{0}, {3}, {1}, {4}, {2}, {5}}));
  EXPECT_EQ(rows_of(reads, g.total(x).id), (Rows{{0, 1, 2}}));
  EXPECT_EQ(rows_of(reads, call.id), (Rows{{0, 3}, {1, 3}, {2, 3}, {0, 3}, {0, 4}, {0, 5}}));
  EXPECT_EQ(rows_of(reads, g.leaf(Op::Time, 0, {}).id), (Rows{{}}));
  EXPECT_EQ(rows_of(reads, g.history(Op::History, 0, x, {3, 1}).id), (Rows{{0}, {1}, {2}}));
  EXPECT_EQ(rows_of(reads, g.history(Op::History, 0, g.slice(x, 1, {1, 1}), {2, 1}).id), (Rows{{1}, {1}}));
}

// Zeros of matrices that are numbers, or follow from parameters, are structural ones.
TEST(Dependencies, KnowTheZerosOfParameters) {
  Graph g;
  const std::vector<double> parameters{2, 0, 0, 3, 0};  // a 2 x 2 diagonal matrix, and a scalar
  const Value x = g.leaf(Op::State, 0, vector_shape(2)), a = g.leaf(Op::Parameter, 0, {2, 2}),
              p = g.leaf(Op::Parameter, 4, scalar_shape);
  using Rows = std::vector<std::vector<int>>;
  Dependencies tunable(g, Op::State), fixed(g, Op::State, parameters);
  const Value product = g.matmul(g.transpose(a) * 5, x);
  EXPECT_EQ(rows_of(tunable, product.id), (Rows{{0, 1}, {0, 1}}));
  EXPECT_EQ(rows_of(fixed, product.id), (Rows{{0}, {1}}));
  EXPECT_EQ(rows_of(fixed, (x * p).id), (Rows{{}, {}}));
  EXPECT_EQ(rows_of(fixed, (p / x).id), (Rows{{}, {}}));
  EXPECT_EQ(rows_of(fixed, (x / (p + 1)).id), (Rows{{0}, {1}}));
  EXPECT_EQ(rows_of(fixed, select(p, x, g.slice(x, 1, scalar_shape)).id), (Rows{{1}, {1}}));
  EXPECT_EQ(rows_of(tunable, (x * p).id), (Rows{{0}, {1}}));
}

// A constrained system with numbers for its matrices, and states for its right side. What a number of the
// solution does not read does not move it.
TEST(Dependencies, OfAConstrainedSystemFollowItsBlocks) {
  std::mt19937 random(7);
  const auto draw = [&](double from, double to) {
    return std::uniform_real_distribution<double>(from, to)(random);
  };
  int exact = 0;
  for (int trial = 0; trial < 200; ++trial) {
    ConstrainedSite site;
    site.unknowns = 6, site.constraints = 4;
    std::vector<double> values;
    for (int k = 0; k < site.unknowns; ++k)
      if (draw(0, 1) < 0.5) site.mass.push_back({k, k}), values.push_back(draw(0.5, 2));
    for (int i = 0; i < site.constraints; ++i)
      for (int k = 0; k < site.unknowns; ++k)
        if (draw(0, 1) < 0.3) site.constraint.push_back({i, k}), values.push_back(draw(-2, 2));
    const auto n = static_cast<std::size_t>(site.size());
    Graph g;
    const Value solution =
        g.constrained(site, g.constant(vector_shape(static_cast<int>(values.size())), values),
                      g.leaf(Op::State, 0, vector_shape(site.size())));
    Dependencies fixed(g, Op::State, {}), careful(g, Op::State);
    const auto rows = rows_of(fixed, solution.id);
    for (const auto& row : rows_of(careful, solution.id)) EXPECT_EQ(row.size(), n);

    std::vector<ConstrainedSystem::Entry> mass, constraint;
    for (const auto& e : site.mass) mass.push_back({e.row, e.column});
    for (const auto& e : site.constraint) constraint.push_back({e.row, e.column});
    ConstrainedSystem system(site.unknowns, site.constraints, mass, constraint);
    ASSERT_TRUE(system.factor(values));
    std::vector<double> right(n), before(n), after(n);
    for (double& r : right) r = draw(-1, 1);
    system.solve(right, before);
    for (std::size_t k = 0; k < n; ++k) {
      std::vector<double> moved = right;
      moved[k] += 1;
      system.solve(moved, after);
      for (std::size_t i = 0; i < n; ++i)
        if (std::ranges::find(rows[i], static_cast<int>(k)) == rows[i].end()) {
          EXPECT_NEAR(after[i], before[i], 1e-9 * (1 + std::fabs(before[i]))) << trial;
        }
    }
    exact += std::ranges::any_of(rows, [n](const auto& row) { return row.size() < n; });
  }
  EXPECT_GT(exact, 20);
}

// Numbers that a mode chooses may make it singular.
TEST(Dependencies, OfASystemThatSwitchesAreAll) {
  for (const Op op : {Op::Mode, Op::Time}) {
    Graph g;
    const Value parts[] = {g.leaf(op, 0, {}), g.constant(1)};
    const ConstrainedSite site{
        .unknowns = 2, .constraints = 2, .mass = {}, .constraint = {{0, 0}, {1, 1}}, .origins = {}};
    const Value solution =
        g.constrained(site, g.concat(parts, vector_shape(2)), g.leaf(Op::State, 0, vector_shape(4)));
    Dependencies reads(g, Op::State, {});
    EXPECT_EQ(rows_of(reads, solution.id)[0], op == Op::Mode ? (std::vector{0, 1, 2, 3}) : std::vector{2});
  }
}

}  // namespace sim::ir
