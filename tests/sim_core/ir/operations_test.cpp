#include "sim_core/ir/operations.h"

#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>

#include "sim_core/ir/evaluate.h"
#include "sim_core/ir/values.h"

namespace sim::ir {

namespace {

constexpr Op operations[] = {
#define OP(name, ...) Op::name,
#include "sim_core/ir/ops.def"
#undef OP
};

constexpr double numbers[] = {-3.5, -2.5, -1, -0.75, -0.5, 0, 0.5, 0.625, 1, 1.5, 2.5, 4, 7.25};

// Calls f(a, b, c) for all combinations of the numbers that the operation has operands for.
template <class F>
void for_operands(Op op, F&& f) {
  const int arity = arity_of(op);
  for (const double a : numbers) {
    if (arity == 1) f(a, 0.0, 0.0);
    for (const double b : numbers) {
      if (arity == 2) f(a, b, 0.0);
      for (const double c : numbers)
        if (arity == 3) f(a, b, c);
    }
  }
}

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

}  // namespace

TEST(Operations, SymmetriesHoldExactly) {
  for (const Op op : operations) {
    const Symmetry symmetry = rules_of(op).symmetry;
    for_operands(op, [&](double a, double b, double c) {
      const double r = evaluate_elementwise(op, a, b, c);
      if (symmetry == Symmetry::Commutes) {
        EXPECT_TRUE(same(evaluate_elementwise(op, b, a, c), r)) << name_of(op) << " of " << a << ", " << b;
      }
      if (symmetry == Symmetry::Even || symmetry == Symmetry::Odd) {
        EXPECT_TRUE(same(evaluate_elementwise(op, -a, b, c), symmetry == Symmetry::Odd ? -r : r))
            << name_of(op) << " of " << a;
      }
    });
    if (symmetry == Symmetry::Commutes) {
      EXPECT_EQ(arity_of(op), 2) << name_of(op);
    }
    if (symmetry == Symmetry::Even || symmetry == Symmetry::Odd) {
      EXPECT_EQ(arity_of(op), 1) << name_of(op);
    }
  }
}

// Another unit is another factor for all that has it; that of a result without a unit does not matter.
TEST(Operations, UnitsAreThoseOfScaledOperands) {
  constexpr double factor = 4;  // a power of two: nothing is rounded
  for (const Op op : operations) {
    const UnitRule rule = rules_of(op).unit;
    const bool rounds = rules_of(op).rounding == RoundingRule::Jumps;  // to whole numbers of one unit
    if (rule == UnitRule::None || rule == UnitRule::First || (rounds && rule != UnitRule::Compared)) continue;
    for_operands(op, [&](double a, double b, double c) {
      const double condition = op == Op::Select ? a : a * factor;
      const double r = evaluate_elementwise(op, a, b, c);
      const double scaled = evaluate_elementwise(op, condition, b * factor, c * factor);
      const double expected = rule == UnitRule::Product ? factor * factor * r
                              : rule == UnitRule::Same  ? factor * r
                                                        : r;
      EXPECT_TRUE(same(scaled, expected)) << name_of(op) << " of " << a << ", " << b << ", " << c;
    });
  }
}

TEST(Operations, RoundingRulesSayWhatResultsAre) {
  for (const Op op : operations)
    for_operands(op, [&](double a, double b, double c) {
      const double r = evaluate_elementwise(op, a, b, c);
      const RoundingRule rule = rules_of(op).rounding;
      if (rule == RoundingRule::Exact) {
        EXPECT_TRUE(std::fabs(r) == std::fabs(a) || r == b || r == c) << name_of(op) << " of " << a;
      }
      if (rule == RoundingRule::Jumps) {
        EXPECT_EQ(r, std::nearbyint(r)) << name_of(op) << " of " << a;
      }
      if (rule == RoundingRule::Single) {
        EXPECT_EQ(r, static_cast<double>(static_cast<float>(a)));
      }
      if (rules_of(op).type == TypeRule::Truth) {
        EXPECT_TRUE(r == 0 || r == 1) << name_of(op);
      }
      if (rules_of(op).type == TypeRule::Pass) {
        EXPECT_TRUE(r == a || r == b || r == c) << name_of(op);
      }
    });
}

TEST(Operations, ComplexOperandsAreRefusedWhereTheRuleSaysSo) {
  for (const Op op : operations) {
    Graph g;
    const Value z = complex(g.leaf(Op::State, 0, {}), g.leaf(Op::State, 1, {}));
    const Value w = complex(g.leaf(Op::State, 2, {}), g.leaf(Op::State, 3, {}));
    const Value first = op == Op::Select ? g.leaf(Op::State, 4, {}) : z;
    const int arity = arity_of(op);
    const Value r = make(op, first, arity > 1 ? w : Value{}, arity > 2 ? z : Value{});
    EXPECT_EQ(g.refused() != nullptr, rules_of(op).complex == ComplexRule::Refused) << name_of(op);
    if (rules_of(op).complex == ComplexRule::Parts) {
      EXPECT_TRUE(is_complex(r)) << name_of(op);
    }
  }
}

TEST(Operations, CostsAreAtLeastThatOfAnAddition) {
  for (const Op op : operations) EXPECT_GE(rules_of(op).cost, 1) << name_of(op);
  EXPECT_GT(rules_of(Op::Sin).cost, rules_of(Op::Div).cost);
  EXPECT_GT(rules_of(Op::Div).cost, rules_of(Op::Mul).cost);
}

TEST(Operations, OthersHaveRulesToo) {
  for (const Op op : {Op::Slice, Op::Gather, Op::Transpose}) {
    EXPECT_EQ(type_rule_of(op), TypeRule::Pass) << name_of(op);
    EXPECT_EQ(unit_rule_of(op), UnitRule::First) << name_of(op);
  }
  EXPECT_EQ(unit_rule_of(Op::Concat), UnitRule::Joined);
  EXPECT_EQ(unit_rule_of(Op::MatMul), UnitRule::Product);
  EXPECT_EQ(type_rule_of(Op::MatMul), TypeRule::Arithmetic);
  EXPECT_EQ(type_rule_of(Op::LinearSolve), TypeRule::Floating);
}

}  // namespace sim::ir
