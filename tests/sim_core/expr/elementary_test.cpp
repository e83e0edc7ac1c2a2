// Element-wise functions against closed forms, one by one.
#include "sim_core/expr/elementary.h"

#include <numbers>
#include <set>

#include "sim_core/expr/functions.h"
#include "tests/sim_core/expr/support.h"

namespace sim::expr {

using std::numbers::e;
using std::numbers::pi;

TEST(Elementary, RealValues) {
  const std::pair<const char*, double> cases[] = {
      {"sin(pi/6)", 0.5},
      {"cos(pi/3)", 0.5},
      {"tan(pi/4)", 1},
      {"asin(0.5)", pi / 6},
      {"acos(0.5)", pi / 3},
      {"atan(-1)", -pi / 4},
      {"atan2(1, -1)", 3 * pi / 4},
      {"atan2(-1, -1)", -3 * pi / 4},
      {"sinh(log(2))", 0.75},
      {"cosh(log(2))", 1.25},
      {"tanh(log(2))", 0.6},
      {"asinh(0.75)", std::numbers::ln2},
      {"acosh(1.25)", std::numbers::ln2},
      {"atanh(0.6)", std::numbers::ln2},
      {"exp(1)", e},
      {"expm1(1e-10)", 1.00000000005e-10},
      {"log(e)", 1},
      {"log2(0.125)", -3},
      {"log10(1000)", 3},
      {"log1p(1e-10)", 9.9999999995e-11},
      {"sqrt(2.25)", 1.5},
      {"cbrt(-27)", -3},
      {"power(2, 10)", 1024},
      {"hypot(3e200, 4e200) / 1e200", 5},
      {"erf(0.5)", 0.5204998778130465},
      {"gamma(5)", 24},
      {"gamma(0.5)", std::sqrt(pi)},
      {"abs(-2.5)", 2.5},
      {"sign(-3)", -1},
      {"sign(0)", 0},
      {"sign(3)", 1},
      {"floor(-2.5)", -3},
      {"ceil(-2.5)", -2},
      {"round(-2.5)", -3},
      {"round(2.5)", 3},
      {"fix(-2.7)", -2},
      {"min(3, -2)", -2},
      {"max(3, -2)", 3},
      {"max(nan, 2)", 2},
      {"mod(-1, 3)", 2},
      {"mod(5, -3)", -1},
      {"mod(6, 3)", 0},
      {"mod(5, 0)", 5},
      {"mod(5.5, 2)", 1.5},
      {"rem(-1, 3)", -1},
      {"rem(5, -3)", 2},
      {"real(3)", 3},
      {"imag(3)", 0},
      {"conj(3)", 3},
      {"angle(-1)", pi},
      {"angle(2)", 0},
  };
  for (const auto& [text, wanted] : cases) expect_near(text, wanted);
  // Small results, relative to themselves.
  EXPECT_NEAR(*value_of("expm1(1e-10)").as_scalar() / 1.00000000005e-10, 1, 1e-14);
  EXPECT_NEAR(*value_of("log1p(1e-10)").as_scalar() / 9.9999999995e-11, 1, 1e-14);
}

TEST(Elementary, IeeeSpecialValues) {
  expect_same("1/0", "inf");
  expect_same("-1/0", "-inf");
  expect_same("0/0", "nan");
  expect_same("[1 -1 0] ./ 0", "[inf -inf nan]");
  expect_same("log(0)", "-inf");
  expect_same("rem(5, 0)", "nan");
  expect_same("gamma([0 -1])", "[inf inf]");
  expect_same("sign(nan)", "nan");
  expect_same("inf - inf", "nan");
  expect_same("0 ^ 0", "1");
  expect_same("nan == nan", "false");
  expect_same("nan ~= nan", "true");
}

TEST(Elementary, TruthValues) {
  expect_same("isnan([1 nan inf])", "[false true false]");
  expect_same("isinf([1 nan -inf])", "[false false true]");
  expect_same("isfinite([1 nan inf])", "[true false false]");
  expect_same("xor([0 0 1 1], [0 1 0 1])", "[false true true false]");
  expect_same("[0 0 1 1] & [0 1 0 1]", "[false false false true]");
  expect_same("[0 0 1 1] | [0 1 0 1]", "[false true true true]");
  expect_same("~[0 2]", "[true false]");
  expect_same("![0 2]", "[true false]");
  expect_same("[1 2 3] == 2", "[false true false]");
  expect_same("[1 2 3] ~= 2", "[true false true]");
  expect_same("[1 2 3] != 2", "[true false true]");
  expect_same("[1 2 3] < 2", "[true false false]");
  expect_same("[1 2 3] <= 2", "[true true false]");
  expect_same("[1 2 3] > 2", "[false false true]");
  expect_same("[1 2 3] >= 2", "[false true true]");
  expect_same("true + true", "2");
}

TEST(Elementary, RealFunctionsBecomeComplexBeyondTheirDomain) {
  const auto near = [](const char* text, double re, double im) {
    expect_near(text, Value::complex({re, im}));
  };
  near("sqrt(-4)", 0, 2);
  near("log(-1)", 0, pi);
  near("log2(-8)", 3, pi / std::numbers::ln2);
  near("log10(-100)", 2, pi / std::numbers::ln10);
  near("log1p(-2)", 0, pi);
  near("asin(2)", pi / 2, -std::log(2 + std::sqrt(3.0)));
  near("asin(-2)", -pi / 2, std::log(2 + std::sqrt(3.0)));
  near("acos(2)", 0, std::log(2 + std::sqrt(3.0)));
  near("acos(-2)", pi, -std::log(2 + std::sqrt(3.0)));
  near("acosh(0.5)", 0, pi / 3);
  near("atanh(2)", std::log(3.0) / 2, pi / 2);
  near("(-8)^(1/3)", 1, std::sqrt(3.0));
  expect_same("(-8)^2", "64");
  EXPECT_FALSE(value_of("sqrt([4 9])").is_complex());
  EXPECT_TRUE(value_of("sqrt([4 -9])").is_complex());
}

TEST(Elementary, ComplexValues) {
  const auto near = [](const char* text, double re, double im) {
    expect_near(text, Value::complex({re, im}));
  };
  near("(1+2i)*(3-1i)", 5, 5);
  near("(5+5i)/(3-1i)", 1, 2);
  near("(1+2i)^2", -3, 4);
  near("(1+2i)^-1", 0.2, -0.4);
  near("2^1i", std::cos(std::numbers::ln2), std::sin(std::numbers::ln2));
  near("exp(1i*pi/2) + 1", 1, 1);
  near("expm1(1i*pi/2)", -1, 1);
  near("sqrt(3+4i)", 2, 1);
  near("sin(1i)", 0, std::sinh(1.0));
  near("tan(1i)", 0, std::tanh(1.0));
  near("sinh(1i)", 0, std::sin(1.0));
  near("tanh(1i)", 0, std::tan(1.0));
  near("asinh(0.5i)", 0, pi / 6);
  near("atan(0.5i)", 0, std::log(3.0) / 2);
  near("conj(1+2i)", 1, -2);
  near("sign(3+4i)", 0.6, 0.8);
  near("floor(1.5-1.5i)", 1, -2);
  near("ceil(1.5-1.5i)", 2, -1);
  near("round(1.5-1.4i)", 2, -1);
  near("fix(1.5-1.5i)", 1, -1);
  near("-(1+2i)", -1, -2);
  expect_near("cos(1i)", std::cosh(1.0));
  expect_near("cosh(1i)", std::cos(1.0));
  expect_same("1i^2", "-1");
  expect_same("abs(3+4i)", "5");
  expect_same("real(3+4i)", "3");
  expect_same("imag(3+4i)", "4");
  expect_near("angle(1+1i)", pi / 4);
  expect_same("hypot(3i, 4)", "5");
  expect_same("[1+1i 2] == [1+1i 2i]", "[true false]");
  expect_same("isnan(complex(1, nan))", "true");
  expect_same("complex(1, 2)", "1 + 2i");
  EXPECT_TRUE(value_of("complex(1, 0)").is_complex());
  EXPECT_FALSE(value_of("complex(1, 0) + 0").is_complex());
  expect_same("complex([1 2], 3)", "[1+3i 2+3i]");
  expect_message("complex([1 2], [1 2 3])", "[1x2] and [1x3]");
  for (const char* text :
       {"cbrt(1i)", "mod(1i, 2)", "min(1i, 2)", "erf(1i)", "atan2(1i, 1)", "gamma(1i)", "rem(1i, 1)"}) {
    expect_message(text, "complex");
  }
}

TEST(Elementary, OperandsExpandAlongOnes) {
  expect_same("[1 2 3] + [10; 20]", "[11 12 13; 21 22 23]");
  expect_same("[1 2; 3 4] .* [10 100]", "[10 200; 30 400]");
  expect_same("2 .^ [1 2 3]", "[2 4 8]");
  expect_same("max([1 5 3], 2)", "[2 5 3]");
  expect_same("[] + 1", "[]");
  expect_message("[1 2 3] + [1 2]", "shapes [1x3] and [1x2] do not match at column 9");
  expect_message("atan2([1 2 3], [1; 2]')", "shapes [1x3] and [1x2] do not match at column 1");
}

TEST(Elementary, StringsOnlyCompare) {
  expect_same("'abc' == 'abc'", "true");
  expect_same("'abc' == \"abd\"", "false");
  expect_same("'abc' ~= 'ab'", "true");
  expect_message("'a' + 1", "expected a number, found the string 'a' at column 5");
  expect_message("sin('a')", "sin: expected a number");
}

TEST(Elementary, TheTableIsWhole) {
  std::set<std::string_view> seen;
  for (const Function& function : functions()) {
    EXPECT_TRUE(seen.insert(function.name).second) << function.name << " is there twice";
    EXPECT_EQ(find_function(function.name), &function);
    EXPECT_FALSE(function.summary.empty()) << function.name;
    // Those of several results name them: "[q, r] = deconv(b, a)".
    const std::size_t results = function.signature.find("] = ");
    const std::string_view called =
        function.signature.substr(results == std::string_view::npos ? 0 : results + 4);
    EXPECT_TRUE(called.starts_with(function.name)) << function.signature;
    EXPECT_LE(function.min_arguments, function.max_arguments) << function.name;
    if (function.elementary) {
      const ElementaryInfo& op = info(*function.elementary);
      const std::vector<Value> arguments(static_cast<std::size_t>(op.arity), Value::scalar(1));
      const auto value = call(function, arguments);
      ASSERT_TRUE(value) << function.name;
      EXPECT_EQ(*value, op.truth ? Value::boolean(op.real(1, 1) != 0) : Value::scalar(op.real(1, 1)));
    }
  }
  EXPECT_EQ(find_function("nothing"), nullptr);
  EXPECT_TRUE(find_function("pi")->is_constant());
  EXPECT_EQ(find_function("max")->reduction, Reduction::Maximum);
  EXPECT_EQ(find_function("sin")->elementary, Elementary::Sin);
}

}  // namespace sim::expr
