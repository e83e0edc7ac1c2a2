#pragma once
// Operators on whole values. All throw Failure: shapes that do not match, operands that are strings,
// results beyond the limits. Inside this folder only.
#include <vector>

#include "sim_core/expr/ast.h"
#include "sim_core/expr/value.h"

namespace sim::expr {

// The shape, when the dimensions are whole numbers of at least 0 and allow at most max_elements.
Shape checked_shape(double rows, double cols);

// Numbers that are all alike, and a copy. The stop is looked at meanwhile: memory that is touched for the
// first time takes longer than most operations on it.
std::vector<double> equal_elements(std::size_t count, double value = 0);
std::vector<double> copied(const std::vector<double>& elements);

// A number of elements, a dimension, an order: the whole number in `value`. `what` is for the message.
double whole_number(const Value& value, const char* what);

void require_numeric(const Value& value);
void require_real(const Value& value);

// Element-wise; operands of different shape are expanded along dimensions of length 1.
Value apply(Elementary op, const Value& a);
Value apply(Elementary op, const Value& a, const Value& b);

Value apply(UnaryOperator op, const Value& a);
Value apply(BinaryOperator op, const Value& a, const Value& b);

Value transpose(const Value& a, bool conjugate);

// Values side by side, and above one another; [] is skipped, strings are joined.
Value horizontal(const std::vector<Value>& parts);
Value vertical(const std::vector<Value>& parts);

// first : step : last, a row. The last element is `last` when it is within rounding of the grid.
Value range(double first, double step, double last);

// The one truth value of a real scalar: false for 0.
bool truth(const Value& value);

}  // namespace sim::expr
