// The functions that are not element-wise, against closed forms.
#include "sim_core/expr/functions.h"

#include <numbers>

#include "tests/sim_core/expr/support.h"

namespace sim::expr {

TEST(Functions, Constants) {
  expect_near("pi", std::numbers::pi, 0);
  expect_near("e", std::numbers::e, 0);
  expect_same("eps", "2^-52");
  expect_same("1/Inf", "0");
  expect_same("isnan(NaN)", "true");
  expect_same("i*j", "-1");
  expect_same("nan(1, 2)", "[nan nan]");
  expect_same("inf(2, 1)", "[inf; inf]");
  expect_same("true(1, 2)", "[true true]");
  expect_same("false(2)", "[false false; false false]");
  expect_same("i + e", "12", {{"i", Value::scalar(5)}, {"e", Value::scalar(7)}});
}

TEST(Functions, Reductions) {
  const std::tuple<const char*, const char*, const char*, const char*> cases[] = {
      // name, of [1 2 3], down and along [1 2; 3 4]
      {"sum", "6", "[4 6]", "[3; 7]"},
      {"prod", "6", "[3 8]", "[2; 12]"},
      {"mean", "2", "[2 3]", "[1.5; 3.5]"},
      {"any", "true", "[true true]", "[true; true]"},
      {"all", "true", "[true true]", "[true; true]"},
      {"cumsum", "[1 3 6]", "[1 2; 4 6]", "[1 3; 3 7]"},
      {"cumprod", "[1 2 6]", "[1 2; 3 8]", "[1 2; 3 12]"},
  };
  for (const auto& [name, vector, down, along] : cases) {
    const std::string f(name);
    expect_same(f + "([1 2 3])", vector);
    expect_same(f + "([1 2 3]')", f.starts_with("cum") ? std::string(vector) + "'" : std::string(vector));
    expect_same(f + "([1 2; 3 4])", down);
    expect_same(f + "([1 2; 3 4], 1)", down);
    expect_same(f + "([1 2; 3 4], 2)", along);
    expect_message(f + "(1, 3)", "the dimension must be 1");
  }
  expect_same("sum([])", "0");
  expect_same("prod([])", "1");
  expect_same("mean([])", "nan");
  expect_same("any([])", "false");
  expect_same("all([])", "true");
  expect_same("sum(zeros(0, 3))", "[0 0 0]");
  expect_same("sum(zeros(0, 3), 2)", "zeros(0, 1)");
  expect_same("any([0 0; 0 1])", "[false true]");
  expect_same("all([1 0; 1 1])", "[true false]");
  expect_same("sum([1+2i 3])", "4+2i");
  expect_same("prod([1i 1i])", "-1");
  expect_same("cumsum([1i 1])", "[1i 1+1i]");
  expect_same("any([0 1i])", "true");
  expect_same("sum(true(1, 3))", "3");
}

TEST(Functions, Extremes) {
  expect_same("min([3 1 2])", "1");
  expect_same("max([3; 1; 2])", "3");
  expect_same("min([3 1; 2 5])", "[2 1]");
  expect_same("max([3 1; 2 5], [], 2)", "[3; 5]");
  expect_same("max([nan 2 nan])", "2");
  expect_same("max([nan nan])", "nan");
  expect_same("min([-inf 1])", "-inf");
  expect_same("max([])", "[]");
  expect_message("max(1, 2, 1)", "the second of three arguments must be []");
}

TEST(Functions, Sort) {
  expect_same("sort([3 1 2])", "[1 2 3]");
  expect_same("sort([3 1 nan 2], 'descend')", "[3 2 1 nan]");
  expect_same("sort([3 1; 2 5; 1 0])", "[1 0; 2 1; 3 5]");
  expect_message("sort([1 2], 'up')", "'ascend' or 'descend'");
}

TEST(Functions, Measures) {
  expect_same("size([1 2 3; 4 5 6])", "[2 3]");
  expect_same("size([1 2 3; 4 5 6], 1)", "2");
  expect_same("size([1 2 3; 4 5 6], 2)", "3");
  expect_same("size(5, 3)", "1");
  expect_same("rows([1 2 3; 4 5 6])", "2");
  expect_same("cols([1 2 3; 4 5 6])", "3");
  expect_same("numel([1 2 3; 4 5 6])", "6");
  expect_same("length([1 2 3; 4 5 6])", "3");
  expect_same("length(zeros(0, 3))", "0");
  expect_same("isempty([])", "true");
  expect_same("isempty(0)", "false");
  expect_same("isreal(1i)", "false");
  expect_same("isreal(1i^2)", "true");
  expect_same("numel('abc')", "3");
}

TEST(Functions, Makers) {
  expect_same("zeros", "0");
  expect_same("zeros(2)", "[0 0; 0 0]");
  expect_same("ones(1, 3)", "[1 1 1]");
  expect_same("ones([2 1])", "[1; 1]");
  expect_same("eye(2)", "[1 0; 0 1]");
  expect_same("eye(2, 3)", "[1 0 0; 0 1 0]");
  expect_same("linspace(0, 1, 5)", "[0 0.25 0.5 0.75 1]");
  expect_same("linspace(1, 3, 1)", "3");
  expect_same("numel(linspace(0, 1))", "100");
  expect_near("logspace(-1, 2, 4)", Value::row({0.1, 1, 10, 100}));
  expect_same("numel(logspace(0, 1))", "50");
  expect_same("diag([1 2])", "[1 0; 0 2]");
  expect_same("diag([1 2], 1)", "[0 1 0; 0 0 2; 0 0 0]");
  expect_same("diag([1 2], -1)", "[0 0 0; 1 0 0; 0 2 0]");
  expect_same("diag([1 2; 3 4])", "[1; 4]");
  expect_same("diag([1 2; 3 4], 1)", "2");
  expect_same("diag([1 2; 3 4], -1)", "3");
  expect_message("zeros(-1)", "a dimension must be a whole number of at least 0, not -1");
  expect_message("zeros(1.5)", "whole number, not 1.5");
}

TEST(Functions, Rearranging) {
  expect_same("reshape(1:6, 2, 3)", "[1 3 5; 2 4 6]");
  expect_same("reshape(1:6, [3 2])", "[1 4; 2 5; 3 6]");
  expect_same("reshape(1:6, 3, [])", "[1 4; 2 5; 3 6]");
  expect_same("reshape(1:6, [], 3)", "[1 3 5; 2 4 6]");
  expect_message("reshape(1:6, 2, 2)", "6 elements");
  expect_message("reshape(1:6, 4, [])", "whole number");
  expect_same("repmat([1 2], 2, 2)", "[1 2 1 2; 1 2 1 2]");
  expect_same("repmat(5, 2)", "[5 5; 5 5]");
  expect_same("fliplr([1 2 3])", "[3 2 1]");
  expect_same("flipud([1; 2])", "[2; 1]");
  expect_same("find([0 3 0 4])", "[2 4]");
  expect_same("find([0; 3])", "2");
  expect_same("transpose([1+1i 2])", "[1+1i; 2]");
  expect_same("[1+1i 2]'", "[1-1i; 2]");
  expect_same("[1+1i 2].'", "[1+1i; 2]");
  expect_same("[1 2 3; 4 5 6]'", "[1 4; 2 5; 3 6]");
  expect_same("[true; false]'", "[true false]");
}

TEST(Functions, LinearAlgebra) {
  expect_same("[1 2; 3 4] * [5; 6]", "[17; 39]");
  expect_same("[1 2 3] * [4 5 6]'", "32");
  expect_same("[1i 2] * [1i; 1]", "1");
  expect_same("2 * [1 2]", "[2 4]");
  expect_same("[2 4] / 2", "[1 2]");
  expect_near("[4 1; 2 3] \\ [9; 7]", Value::vector({2, 1}));
  expect_near("[9 7] / [4 2; 1 3]", Value::row({2, 1}));
  expect_near("[1 0; 0 1i] \\ [1; 1]", Value::matrix({2, 1}, {1, 0}, {0, -1}));
  // The line through (0,1), (1,3), (2,5) and the least-squares constant of 1, 2, 6.
  expect_near("[1 0; 1 1; 1 2] \\ [1; 3; 5]", Value::vector({1, 2}));
  expect_near("[1; 1; 1] \\ [1; 2; 6]", 3);
  expect_same("[1 1; 1 0] ^ 10", "[89 55; 55 34]");
  expect_same("[1 2; 3 4] ^ 0", "eye(2)");
  expect_near("[2 0; 0 4] ^ -1", Value::matrix({2, 2}, {0.5, 0, 0, 0.25}));
  expect_near("det([1 2; 3 4])", -2);
  expect_near("det([1i 0; 0 1i])", -1);
  expect_same("det([])", "1");
  expect_near("inv([4 7; 2 6])", Value::matrix({2, 2}, {0.6, -0.2, -0.7, 0.4}));
  expect_same("inv(0)", "inf");
  expect_same("trace([1 2; 3 4])", "5");
  expect_near("sort(eig([2 1; 1 2]))", Value::vector({1, 3}));
  expect_near("sort(imag(eig([0 1; -1 0])))", Value::vector({-1, 1}));
  expect_near("norm([3 4])", 5);
  expect_near("norm([3 4] * 1e200) / 1e200", 5);
  expect_near("norm([3 -4], 1)", 7);
  expect_near("norm([3 -4], inf)", 4);
  expect_near("norm([1 2], 3)", std::cbrt(9.0));
  expect_near("norm([3i 4])", 5);
  expect_near("norm([1 2; 3 4], 1)", 6);
  expect_near("norm([1 2; 3 4], inf)", 7);
  expect_near("norm([1 2; 3 4], 'fro')", std::sqrt(30.0));
  expect_near("norm([1 2; 3 4])", std::sqrt(15 + std::sqrt(221.0)));
  expect_same("dot([1 2 3], [4; 5; 6])", "32");
  expect_same("dot([1i 1], [1i 1])", "2");
  expect_same("cross([1 0 0], [0 1 0])", "[0 0 1]");
  expect_same("cross([1; 2; 3], [4; 5; 6])", "[-3; 6; -3]");
  expect_same("kron([1 2], [1; 10])", "[1 2; 10 20]");
  expect_same("kron(1i, [1 1i])", "[1i -1]");
}

TEST(Functions, LinearAlgebraErrors) {
  expect_message("[1 2] * [3 4]", "shapes [1x2] and [1x2] do not match at column 7");
  expect_message("[1 2; 2 4] \\ [1; 2]", "the matrix is singular at column 12");
  expect_message("inv([1 2; 2 4])", "inv: the matrix is singular");
  expect_message("inv([1 2 3])", "expected a square matrix, found [1x3]");
  expect_message("[1 2; 3 4] ^ 0.5", "whole number");
  expect_message("2 ^ [1 2; 3 4]", "the exponent must be a scalar");
  expect_message("[1; 2; 3] ^ 2", "expected a square matrix, found [3]");
  expect_message("cross([1 2], [3 4])", "3 elements");
  expect_message("dot([1 2], [3 4 5])", "[1x2] and [1x3]");
}

TEST(Functions, Polynomials) {
  expect_same("conv([1 2], [1 3])", "[1 5 6]");
  expect_same("poly([-2 -3])", "[1 5 6]");
  expect_same("poly([1i -1i])", "[1 0 1]");
  expect_same("polyval([1 5 6], [0 1 -2])", "[6 12 0]");
  expect_same("polyval([], 3)", "0");
  expect_same("polyval([1 0 1], 1i)", "0");
  expect_near("sort(roots([1 5 6]))", Value::vector({-3, -2}));
  expect_near("abs(roots([1 0 1]))", Value::vector({1, 1}));
  expect_near("roots([0 2 -4 0])", Value::vector({2, 0}));
  expect_same("numel(roots(5))", "0");
}

TEST(Functions, CallsCheckTheirArguments) {
  expect_message("sin()", "sin takes 1 argument, not 0");
  expect_message("atan2(1)", "atan2 takes 2 arguments, not 1");
  expect_message("linspace(1)", "linspace takes 2 to 3 arguments, not 1");
  expect_message("sin", "sin is a function and needs arguments");
  expect_message("sine(1)", "unknown name 'sine' at column 1 (did you mean sin");
  expect_message("sum(:)", "':' alone is an index");
}

}  // namespace sim::expr
