#include "sim_core/ir/tangents.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "sim_core/ir/values.h"
#include "tests/support/naive_evaluator.h"
#include "tests/support/random_graph.h"

namespace sim::ir {

namespace {

struct OpCase {
  Op op;
  int arity;
  const char* name;
};
constexpr OpCase all_operations[] = {
#define OP(name, arity, value, tangent, text, ...) {Op::name, arity, #name},
#include "sim_core/ir/ops.def"
#undef OP
};

double evaluate(const Graph& g, Value v, const std::vector<double>& x, const std::vector<double>& s) {
  return NaiveEvaluator(g, {.x = x.data(), .s = s.data()})(v.id)[0];
}

}  // namespace

// Differences forward in time, from instants on where operands are equal.
TEST(Tangents, AlongTheTimeAreOfWhatFollowsAKink) {
  Graph g;
  const Value t = g.leaf(Op::Time, 0, {}), fast = t * 3.0, slow = t * 0.5, back = -(t * 2.0);
  const Value functions[] = {g.make(Op::Min, fast, slow, {}),
                             g.make(Op::Min, back, slow, {}),
                             g.make(Op::Max, fast, slow, {}),
                             g.make(Op::Max, back, slow, {}),
                             g.make(Op::Abs, back, {}, {}),
                             g.make(Op::Abs, slow, {}, {}),
                             g.make(Op::Saturate, t, back, slow),
                             g.make(Op::Saturate, t, back, fast),
                             g.make(Op::Saturate, back, slow, fast),
                             g.make(Op::Max, g.make(Op::Min, t, fast, {}), back, {}),
                             g.make(Op::Max, g.make(Op::Min, fast, slow, {}), back, {})};
  for (const double from : {0.0, 1.0, -1.0})
    for (std::size_t k = 0; k < std::size(functions); ++k) {
      const Value f = functions[k];
      Tangents tangents(g, Tangents::AlongTime{});
      const Value d = tangents(f);
      const auto at = [&](Value v, double time) { return NaiveEvaluator(g, {.t = time})(v.id)[0]; };
      constexpr double h = 1e-6;
      EXPECT_NEAR(at(d, from), (at(f, from + h) - at(f, from)) / h, 1e-9)
          << "function " << k << " at " << from;
    }
}

// At random points of several ranges; where the function is not defined, or a corner is near, nothing is
// said.
TEST(Tangents, OfEveryOperationAreItsDifferences) {
  std::mt19937 random(5);
  for (const OpCase& c : all_operations) {
    Graph g;
    Value x[3];
    for (int k = 0; k < 3; ++k) x[k] = g.leaf(Op::State, k, {});
    const Value f = g.make(c.op, x[0], c.arity > 1 ? x[1] : Value{}, c.arity > 2 ? x[2] : Value{});
    Tangents tangents(g);
    const Value d = tangents(f);
    int compared = 0;
    for (int probe = 0; probe < 60; ++probe) {
      const double low[] = {-3, -0.9, 0.1, 1.1}, high[] = {3, 0.9, 0.9, 3};
      std::uniform_real_distribution<double> draw(low[probe % 4], high[probe % 4]);
      const std::vector<double> at{draw(random), draw(random), draw(random)};
      const std::vector<double> s{draw(random), draw(random), draw(random)};
      auto along = [&](double h) {
        std::vector<double> moved = at;
        for (std::size_t k = 0; k < 3; ++k) moved[k] += h * s[k];
        return evaluate(g, f, moved, s);
      };
      auto slope = [&](double h) { return (along(h) - along(-h)) / (2 * h); };
      const double coarse = slope(1e-3), fine = slope(5e-4), finest = slope(2.5e-4);
      if (!std::isfinite(coarse) || std::fabs(coarse - fine) > 1e-3 * std::max(1.0, std::fabs(fine)))
        continue;
      const double once = fine + (fine - coarse) / 3, again = finest + (finest - fine) / 3;
      const double richardson = again + (again - once) / 15;
      const double exact = d ? evaluate(g, d, at, s) : 0;
      // Differences of numbers that are rounded to floats are as good as a float over the step.
      const double precision = c.op == Op::Single ? 6e-8 / 2.5e-4 * 20 : 1e-8;
      EXPECT_NEAR(exact, richardson, precision * std::max(1.0, std::fabs(exact)))
          << c.name << " at " << at[0] << ", " << at[1];
      ++compared;
    }
    EXPECT_GE(compared, 8) << c.name;
  }
}

TEST(Tangents, WhatIsStructurallyZeroIsAbsent) {
  for (const OpCase& c : all_operations) {
    Graph g;
    const Value p = g.leaf(Op::Parameter, 0, {}), x = g.leaf(Op::State, 0, {});
    const Value still =
        g.make(c.op, p, c.arity > 1 ? g.leaf(Op::Time, 0, {}) : Value{}, c.arity > 2 ? p : Value{});
    Tangents tangents(g);
    const int before = g.size();
    EXPECT_FALSE(tangents(still)) << c.name;
    EXPECT_EQ(g.size(), before) << c.name << " wrote nodes for a derivative that is not there";
    if (c.op == Op::Less || c.op == Op::Floor || c.op == Op::Sign) {
      EXPECT_FALSE(tangents(g.make(c.op, x, c.arity > 1 ? p : Value{}))) << c.name;
    }
  }
  Graph g;
  const Value p = g.leaf(Op::Parameter, 0, {3, 1}), x = g.leaf(Op::State, 0, {3, 1});
  const Value parts[] = {p, x};
  const Value joined = g.concat(parts, {6, 1});
  Tangents tangents(g);
  EXPECT_FALSE(tangents(g.transpose(p)));
  EXPECT_FALSE(tangents(g.total(p)));
  EXPECT_FALSE(tangents(select(x < g.constant(0), p, p * 2.0)));
  EXPECT_TRUE(tangents(joined));
  EXPECT_EQ(tangents(x * 2.0).shape(), x.shape());
}

// Shapes, structure and calls: a random graph's tangent along a random direction.
TEST(Tangents, OfRandomGraphsAreTheirDifferences) {
  for (unsigned seed = 0; seed < 150; ++seed) {
    RandomGraph r(seed, 60, true);
    Tangents tangents(r.graph);
    std::vector<Value> derivatives;
    const std::vector<Value> values = r.values;
    for (Value v : values) derivatives.push_back(tangents(v));
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> draw(-1, 1);
    std::vector<double> x(6), s(6), p(4), m{1, 0, 1};
    TestHistory history;
    for (auto* v : {&x, &s, &p})
      for (double& e : *v) e = draw(random);
    auto evaluator = [&](double h) {
      std::vector<double> moved = x;
      for (std::size_t k = 0; k < 6; ++k) moved[k] += h * s[k];
      NaiveEvaluator e(
          r.graph,
          {.t = 0.3, .x = moved.data(), .p = p.data(), .m = m.data(), .s = s.data(), .history = &history});
      std::vector<std::vector<double>> out;
      for (Value v : values) out.push_back(e(v.id));
      return out;
    };
    const double h = 1e-3;
    const auto a = evaluator(h), b = evaluator(-h), c = evaluator(h / 2), d = evaluator(-h / 2);
    NaiveEvaluator exact(
        r.graph, {.t = 0.3, .x = x.data(), .p = p.data(), .m = m.data(), .s = s.data(), .history = &history});
    for (std::size_t k = 0; k < values.size(); ++k)
      for (std::size_t i = 0; i < a[k].size(); ++i) {
        const double coarse = (a[k][i] - b[k][i]) / (2 * h), fine = (c[k][i] - d[k][i]) / h;
        const double richardson = fine + (fine - coarse) / 3;
        const double value = derivatives[k] ? exact(derivatives[k].id)[i] : 0;
        ASSERT_NEAR(value, richardson, 1e-6 * std::max(1.0, std::fabs(value)))
            << seed << " node " << values[k].id;
        if (derivatives[k]) {
          ASSERT_EQ(derivatives[k].shape(), values[k].shape());
        }
      }
    EXPECT_EQ(tangents.analytical(), tangents.opaque_origins().empty());
  }
}

}  // namespace sim::ir
