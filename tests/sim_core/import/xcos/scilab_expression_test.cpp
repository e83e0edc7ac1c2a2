#include "sim_core/import/xcos/scilab_expression.h"

#include <gtest/gtest.h>

#include "sim_core/expr/evaluate.h"
#include "sim_core/import/xcos/mapping/polynomial_text.h"

namespace sim::importing::xcos {

static std::string said(const char* scilab) { return translate_scilab(scilab).text; }

// What Scilab gives, by its documentation.
TEST(ScilabExpression, MeansTheSame) {
  const struct {
    const char* scilab;
    const char* value;
  } cases[] = {{"2*%pi", "2*pi"},
               {"[1,2,3]($)", "3"},
               {"1d-3 + 2D0", "2.001"},
               {"2**3", "8"},
               {"size([1 2;3 4;5 6], 'r')", "3"},
               {"size([1 2;3 4;5 6], \"*\")", "6"},
               {"zeros([1 2;3 4;5 6])", "zeros(3,2)"},
               {"zeros(3)", "0"},  // of the size of the number 3
               {"eye([7 8;9 10])", "eye(2)"},
               {"ones(2,3)", "ones(2,3)"},
               {"sum([1 2;3 4])", "10"},
               {"max([1 7;3 4])", "7"},
               {"modulo(-7,3)", "-1"},
               {"[1 2]'", "[1;2]"},
               {"1 <> 2 // differ", "true"},
               {"zeros(size([1 2 3],'c')+size([1;2],'r'),1)", "zeros(5,1)"}};
  for (const auto& c : cases) {
    const auto got = expr::evaluate(said(c.scilab), expr::ValueScope());
    const auto wanted = expr::evaluate(c.value, expr::ValueScope());
    ASSERT_TRUE(got) << c.scilab << " -> " << said(c.scilab) << ": " << to_text(got.error());
    ASSERT_TRUE(wanted) << c.value;
    EXPECT_EQ(*got, *wanted) << c.scilab << " -> " << said(c.scilab);
  }
}

TEST(ScilabExpression, NamesConstantsItDoesNotKnow) {
  EXPECT_EQ(translate_scilab("%foo + 1").remarks,
            std::vector<std::string>{"the constant %foo has no counterpart"});
}

TEST(ScilabContext, IsAssignmentsAndOthers) {
  const std::vector<std::string> lines = {"A=[-.3,3;0 2];B=[1;2]; // comment", "K=ppol(A',B')'; disp(K)",
                                          "x = A == B"};
  const ScilabContext context = read_context(lines);
  ASSERT_EQ(context.assignments.size(), 4u);
  EXPECT_EQ(context.assignments[0].name, "A");
  EXPECT_EQ(context.assignments[0].expression, "[-.3,3;0 2]");
  EXPECT_EQ(context.assignments[2].expression, "ppol(A',B')'");
  EXPECT_EQ(context.assignments[3].expression, "A == B");
  EXPECT_EQ(context.others, std::vector<std::string>{"disp(K)"});
}

TEST(PolynomialText, ListsCoefficientsOfTheHighestPowerFirst) {
  EXPECT_EQ(polynomial_text("0.01+s", "s"), "[1 0.01]");
  EXPECT_EQ(polynomial_text("(s+1)*(s-2)", "s"), "[1 -1 -2]");
  EXPECT_EQ(polynomial_text("1+2*%s^3", "s"), "[2 0 0 1]");
  EXPECT_EQ(polynomial_text("a*s+1", "s"), "[a 1]");
  EXPECT_EQ(polynomial_text("1", "s"), "[1]");
  EXPECT_EQ(polynomial_text("1/s", "s"), std::nullopt);
  EXPECT_EQ(polynomial_text("sin(s)", "s"), std::nullopt);
  EXPECT_EQ(polynomial_text("s^1000000", "s"), std::nullopt);
}

}  // namespace sim::importing::xcos
