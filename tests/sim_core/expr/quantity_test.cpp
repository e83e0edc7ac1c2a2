// Values with units.
#include "sim_core/expr/quantity.h"

#include <gtest/gtest.h>

#include "sim_core/expr/name_places.h"

namespace sim::expr {
namespace {

double number(std::string_view unit, std::string_view text) {
  const ValueScope scope({{"T", Value::scalar(3)}, {"m", Value::scalar(7)}});
  const auto value = evaluate_in(unit, text, scope);
  EXPECT_TRUE(value) << text << ": " << (value ? "" : value.error().message);
  return value && value->as_scalar() ? *value->as_scalar() : -1;
}

std::string problem(std::string_view unit, std::string_view text) {
  const auto value = evaluate_in(unit, text, ValueScope());
  return value ? "" : value.error().message;
}

TEST(Quantity, PercentIsAUnitAndNoComment) {
  EXPECT_DOUBLE_EQ(number("", "5 %"), 0.05);
  EXPECT_DOUBLE_EQ(number("", "(T+2)% "), 0.05);
  EXPECT_DOUBLE_EQ(number("1", "5%"), 0.05);
  EXPECT_DOUBLE_EQ(number("%", "5%"), 5);
  EXPECT_DOUBLE_EQ(number("", "5 % of it"), 5);  // a comment
  EXPECT_DOUBLE_EQ(number("", "5 % of 7 %"), 5);
  EXPECT_EQ(problem("s", "5 %"), "the unit '%' does not fit: the value is measured in s");
  // Where values have no units it is refused.
  const auto value = evaluate("5 %", ValueScope());
  ASSERT_FALSE(value);
  EXPECT_EQ(value.error().message, "'%' begins a comment, and none follows at column 3");
}

TEST(Quantity, IsConverted) {
  EXPECT_DOUBLE_EQ(number("s", "5 ms"), 0.005);
  EXPECT_DOUBLE_EQ(number("s", "2 min"), 120);
  EXPECT_DOUBLE_EQ(number("s", "5ms"), 0.005);
  EXPECT_DOUBLE_EQ(number("s", "(1+T)ms"), 0.004);
  EXPECT_DOUBLE_EQ(number("m/s", "36km/h"), 10);
  EXPECT_DOUBLE_EQ(number("s", "2*T h"), 6 * 3600);
  EXPECT_DOUBLE_EQ(number("m/s", "36 km/h"), 10);
  EXPECT_DOUBLE_EQ(number("rad/s", " 60 rpm "), 2 * 3.14159265358979323846);
  EXPECT_DOUBLE_EQ(number("1/s", "10 1/min"), 1. / 6);
  EXPECT_DOUBLE_EQ(number("K", "20 degC"), 293.15);
  EXPECT_DOUBLE_EQ(number("s", "4"), 4);
  const auto vector = evaluate_in("s", "[1 2;3 4] ms", ValueScope());
  ASSERT_TRUE(vector);
  EXPECT_EQ(vector->shape(), (Shape{2, 2}));
  EXPECT_DOUBLE_EQ((*vector)(1, 0), 0.003);
}

TEST(Quantity, WhatIsAnExpressionStaysOne) {
  EXPECT_EQ(number("s", "T - m"), -4);
  EXPECT_EQ(number("s", "m"), 7);
  EXPECT_EQ(number("s", "true ? T : m"), 3);
  EXPECT_TRUE(split_quantity("[1 m]").unit.empty());
  EXPECT_TRUE(split_quantity("5 % ms").unit.empty());
}

TEST(Quantity, OfAnotherKindIsExplained) {
  EXPECT_NE(problem("s", "5 kg").find("'kg' does not fit: the value is measured in s"), std::string::npos);
  EXPECT_NE(problem("", "5 s").find("none is expected"), std::string::npos);
  EXPECT_FALSE(problem("s", "5 sec").empty());
  EXPECT_FALSE(problem("s", "5 5").empty());
  EXPECT_FALSE(problem("s", "nonsense ms").empty());
}

TEST(Quantity, ItsUnitIsNoName) {
  EXPECT_EQ(with_renamed("T*m s", "s", "k"), "T*m s");
  EXPECT_EQ(with_renamed("m m", "m", "mass"), "mass m");
}

}  // namespace
}  // namespace sim::expr
