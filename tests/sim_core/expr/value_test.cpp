#include "sim_core/expr/value.h"

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "tests/sim_core/expr/support.h"

namespace sim::expr {

TEST(Value, Helpers) {
  EXPECT_EQ(Value::scalar(2).as_scalar(), 2);
  EXPECT_EQ(Value::boolean(true).as_scalar(), 1);
  EXPECT_FALSE(Value::vector({1, 2}).as_scalar());
  EXPECT_FALSE(Value::complex({1, 2}).as_scalar());
  EXPECT_FALSE(Value::string("x").as_scalar());
  EXPECT_FALSE(Value::string("x").is_scalar());
  EXPECT_EQ(Value::vector({1, 2}).shape(), (Shape{2, 1}));
  EXPECT_EQ(Value::matrix({2, 2}, {1, 2, 3, 4})(0, 1), 3);
  EXPECT_NE(Value::scalar(1), Value::boolean(true));
  EXPECT_NE(Value::row({1, 2}), Value::vector({1, 2}));
  EXPECT_EQ(Value::scalar(std::nan("")), Value::scalar(std::nan("")));
}

TEST(Value, TextOfEachKind) {
  EXPECT_EQ(to_text(Value::matrix({2, 2}, {1, 3, 2, 4})), "[1 2;3 4]");
  EXPECT_EQ(to_text(Value::vector({1, -2})), "[1;-2]");
  EXPECT_EQ(to_text(Value::scalar(0.1)), "0.1");
  EXPECT_EQ(to_text(Value()), "[]");
  EXPECT_EQ(to_text(Value::matrix({0, 3}, {})), "zeros(0,3)");
  EXPECT_EQ(to_text(Value::booleans({1, 2}, {1, 0})), "[true false]");
  EXPECT_EQ(to_text(Value::complex({1, -2})), "1-2i");
  EXPECT_EQ(to_text(Value::string("it's")), "'it''s'");
}

// Equal down to the sign of zero.
static bool identical(const Value& a, const Value& b) {
  if (!(a == b)) return false;
  for (int k = 0; k < (a.is_string() ? 0 : a.size()); ++k) {
    if (std::signbit(a[k]) != std::signbit(b[k]) && !std::isnan(a[k])) return false;
    const auto at = static_cast<std::size_t>(k);
    if (a.is_complex() && std::signbit(a.imaginary()[at]) != std::signbit(b.imaginary()[at]) &&
        !std::isnan(a.imaginary()[at])) {
      return false;
    }
  }
  return true;
}

TEST(Value, TextReadsBackExactly) {
  std::mt19937_64 random(7);
  const double special[] = {0.0,
                            -0.0,
                            1,
                            -1,
                            1e300,
                            5e-324,
                            std::numeric_limits<double>::infinity(),
                            -std::numeric_limits<double>::infinity(),
                            std::nan("")};
  const auto number = [&]() -> double {
    if (random() % 3 == 0) return special[random() % std::size(special)];
    const double any = std::bit_cast<double>(random());
    return std::isnan(any) ? std::nan("") : any;
  };
  for (int trial = 0; trial < 3000; ++trial) {
    const Shape shape{static_cast<int>(random() % 4), static_cast<int>(random() % 4)};
    const auto n = static_cast<std::size_t>(shape.size());
    std::vector<double> real(n), imaginary(n);
    std::string text(random() % 8, ' ');
    for (double& x : real) x = number();
    for (double& x : imaginary) x = number();
    for (char& c : text) c = static_cast<char>(random() % 256);
    for (double& x : real) {
      if (trial % 4 == 2) x = random() % 2;
    }
    const Value value = trial % 4 == 0   ? Value::matrix(shape, real)
                        : trial % 4 == 1 ? Value::matrix(shape, real, imaginary)
                        : trial % 4 == 2 ? Value::booleans(shape, real)
                                         : Value::string(text);
    const Value back = value_of(to_text(value));
    ASSERT_TRUE(identical(back, value)) << to_text(value) << " reads back as " << to_text(back);
  }
}

}  // namespace sim::expr
