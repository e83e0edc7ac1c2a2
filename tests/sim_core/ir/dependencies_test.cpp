#include "sim_core/ir/dependencies.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "sim_core/ir/values.h"
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

}  // namespace sim::ir
