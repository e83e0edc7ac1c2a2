#include "sim_core/base/element_type.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sim {

namespace {

template <class T>
void expect_range(ElementType t) {
  const IntegerRange range = range_of(t);
  EXPECT_EQ(range.lowest, static_cast<double>(std::numeric_limits<T>::min())) << name_of(t);
  EXPECT_EQ(bits_of(t), static_cast<int>(8 * sizeof(T))) << name_of(t);
  EXPECT_EQ(is_signed_integer(t), std::numeric_limits<T>::is_signed) << name_of(t);
  // The highest is the largest double that T holds.
  EXPECT_LE(static_cast<long double>(range.highest), static_cast<long double>(std::numeric_limits<T>::max()));
  EXPECT_GT(static_cast<long double>(std::nextafter(range.highest, INFINITY)) + (sizeof(T) < 8 ? 1 : 0),
            static_cast<long double>(std::numeric_limits<T>::max()));
  EXPECT_EQ(range.modulus, std::ldexp(1.0, 8 * sizeof(T)));
}

}  // namespace

TEST(ElementType, RangesAreThoseOfTheIntegers) {
  expect_range<std::int8_t>(ElementType::Int8);
  expect_range<std::uint8_t>(ElementType::UInt8);
  expect_range<std::int16_t>(ElementType::Int16);
  expect_range<std::uint16_t>(ElementType::UInt16);
  expect_range<std::int32_t>(ElementType::Int32);
  expect_range<std::uint32_t>(ElementType::UInt32);
  expect_range<std::int64_t>(ElementType::Int64);
  expect_range<std::uint64_t>(ElementType::UInt64);
  EXPECT_EQ(range_of(ElementType::UInt16).highest, 65535);
  EXPECT_EQ(range_of(ElementType::Int64).highest, 9223372036854774784.0);
}

TEST(ElementType, NamesReadBack) {
  for (ElementType t : all_element_types) EXPECT_EQ(element_type(name_of(t)), t);
  EXPECT_FALSE(element_type("int7"));
  EXPECT_FALSE(element_type("Double"));
}

TEST(ElementType, CommonTypesHoldBoth) {
  using enum ElementType;
  EXPECT_EQ(common_type(Int8, UInt8), Int16);
  EXPECT_EQ(common_type(UInt32, Int8), Int64);
  EXPECT_EQ(common_type(UInt8, Int32), Int32);
  EXPECT_EQ(common_type(UInt64, Int16), Int64);
  EXPECT_EQ(common_type(Int32, Single), Single);
  EXPECT_EQ(common_type(Single, Double), Double);
  EXPECT_EQ(common_type(UInt64, Double), Double);
  EXPECT_EQ(common_type(Boolean, Int8), Int8);
  EXPECT_EQ(common_type(Boolean, Boolean), Boolean);
}

// What the fixed point of the propagation rests on.
TEST(ElementType, CommonTypesFormASemilattice) {
  for (ElementType a : all_element_types) {
    EXPECT_EQ(common_type(a, a), a);
    for (ElementType b : all_element_types) {
      EXPECT_EQ(common_type(a, b), common_type(b, a));
      EXPECT_EQ(common_type(common_type(a, b), a), common_type(a, b));
      for (ElementType c : all_element_types)
        EXPECT_EQ(common_type(common_type(a, b), c), common_type(a, common_type(b, c)))
            << name_of(a) << ' ' << name_of(b) << ' ' << name_of(c);
      if (is_integer(a) && is_integer(b) && bits_of(a) < 64 && bits_of(b) < 64) {
        EXPECT_LE(range_of(common_type(a, b)).lowest, std::min(range_of(a).lowest, range_of(b).lowest));
        EXPECT_GE(range_of(common_type(a, b)).highest, std::max(range_of(a).highest, range_of(b).highest));
      }
    }
  }
}

}  // namespace sim
