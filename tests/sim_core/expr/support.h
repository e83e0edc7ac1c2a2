#pragma once
#include <gtest/gtest.h>

#include <cmath>

#include <string>

#include "sim_core/expr/evaluate.h"
#include "sim_core/expr/parser.h"

namespace sim::expr {

// The value of an expression that must have one.
inline Value value_of(const std::string& text, const ValueScope::Variables& variables = {}) {
  Result<Value> value = evaluate(text, ValueScope(variables));
  EXPECT_TRUE(value) << text << ": " << (value ? "" : to_text(value.error()));
  return value ? *value : Value();
}

// The message and remedy of an expression that must have none.
inline std::string error_of(const std::string& text, const ValueScope::Variables& variables = {}) {
  Result<Value> value = evaluate(text, ValueScope(variables));
  EXPECT_FALSE(value) << text << " = " << (value ? to_text(*value) : "");
  return value ? "" : to_text(value.error());
}

// Both are expressions: "1:3" and "[1 2 3]".
inline void expect_same(const std::string& text, const std::string& expected,
                        const ValueScope::Variables& variables = {}) {
  const Value found = value_of(text, variables), wanted = value_of(expected, variables);
  EXPECT_TRUE(found == wanted) << text << " = " << to_text(found) << ", not " << to_text(wanted);
}

// Element by element, within a few roundings.
inline void expect_near(const std::string& text, const Value& wanted, double tolerance = 1e-14) {
  const Value found = value_of(text);
  ASSERT_EQ(found.shape(), wanted.shape()) << text;
  ASSERT_EQ(found.is_complex(), wanted.is_complex()) << text << " = " << to_text(found);
  for (int k = 0; k < found.size(); ++k) {
    const double scale = 1 + std::abs(wanted.element(k));
    EXPECT_LE(std::abs(found.element(k) - wanted.element(k)), tolerance * scale)
        << text << " = " << to_text(found) << ", not " << to_text(wanted);
  }
}

inline void expect_near(const std::string& text, double wanted, double tolerance = 1e-14) {
  expect_near(text, Value::scalar(wanted), tolerance);
}

// What [a, b, ...] = text gives the names.
inline std::vector<Value> results_of(const std::string& text, std::size_t count,
                                     const ValueScope::Variables& variables = {}) {
  const auto trees = parse_results(text, count);
  EXPECT_TRUE(trees) << text;
  std::vector<Value> out;
  for (std::size_t k = 0; trees && k < count; ++k) {
    const auto value = evaluate((*trees)[k], ValueScope(variables));
    EXPECT_TRUE(value) << text << ": " << (value ? "" : to_text(value.error()));
    out.push_back(value ? *value : Value());
  }
  return out;
}

// The largest difference of two elements over the largest element; large where shapes differ.
inline double difference(const Value& found, const Value& wanted) {
  if (found.shape() != wanted.shape() || found.is_string() || wanted.is_string()) return 1e300;
  double worst = 0, size = 0;
  for (int k = 0; k < wanted.size(); ++k) {
    const double here = std::abs(found.element(k) - wanted.element(k));
    worst = here <= worst ? worst : here;  // nan too
    size = std::max(size, std::abs(wanted.element(k)));
  }
  return size > 0 ? worst / size : worst;
}

// `wanted` is an expression; `tolerance` is relative to its largest element.
inline void expect_close(const Value& found, const std::string& wanted, double tolerance = 1e-13) {
  const double off = difference(found, value_of(wanted));
  EXPECT_LE(off, tolerance) << to_text(found) << "\nnot " << wanted;
}
inline void expect_close(const std::string& text, const std::string& wanted, double tolerance = 1e-13,
                         const ValueScope::Variables& variables = {}) {
  const double off = difference(value_of(text, variables), value_of(wanted, variables));
  EXPECT_LE(off, tolerance) << text << " = " << to_text(value_of(text, variables)) << "\nnot " << wanted;
}

// Elements between -1 and 1, the same everywhere.
inline Value random_matrix(int rows, int cols, unsigned seed) {
  std::vector<double> out(static_cast<std::size_t>(rows * cols));
  unsigned state = seed * 2654435761u + 12345u;
  for (double& x : out) {
    state = state * 1664525u + 1013904223u;
    x = static_cast<double>(state >> 8) / (1 << 23) - 1;
  }
  return Value::matrix({rows, cols}, std::move(out));
}

inline void expect_message(const std::string& text, const std::string& part,
                           const ValueScope::Variables& variables = {}) {
  const std::string message = error_of(text, variables);
  EXPECT_NE(message.find(part), std::string::npos) << text << ": " << message << "\nlacks: " << part;
}

}  // namespace sim::expr
