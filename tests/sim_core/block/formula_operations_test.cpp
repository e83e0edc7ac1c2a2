#include "sim_core/block/formula_operations.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "sim_core/ir/evaluate.h"

namespace sim {

namespace {

constexpr expr::Elementary all[] = {
#define NUMERIC(name, ...) expr::Elementary::name,
#define REAL_ONLY(name, ...) expr::Elementary::name,
#define TRUTH(name, ...) expr::Elementary::name,
#include "sim_core/expr/elementary.def"
#undef NUMERIC
#undef REAL_ONLY
#undef TRUTH
};

}  // namespace

// One language, whether a parameter is computed before the run or a signal during it.
TEST(FormulaOperations, ComputeWhatExpressionsCompute) {
  constexpr double numbers[] = {-3.5, -2, -0.75, 0, 0.5, 1, 1.25, 2, 7};
  std::set<std::string_view> none;
  for (const expr::Elementary e : all) {
    const expr::ElementaryInfo& info = expr::info(e);
    const auto op = operation(e);
    if (!op) {
      none.insert(info.name);
      continue;
    }
    EXPECT_EQ(ir::arity_of(*op), info.arity) << info.name;
    EXPECT_EQ(ir::gives_truth(*op), info.truth) << info.name;
    for (const double a : numbers)
      for (const double b : numbers) {
        const double expected = info.real(a, b), computed = ir::evaluate_elementwise(*op, a, b, 0);
        EXPECT_TRUE(expected == computed || (std::isnan(expected) && std::isnan(computed)))
            << info.name << " of " << a << ", " << b << ": " << expected << " and " << computed;
      }
  }
  EXPECT_EQ(none, (std::set<std::string_view>{"Gamma", "RealPart", "ImaginaryPart", "Conjugate", "Angle",
                                              "Greater", "GreaterEqual", "Xor", "IsInf"}));
}

// What is real is decided alike, of infinities and of what is no number too.
TEST(FormulaOperations, LeaveTheRealNumbersWhereExpressionsDo) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  constexpr double numbers[] = {-inf, -3, -1.5, -1, -0.5, -0.0, 0, 0.5, 1, 2.5, inf, std::nan("")};
  for (const expr::Elementary e : all) {
    const expr::ElementaryInfo& info = expr::info(e);
    if (!info.leaves_reals) continue;
    ir::Graph graph;
    for (const double a : numbers)
      for (const double b : numbers) {
        const ir::Value leaves = leaves_reals(e, graph.constant(a), graph.constant(b));
        EXPECT_EQ(leaves && graph.constant_values(leaves.id)[0] != 0, info.leaves_reals(a, b))
            << info.name << " of " << a << ", " << b;
      }
  }
}

}  // namespace sim
