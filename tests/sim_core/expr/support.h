#pragma once
#include <gtest/gtest.h>

#include <cmath>

#include <string>

#include "sim_core/expr/evaluate.h"

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

inline void expect_message(const std::string& text, const std::string& part,
                           const ValueScope::Variables& variables = {}) {
  const std::string message = error_of(text, variables);
  EXPECT_NE(message.find(part), std::string::npos) << text << ": " << message << "\nlacks: " << part;
}

}  // namespace sim::expr
