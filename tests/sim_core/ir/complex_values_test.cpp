// Complex arithmetic on graphs of real operations, against std::complex.
#include <gtest/gtest.h>

#include <array>
#include <complex>
#include <random>

#include "sim_core/ir/values.h"
#include "tests/support/naive_evaluator.h"

namespace sim::ir {

namespace {

using Complex = std::complex<double>;

// Two complex numbers and a real one, as states.
struct Operands {
  Graph g;
  Value a = g.leaf(Op::State, 0, complex_shape(scalar_shape)), b = g.leaf(Op::State, 2, a.shape()),
        r = g.leaf(Op::State, 4, scalar_shape);
  std::array<double, 5> x{};

  Complex operator()(Value v) {
    Frame frame;
    frame.x = x.data();
    NaiveEvaluator evaluate(g, frame);
    const std::vector<double> numbers = evaluate(v.id);
    return {numbers[0], v.shape().complex ? numbers[1] : 0};
  }
};

void expect_near(Complex found, Complex wanted, const char* what) {
  EXPECT_LE(std::abs(found - wanted), 4e-14 * (1 + std::abs(wanted)))
      << what << ": " << found << " " << wanted;
}

}  // namespace

// Its real part is the number that a product of nothing is.
TEST(ComplexValues, PowersOfAConstantWithTheRealPartOne) {
  Operands o;
  const Value z = complex(o.g.constant(1), o.g.constant(2));
  expect_near(o(pow(z, o.g.constant(3))), {-11, -2}, "cube");
  expect_near(o(pow(z, o.g.constant(5))), {41, -38}, "fifth power");
  expect_near(o(pow(z, o.g.constant(0))), 1, "of no factors");
  expect_near(o(pow(z, o.g.constant(-3))), 1.0 / Complex(-11, -2), "reciprocal");
}

TEST(ComplexValues, FunctionsAreThoseOfTheStandardLibrary) {
  Operands o;
  std::mt19937 random(1);
  std::normal_distribution<double> normal(0, 2);
  for (int round = 0; round < 200; ++round) {
    for (double& v : o.x) v = normal(random);
    if (round % 10 == 1) o.x[1] = 0;
    if (round % 10 == 2) o.x[0] = 0;
    const Complex a{o.x[0], o.x[1]}, b{o.x[2], o.x[3]};
    const double r = o.x[4];
    expect_near(o(o.a + o.b), a + b, "+");
    expect_near(o(o.a - o.r), a - r, "-");
    expect_near(o(o.r - o.a), r - a, "-");
    expect_near(o(o.a * o.b), a * b, "*");
    expect_near(o(o.r * o.b), r * b, "*");
    expect_near(o(o.a / o.b), a / b, "/");
    expect_near(o(o.a / o.r), a / r, "/");
    expect_near(o(o.r / o.b), r / b, "/");
    expect_near(o(-o.a), -a, "-");
    expect_near(o(square(o.a)), a * a, "square");
    expect_near(o(sqrt(o.a)), std::sqrt(a), "sqrt");
    expect_near(o(exp(o.a)), std::exp(a), "exp");
    expect_near(o(log(o.a)), std::log(a), "log");
    expect_near(o(make(Op::Log10, o.a)), std::log10(a), "log10");
    expect_near(o(pow(o.a, o.b)), std::pow(a, b), "pow");
    expect_near(o(pow(o.a, o.g.constant(3))), a * a * a, "pow");
    expect_near(o(pow(o.a, o.g.constant(-2))), 1.0 / (a * a), "pow");
    expect_near(o(sin(o.a)), std::sin(a), "sin");
    expect_near(o(cos(o.a)), std::cos(a), "cos");
    expect_near(o(make(Op::Tan, o.a)), std::tan(a), "tan");
    expect_near(o(sinh(o.a)), std::sinh(a), "sinh");
    expect_near(o(cosh(o.a)), std::cosh(a), "cosh");
    expect_near(o(make(Op::Tanh, o.a)), std::tanh(a), "tanh");
    expect_near(o(make(Op::Abs, o.a)), std::abs(a), "abs");
    expect_near(o(conjugate(o.a)), std::conj(a), "conj");
    expect_near(o(select(o.r > o.g.constant(0), o.a, o.r)), r > 0 ? a : Complex(r), "select");
    EXPECT_EQ(o.g.refused(), nullptr);
  }
}

TEST(ComplexValues, EdgesOfTheirBranches) {
  Operands o;
  o.x = {-4, 0, 0, 0, 0};
  expect_near(o(sqrt(o.a)), {0, 2}, "sqrt(-4)");
  expect_near(o(log(o.a)), {std::log(4), std::numbers::pi}, "log(-4)");
  EXPECT_EQ(o(sqrt(o.b)), Complex(0, 0));
  EXPECT_EQ(o(sign(o.b)), Complex(0, 0));
  EXPECT_EQ(o(pow(o.b, o.a)), Complex(0, 0));
  EXPECT_EQ(o(pow(o.a, o.b)), Complex(1, 0));
  o.x = {1e200, 1e200, 1e200, -1e200, 0};
  expect_near(o(o.a / o.b), {0, 1}, "a quotient of large numbers");
}

TEST(ComplexValues, MatricesMultiply) {
  Graph g;
  // [1 + 5i, 3 + 7i; 2 + 6i, 4 + 8i] [1 - 1i; 2]
  const std::vector<double> re{1, 2, 3, 4}, im{5, 6, 7, 8}, v_re{1, 2}, v_im{-1, 0};
  const Value a = complex(g.constant({2, 2}, re), g.constant({2, 2}, im));
  const Value v = complex(g.constant(vector_shape(2), v_re), g.constant(vector_shape(2), v_im));
  NaiveEvaluator evaluate(g, {});
  EXPECT_EQ(evaluate(matmul(a, v).id), (std::vector<double>{6 + 6, 8 + 8, 4 + 14, 4 + 16}));
  NaiveEvaluator again(g, {});
  EXPECT_EQ(again(transpose(conjugate(a)).id), (std::vector<double>{1, 3, 2, 4, -5, -7, -6, -8}));
  const Value both[] = {v, g.constant(9)};
  NaiveEvaluator third(g, {});
  EXPECT_EQ(third(concat(both, vector_shape(3)).id), (std::vector<double>{1, 2, 9, -1, 0, 0}));
}

TEST(ComplexValues, WhatHasNoMeaningIsNoted) {
  Operands o;
  Value (*const meaningless[])(Value, Value) = {
      [](Value a, Value b) { return a < b; }, [](Value a, Value b) { return make(Op::Max, a, b); },
      [](Value a, Value b) { return a & b; }, [](Value a, Value b) { return select(a, b, b); }};
  for (auto* f : meaningless) {
    o.g.refuse(nullptr);
    f(o.a, o.b);
    EXPECT_NE(o.g.refused(), nullptr);
  }
}

}  // namespace sim::ir
