// A number with a decimal comma is no number; what to write instead is said.
#include <gtest/gtest.h>

#include "sim_core/expr/evaluate.h"

namespace sim::expr {

static std::string remedy_of(const char* text) {
  const auto value = evaluate(text, ValueScope());
  return value ? "" : value.error().remedy;
}

TEST(DecimalComma, IsTold) {
  EXPECT_EQ(remedy_of("0,3"), "numbers have a decimal point: write 0.3");
  EXPECT_EQ(remedy_of("2*1,05"), "numbers have a decimal point: write 1.05");
}

TEST(DecimalComma, IsNoneInAListOrACall) {
  EXPECT_EQ(evaluate("[0,3]", ValueScope())->size(), 2u);
  EXPECT_TRUE(evaluate("max(0,3)", ValueScope()));
  EXPECT_EQ(remedy_of("a,b").find("decimal"), std::string::npos);
  EXPECT_EQ(remedy_of("0,").find("decimal"), std::string::npos);
}

}  // namespace sim::expr
