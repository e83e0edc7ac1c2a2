#pragma once
// Sums and products of whole numbers whose result wraps to an integer type of at most 32 bits. A double holds
// products of two 32-bit numbers with 53 of their 64 bits, and the lowest are those that are left. So every
// product that may be larger than 2^53 becomes a number that differs from it by a multiple of 2^32, with the
// help of its rounding error, which is a double (T. J. Dekker, A floating-point technique for extending the
// available precision, Numer. Math. 18 (1971) 224-242); where a factor is not whole it is that of the product
// of the two as they are.
#include <functional>

#include "sim_core/ir/graph.h"

namespace sim::ir {

// whole_bits: how many bits the elements of a value have that is none of these operations, 32 at most; 0
// where they need not be whole.
Value wrapping_products(Value v, const std::function<int(Value)>& whole_bits);

}  // namespace sim::ir
