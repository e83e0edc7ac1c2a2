#pragma once
// Arithmetic of the integer types, int8 to uint64. An operation is carried out as with real numbers; its
// result is rounded, halves away from zero, and held within the range of the type, nan being 0. With doubles
// and booleans the result has the integer's type; two integer types do not mix, but for comparisons.
//
// Elements are doubles, so of int64 and uint64 only what lies within -2^53 to 2^53 is exact; the rest is
// refused.
#include "sim_core/base/element_type.h"
#include "sim_core/base/result.h"
#include "sim_core/expr/elementary.h"
#include "sim_core/expr/value.h"

namespace sim::expr {

// The type of what an element-wise operation gives, of operands of these types; of one operand `b` is left
// out.
Result<ElementType> result_type(Elementary op, ElementType a, ElementType b = ElementType::Boolean);

// The type that elements of these two types have in one array.
Result<ElementType> joined_type(ElementType a, ElementType b);

// x as an element of this integer type. Throws Failure (failure.h), as the rest.
double as_integer(double x, ElementType type);
// Of an operation that result_type() allows, with this result.
double integer_result(Elementary op, double a, double b, ElementType type);

// What a file has as elements of this type; as doubles where integers would not be exact, or are complex.
Value stored(ElementType type, Shape shape, std::vector<double> real, std::vector<double> imaginary);

}  // namespace sim::expr
