// Functions of signals: each gives the numbers, and the shape, that the function of numbers of its name gives
// (expr/functions.h).
#include "sim_core/block/formula_functions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "sim_core/base/text.h"
#include "sim_core/expr/evaluate.h"
#include "sim_core/expr/functions.h"
#include "sim_core/expr/value.h"
#include "sim_core/ir/known_values.h"

namespace sim {

namespace {

// Arguments as parameters, whose values are known, but which are no constants while a function is written.
struct Signals {
  ir::Graph graph;
  std::vector<double> numbers;
  std::vector<ir::Value> values;
  std::vector<std::optional<double>> known;

  explicit Signals(const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
      const expr::Value value = *expr::evaluate(text, expr::ValueScope());
      values.push_back(
          graph.leaf(ir::Op::Parameter, static_cast<int>(numbers.size()), real_shape(value.shape())));
      numbers.insert(numbers.end(), value.real().begin(), value.real().end());
      known.push_back(value.as_scalar());
    }
  }
  SignalFunction operator()(std::string_view name, int result = 1, int results = 1) {
    return signal_function(name, {.values = values,
                                  .number = [this](std::size_t k) { return known[k]; },
                                  .numbers = [](std::size_t) { return std::vector<double>(); },
                                  .result = result,
                                  .results = results});
  }
  std::vector<double> worth(ir::Value v) {
    ir::KnownValues all(graph, numbers);
    for (ir::NodeId id = 0; id < graph.size(); ++id) all.add(id);
    const auto found = all(v.id);
    return {found.begin(), found.end()};
  }
};

std::string call_of(const std::string& name, const std::vector<std::string>& arguments) {
  return name + "(" + join(arguments, ", ") + ")";
}

void expect_as_of_numbers(const std::string& name, const std::vector<std::string>& arguments) {
  SCOPED_TRACE(call_of(name, arguments));
  const auto expected = expr::evaluate(call_of(name, arguments), expr::ValueScope());
  ASSERT_TRUE(expected) << to_text(expected.error());
  Signals signals(arguments);
  const SignalFunction made = signals(name);
  ASSERT_TRUE(made.value) << made.why;
  EXPECT_EQ(real_shape(made.value.shape()), real_shape(expected->shape()));
  const std::vector<double> found = signals.worth(made.value);
  ASSERT_EQ(found.size(), expected->real().size());
  for (std::size_t k = 0; k < found.size(); ++k)
    EXPECT_TRUE(std::abs(found[k] - expected->real()[k]) <= 1e-12 * (1 + std::abs(found[k])))
        << k << ": " << found[k] << " and " << expected->real()[k];
}

void expect_refused(const std::string& name, const std::vector<std::string>& arguments,
                    const std::string& why, int results = 1) {
  Signals signals(arguments);
  const SignalFunction made = signals(name, 1, results);
  EXPECT_FALSE(made.value) << call_of(name, arguments);
  EXPECT_EQ(std::string(made.why), why) << call_of(name, arguments);
}

const char* const square = "[2 -1 0; 1 3 0.5; 4 0 1]";
const char* const wide = "[1 2 3; 4 5 6]";
const char* const column = "[3; -1; 2]";

}  // namespace

TEST(FormulaFunctions, AreThoseOfNumbers) {
  for (const char* name : {"det", "trace", "diag", "transpose", "flipud", "fliplr", "double", "full"})
    expect_as_of_numbers(name, {square});
  for (const char* name : {"diag", "cumsum", "cumprod", "sort", "max", "min", "sum", "mean", "flipud"})
    expect_as_of_numbers(name, {column});
  for (const char* name : {"int8", "uint8", "int16", "uint16", "int32", "uint32", "single", "deg2rad",
                           "rad2deg", "logical", "boolean"})
    expect_as_of_numbers(name, {"[300.5; -2.5; 0; 1e20; 0.1]"});
  for (const char* name : {"int64", "uint64"}) expect_as_of_numbers(name, {"[300.5; -2.5; 0; 1e15; 0.1]"});
  expect_as_of_numbers("cross", {column, "[1; 5; -2]"});
  expect_as_of_numbers("kron", {wide, "[1 -1; 2 0]"});
  expect_as_of_numbers("repmat", {wide, "2", "3"});
  expect_as_of_numbers("repmat", {"7", "2"});
  expect_as_of_numbers("reshape", {wide, "3", "2"});
  expect_as_of_numbers("linspace", {"2", "-1", "7"});
  expect_as_of_numbers("polyval", {"[2; -1; 5]", wide});
  for (const char* dimension : {"1", "2"}) {
    expect_as_of_numbers("sum", {wide, dimension});
    expect_as_of_numbers("mean", {wide, dimension});
  }
}

TEST(FormulaFunctions, OfMatricesAreInverse) {
  Signals signals({square});
  const SignalFunction inverse = signals("inv");
  ASSERT_TRUE(inverse.value);
  // A linear system is no known value; its operands are: A, and the unit matrix.
  const ir::Node& node = signals.graph.node(inverse.value.id);
  EXPECT_EQ(node.op, ir::Op::LinearSolve);
  EXPECT_EQ(node.a, signals.values[0].id);
  EXPECT_EQ(signals.worth({&signals.graph, node.b}), (std::vector<double>{1, 0, 0, 0, 1, 0, 0, 0, 1}));
  Signals one({"4"});
  EXPECT_EQ(one.worth(one("inv").value), std::vector<double>{0.25});
}

TEST(FormulaFunctions, OfSeveralResultsTheExtremeHasItsPlace) {
  Signals signals({"[3; 7; 7; 1]"});
  EXPECT_EQ(signals.worth(signals("max", 1, 2).value), std::vector<double>{7});
  EXPECT_EQ(signals.worth(signals("max", 2, 2).value), std::vector<double>{2});  // the first of two
  EXPECT_EQ(signals.worth(signals("min", 2, 2).value), std::vector<double>{4});
}

TEST(FormulaFunctions, NumbersOfNoTypeAreZero) {
  Signals signals({"[nan; inf; -inf]"});
  EXPECT_EQ(signals.worth(signals("int8").value), (std::vector<double>{0, 127, -128}));
  EXPECT_EQ(signals.worth(signals("uint16").value), (std::vector<double>{0, 65535, 0}));
}

TEST(FormulaFunctions, WhatArgumentsMustBeIsSaid) {
  expect_refused("inv", {wide}, "a square matrix");
  expect_refused("trace", {wide}, "a square matrix");
  expect_refused("det", {"eye(9)"}, "a square matrix of at most 8 rows");
  expect_refused("diag", {column, "1"}, "one argument");
  expect_refused("cross", {column, "[1; 2]"}, "vectors of 3 elements");
  expect_refused("repmat", {column, "0.5"}, "numbers of rows and columns that are known");
  expect_refused("repmat", {column, "1e6", "1e6"}, "a result of at most a million elements");
  expect_refused("reshape", {column, "2", "2"}, "numbers of rows and columns, with as many elements");
  expect_refused("cumsum", {wide}, "a vector");
  expect_refused("linspace", {"0", "1", "1"}, "two numbers, and how many are wanted");
  expect_refused("polyval", {wide, "1"}, "a vector of coefficients");
  expect_refused("sort", {wide}, "a vector of at most 64 elements");
  expect_refused("sort", {"zeros(65, 1)"}, "a vector of at most 64 elements");
  expect_refused("sort", {column}, "a vector of at most 64 elements", 2);
  expect_refused("max", {wide}, "a vector");
  expect_refused("sum", {wide, "3"}, "the dimension 1 or 2");
  expect_refused("eig", {square}, "");  // not known of signals
}

TEST(FormulaFunctions, OfComplexSignalsOnlyElementsMove) {
  ir::Graph graph;
  const ir::Value z = graph.leaf(ir::Op::Parameter, 0, complex_shape({2, 2}));
  const auto of = [&](std::string_view name) {
    return signal_function(name, {.values = std::span(&z, 1),
                                  .number = [](std::size_t) { return std::nullopt; },
                                  .numbers = [](std::size_t) { return std::vector<double>(); }});
  };
  EXPECT_TRUE(of("transpose").value);
  EXPECT_TRUE(of("fliplr").value);
  EXPECT_FALSE(of("det").value);
  EXPECT_FALSE(of("int8").value);
}

TEST(FormulaFunctions, DivisionsNeedFittingMatrices) {
  Signals signals({square, column, wide});
  EXPECT_TRUE(left_division(signals.values[0], signals.values[1]));
  EXPECT_FALSE(left_division(signals.values[2], signals.values[1]));
  EXPECT_FALSE(left_division(signals.values[0], signals.values[2]));
  EXPECT_TRUE(right_division(signals.values[2], signals.values[0]));
  EXPECT_EQ(right_division(signals.values[2], signals.values[0]).shape(), (Shape{2, 3}));
  EXPECT_FALSE(right_division(signals.values[0], signals.values[2]));
}

}  // namespace sim
