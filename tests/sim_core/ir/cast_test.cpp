#include "sim_core/ir/cast.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "sim_core/ir/tangents.h"
#include "sim_core/ir/values.h"
#include "tests/support/naive_evaluator.h"

namespace sim::ir {

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// Folded, and evaluated: the same to the last bit.
double converted(double v, ElementType to, Rounding rounding, Overflow overflow) {
  Graph g;
  const Value folded = cast(g.constant(v), to, rounding, overflow);
  EXPECT_EQ(g.node(folded.id).op, Op::Constant);
  const double result = g.constant_values(folded.id)[0];
  const Value evaluated = cast(g.leaf(Op::State, 0, {}), to, rounding, overflow);
  EXPECT_EQ(NaiveEvaluator(g, {.x = &v})(evaluated.id)[0], result) << v;
  return result;
}

// What C++ says a whole number is in T: modulo 2^n for a conversion, the nearest end when clamped.
template <class T>
void expect_like_integers(ElementType to) {
  using Limits = std::numeric_limits<T>;
  std::mt19937_64 random(7);
  std::vector<std::int64_t> wholes{0, 1, -1};
  for (std::int64_t step : {-2, -1, 0, 1, 2, 300})
    for (std::int64_t end :
         {static_cast<std::int64_t>(Limits::min()), static_cast<std::int64_t>(Limits::max())})
      if (std::llabs(end) < (1LL << 52)) wholes.push_back(end + step);
  for (int k = 0; k < 500; ++k) wholes.push_back(static_cast<std::int64_t>(random() >> 11) - (1LL << 52));
  for (int k = 0; k < 500; ++k) wholes.push_back(static_cast<std::int64_t>(random() >> 50) - (1LL << 13));
  for (const std::int64_t whole : wholes) {
    const auto v = static_cast<double>(whole);
    // Unsigned 64-bit numbers just below 2^64 have no double: the nearest below stands for them.
    const double wrapped = std::fmin(static_cast<double>(static_cast<T>(whole)), range_of(to).highest);
    EXPECT_EQ(converted(v, to, Rounding::Floor, Overflow::Wrap), wrapped) << name_of(to) << ' ' << whole;
    const double clamped =
        std::fmin(std::fmax(v, static_cast<double>(Limits::min())), static_cast<double>(Limits::max()));
    EXPECT_EQ(converted(v, to, Rounding::Floor, Overflow::Saturate), clamped) << name_of(to) << ' ' << whole;
  }
}

}  // namespace

TEST(Cast, WrapsAndSaturatesLikeIntegers) {
  expect_like_integers<std::int8_t>(ElementType::Int8);
  expect_like_integers<std::uint8_t>(ElementType::UInt8);
  expect_like_integers<std::int16_t>(ElementType::Int16);
  expect_like_integers<std::uint16_t>(ElementType::UInt16);
  expect_like_integers<std::int32_t>(ElementType::Int32);
  expect_like_integers<std::uint32_t>(ElementType::UInt32);
  expect_like_integers<std::int64_t>(ElementType::Int64);
  expect_like_integers<std::uint64_t>(ElementType::UInt64);
}

TEST(Cast, IsAtBothEndsOfEveryIntegerTypeWhatItSays) {
  for (ElementType to : all_element_types) {
    if (!is_integer(to)) continue;
    const auto [lowest, highest, modulus] = range_of(to);
    const double above = lowest + modulus;
    EXPECT_EQ(converted(above, to, Rounding::Floor, Overflow::Wrap), lowest);
    EXPECT_EQ(converted(above, to, Rounding::Floor, Overflow::Saturate), highest);
    EXPECT_EQ(converted(lowest - 1, to, Rounding::Floor, Overflow::Saturate), lowest);
    EXPECT_EQ(converted(lowest, to, Rounding::Floor, Overflow::Wrap), lowest);
    EXPECT_EQ(converted(highest, to, Rounding::Floor, Overflow::Wrap), highest);
    EXPECT_EQ(converted(1e300, to, Rounding::Floor, Overflow::Saturate), highest);
    EXPECT_EQ(converted(-1e300, to, Rounding::Floor, Overflow::Saturate), lowest);
    for (Overflow overflow : {Overflow::Wrap, Overflow::Saturate})
      for (double v : {1e300, -1e300, 0.5, -0.5, highest, lowest}) {
        const double result = converted(v, to, Rounding::Nearest, overflow);
        EXPECT_GE(result, lowest);
        EXPECT_LE(result, highest);
        EXPECT_EQ(result, std::floor(result));
      }
  }
}

TEST(Cast, MakesWholeNumbersOfWhatIsNotFinite) {
  for (ElementType to : all_element_types) {
    if (!is_integer(to)) continue;
    EXPECT_EQ(converted(nan, to, Rounding::Floor, Overflow::Saturate), 0);
    EXPECT_EQ(converted(nan, to, Rounding::Floor, Overflow::Wrap), 0);
    EXPECT_EQ(converted(inf, to, Rounding::Floor, Overflow::Saturate), range_of(to).highest);
    EXPECT_EQ(converted(-inf, to, Rounding::Floor, Overflow::Saturate), range_of(to).lowest);
    EXPECT_EQ(converted(inf, to, Rounding::Floor, Overflow::Wrap), 0);
    EXPECT_EQ(converted(-inf, to, Rounding::Floor, Overflow::Wrap), 0);
  }
}

TEST(Cast, RoundsAsTold) {
  struct Row {
    double v, floor, ceiling, zero, nearest, round, convergent;
  };
  constexpr double below_half = 0.49999999999999994;  // the largest double below 1/2
  const Row rows[] = {
      {2.5, 2, 3, 2, 3, 3, 2},        {-2.5, -3, -2, -2, -2, -3, -2}, {3.5, 3, 4, 3, 4, 4, 4},
      {-3.5, -4, -3, -3, -3, -4, -4}, {0.5, 0, 1, 0, 1, 1, 0},        {-0.5, -1, 0, 0, 0, -1, 0},
      {2.4, 2, 3, 2, 2, 2, 2},        {-2.6, -3, -2, -2, -3, -3, -3}, {below_half, 0, 1, 0, 0, 0, 0},
      {7, 7, 7, 7, 7, 7, 7},
  };
  for (const Row& row : rows) {
    auto rounded = [&](Rounding r) { return converted(row.v, ElementType::Int16, r, Overflow::Saturate); };
    EXPECT_EQ(rounded(Rounding::Floor), row.floor) << row.v;
    EXPECT_EQ(rounded(Rounding::Ceiling), row.ceiling) << row.v;
    EXPECT_EQ(rounded(Rounding::Zero), row.zero) << row.v;
    EXPECT_EQ(rounded(Rounding::Nearest), row.nearest) << row.v;
    EXPECT_EQ(rounded(Rounding::Round), row.round) << row.v;
    EXPECT_EQ(rounded(Rounding::Convergent), row.convergent) << row.v;
  }
}

TEST(Cast, SingleIsTheNearestFloat) {
  auto single = [](double v) { return converted(v, ElementType::Single, Rounding::Floor, Overflow::Wrap); };
  for (double v : {0.1, 1.0 / 3, 1e30, -1e-30, 16777217.0, 1e-46})
    EXPECT_EQ(single(v), static_cast<double>(static_cast<float>(v)));
  EXPECT_EQ(single(16777217.0), 16777216.0);  // halfway: to even
  EXPECT_EQ(single(1e39), inf);
  EXPECT_EQ(single(-1e39), -inf);
}

TEST(Cast, BooleanIsWhetherItIsNotZero) {
  auto boolean = [](double v) { return converted(v, ElementType::Boolean, Rounding::Floor, Overflow::Wrap); };
  EXPECT_EQ(boolean(0), 0);
  EXPECT_EQ(boolean(-0.0), 0);
  EXPECT_EQ(boolean(0.3), 1);
  EXPECT_EQ(boolean(-7), 1);
  EXPECT_EQ(boolean(nan), 1);
}

TEST(Cast, HasTheDerivativeOfItsKind) {
  Graph g;
  const Value x = g.leaf(Op::State, 0, {});
  Tangents tangents(g);
  EXPECT_EQ(cast(x, ElementType::Double).id, x.id);
  EXPECT_EQ(tangents(cast(x, ElementType::Single)).id, tangents(x).id);
  EXPECT_FALSE(tangents(cast(x, ElementType::Int8)));
  EXPECT_FALSE(tangents(cast(x, ElementType::UInt32, Rounding::Nearest, Overflow::Wrap)));
  EXPECT_FALSE(tangents(cast(x, ElementType::Boolean)));
}

}  // namespace sim::ir
