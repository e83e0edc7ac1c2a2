#pragma once
// Conversion to an element type, element by element: double -> double is nothing at all; single rounds to the
// nearest float; boolean is 1 where the value is not 0 (NaN counts as not 0); an integer type rounds as told,
// then saturates or wraps. NaN becomes the integer 0; infinities saturate to the ends and wrap to 0.
// Derivative: that of the value for double and single, zero for the others.
#include "sim_core/base/element_type.h"
#include "sim_core/ir/graph.h"

namespace sim::ir {

Value cast(Value v, ElementType to, Rounding rounding = Rounding::Floor,
           Overflow overflow = Overflow::Saturate);

// 1 where the value, rounded as told, lies outside the range of an integer type. NaN does not.
Value overflows(Value v, ElementType to, Rounding rounding);

}  // namespace sim::ir
