#include "sim_core/expr/evaluate.h"

#include "tests/sim_core/expr/support.h"

namespace sim::expr {

static const ValueScope::Variables variables = {{"x", Value::vector({10, 20, 30})},
                                                {"r", Value::row({10, 20, 30})},
                                                {"A", Value::matrix({2, 3}, {1, 2, 3, 4, 5, 6})},
                                                {"b", Value::booleans({1, 2}, {1, 0})},
                                                {"z", Value::matrix({1, 2}, {1, 2}, {3, 0})}};

TEST(Evaluate, OneIndex) {
  const std::pair<const char*, const char*> cases[] = {
      {"x(1)", "10"},
      {"x[3]", "30"},
      {"x(end)", "30"},
      {"x(end - 1)", "20"},
      {"x([1 3])", "[10; 30]"},
      {"r([1; 3])", "[10 30]"},
      {"x(2:end)", "[20; 30]"},
      {"r(end:-1:1)", "[30 20 10]"},
      {"r(:)", "[10; 20; 30]"},
      {"A(4)", "4"},
      {"A(:)'", "[1 2 3 4 5 6]"},
      {"A([1 2; 3 4])", "[1 2; 3 4]"},
      {"x(x > 15)", "[20; 30]"},
      {"r(r > 15)", "[20 30]"},
      {"A(A > 4)", "[5; 6]"},
      {"x([true false true])", "[10; 30]"},
      {"x()", "x"},
      {"x(min(end, 5))", "30"},
      {"x(r(1) / 10 + 1)", "20"},
      {"x(x(end) / 10)", "30"},
      {"b(1)", "true"},
      {"z(2)", "2"},
      {"[5 6 7](2)", "6"},
      {"(1:3)(2)", "2"},
      {"5 + x'(2)", "25"},
      {"A(:, 2)(1)", "3"},
  };
  for (const auto& [text, wanted] : cases) expect_same(text, wanted, variables);
  EXPECT_TRUE(value_of("x([])", variables).is_empty());
}

TEST(Evaluate, TwoIndices) {
  expect_same("A(2, 3)", "6", variables);
  expect_same("A(1, :)", "[1 3 5]", variables);
  expect_same("A(:, 2)", "[3; 4]", variables);
  expect_same("A(end, end)", "6", variables);
  expect_same("A([2 1], [1 3])", "[2 6; 1 5]", variables);
  expect_same("A(:, :)", "A", variables);
  expect_same("A(:, [true false true])", "[1 5; 2 6]", variables);
}

TEST(Evaluate, IndexErrors) {
  expect_message("x(0)", "index 0 is no element at column 1", variables);
  expect_message("x(1.5)", "index 1.5 is no element", variables);
  expect_message("1 + x(4)", "index 4 is beyond the last, 3 at column 5", variables);
  expect_message("A(3, 1)", "index 3 is beyond the last, 2", variables);
  expect_message("A(1, 1, 1)", "at most two indices", variables);
  expect_message("x('a')", "expected a number", variables);
  expect_message("x(1i)", "complex", variables);
  expect_message("x([false false false true])", "element 4 is selected", variables);
  expect_message("x(nan)", "index nan", variables);
  expect_message("sin(end)", "end has a meaning only inside the index of a variable");
}

TEST(Evaluate, Ranges) {
  expect_same("1:4", "[1 2 3 4]");
  expect_same("0:0.5:2", "[0 0.5 1 1.5 2]");
  expect_same("5:-2:0", "[5 3 1]");
  expect_same("1:2.5", "[1 2]");
  expect_same("3:1", "zeros(1, 0)");
  expect_same("1:0:5", "zeros(1, 0)");
  expect_same("2:2", "2");
  // The last element is met exactly, and the range mirrors its reverse.
  expect_same("numel(0:0.1:1)", "11");
  expect_same("(0:0.1:1)(end)", "1");
  expect_same("(0:0.01:1)(end)", "1");
  expect_same("numel(0:0.001:1)", "1001");
  expect_same("1 - fliplr(0:0.25:1)", "0:0.25:1");
  expect_message("1:inf", "a range needs finite numbers");
  expect_message("1:nan:2", "a range needs finite numbers");
  expect_message("[1 2]:3", "expected a real scalar in a range, found [1x2] at column 6");
}

TEST(Evaluate, Concatenation) {
  expect_same("[1:3; 4:6]", "[1 2 3; 4 5 6]");
  expect_same("[[1; 2] [3; 4]]", "[1 3; 2 4]");
  expect_same("[[1 2]; []; [3 4]]", "[1 2; 3 4]");
  expect_same("[[] 1]", "1");
  expect_same("[true false]", "1:2 == 1");
  expect_same("[true 2]", "[1 2]");
  expect_same("[1i 2]", "[0+1i 2+0i]");
  expect_message("[[1; 2] 3]", "shapes [2] and scalar cannot stand side by side");
  expect_message("[1 2; 3]", "shapes [1x2] and scalar cannot stand above one another");
  expect_message("['a' 1]", "cannot be joined");
  expect_message("['a'; 'b']", "above one another");
}

TEST(Evaluate, OnlyWhatIsNeededIsEvaluated) {
  expect_same("1 ? 2 : missing", "2");
  expect_same("0 ? missing : 3", "3");
  expect_same("1 || missing", "true");
  expect_same("0 && missing", "false");
  expect_same("0 || 2", "true");
  expect_same("1 && 0", "false");
  expect_message("[1 2] ? 1 : 2", "expected a real scalar as a condition, found [1x2]");
  expect_message("'a' && 1", "as a condition, found string");
}

TEST(Evaluate, UnknownNames) {
  expect_message("omga + 1", "unknown name 'omga' at column 1 (did you mean omega?)",
                 {{"omega", Value::scalar(1)}});
  expect_message("1 + quite_unknown",
                 "unknown name 'quite_unknown' at column 5 (define it among the variables of the model)");
}

TEST(Evaluate, VariablesHideFunctions) {
  expect_same("sin(2)", "7", {{"sin", Value::row({5, 7})}});
  expect_same("pi", "3", {{"pi", Value::scalar(3)}});
}

TEST(Evaluate, SizesAreLimited) {
  for (const char* text : {"zeros(1e9)", "zeros(1e5)", "ones(1e300, 5)", "eye(1e5)", "0:1e-12:1", "1:1e300",
                           "linspace(0, 1, 1e9)", "repmat(1, 1e5, 1e5)", "diag(1:2e4)",
                           "kron(ones(1e4, 1), ones(2e4, 1))", "(1:2e4)' + (1:2e4)", "(1:2e4)' * (1:2e4)",
                           "zeros(inf)", "zeros(1e10, 0)", "-1e308:1e308", "nan(1e9)"}) {
    expect_message(text, "too large");
  }
  expect_message("zeros(nan)", "whole number");
  // Far too many multiplications, though each matrix is small enough.
  expect_message("det(ones(4000))", "too large for this operation");
  std::string many = "0";
  for (int k = 0; k < 200; ++k) many += " + sum(zeros(1, 4e6))";
  expect_message(many, "intermediate results are too large");
}

}  // namespace sim::expr
