#pragma once
// Operations on the bits of whole numbers, element by element: negative numbers are in two's complement, of
// 64 bits; fractions are cut off downwards, what is not a number counts as 0. The result has the common type
// of its operands; of what does not fit an integer type the lowest bits are kept (propagate_types).
#include "sim_core/ir/graph.h"

namespace sim::ir {

// Shift: a to the left by b bits; to the right, with its sign, where b is negative.
enum class BitOperation { And, Or, Xor, Shift };

// Of equal shapes, or of a scalar and any shape. Complex operands are refused.
Value bitwise(BitOperation operation, Value a, Value b);
// Whether a node is what such an operation gives.
bool is_bitwise(const Graph& graph, NodeId id);

}  // namespace sim::ir
