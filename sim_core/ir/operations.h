#pragma once
// The operations of the graph, and what holds for each of them: how many operands it has, and the rules by
// which types, units, rounding errors, complex numbers and costs follow from those of its operands.
// Element-wise operations have a row each in ops.def; the dozen others are written by hand.
#include <cstdint>

namespace sim::ir {

enum class Op : std::uint8_t {
  // Leaves: `slot` is the first element, counted in the array named.
  Constant,   // of the graph's constants
  Time,       // t
  Parameter,  // p, the parameters
  State,      // x, the continuous states
  Discrete,   // d, numbers that change at major steps only
  Mode,       // m, the branch a discontinuity is on: 1 or 0, frozen between events
  Captured,   // k, values captured at the start of the run
  Input,      // u, inputs of a block that is not yet linked, or of the model's root
  Seed,       // s, the direction of a derivative, one number a state
  Unknown,    // z, what an algebraic loop is solved for; bound by the loop's Solve
  // Structure.
  Slice,         // elements slot, slot+1, ... of a
  Gather,        // elements of a at the indices of list `slot`
  Concat,        // the elements of all nodes of list `slot`, one after the other
  Total,         // the sum of the elements of a
  MatMul,        // a * b, matrices by column
  Transpose,     // of a
  History,       // recorded signals slot, slot+1, ... at the time a: a scalar, or a time for each element
  HistorySlope,  // their derivatives with respect to that time
  Solve,         // loop `slot`: the unknowns that make its residual zero
  LinearSolve,   // a^-1 b, a dense square matrix
  Constrained,   // system `slot`: y and multipliers, from the values a of its matrices and the right side b
  Call,          // call `slot`: all outputs of an opaque function, one after the other
// Element-wise: operands of equal shape, or scalars that are repeated.
#define OP(name, ...) name,
#include "sim_core/ir/ops.def"
#undef OP
};

constexpr bool is_leaf(Op op) { return op <= Op::Unknown; }
constexpr bool is_elementwise(Op op) { return op > Op::Call; }

// Name and number of operands of an operation.
const char* name_of(Op op);
int arity_of(Op op);

// The element type of the result.
enum class TypeRule : std::uint8_t {
  Truth,       // boolean
  Pass,        // one of the operands is the result: their common type; of Select, without the condition
  Arithmetic,  // the common type of the operands; of truth values, double
  Floating,    // single where the operands are, else double
};

// The unit of the result, and what units the operands may have.
enum class UnitRule : std::uint8_t {
  Same,      // all operands have one unit, and the result has it; of Select, without the condition
  Compared,  // all operands have one unit, the result has none
  Joined,    // the unit that all operands have, if they have one
  First,     // that of the first operand
  Product,
  Quotient,
  None,  // what it has is not followed
};

// What the operation adds to the rounding errors of its operands.
enum class RoundingRule : std::uint8_t {
  Exact,     // nothing
  Rounded,   // half a unit in the last place of a double
  Single,    // ... of a single
  Jumps,     // the result does not follow small changes of the operands
  Periodic,  // the result follows the operands but for jumps by a multiple of the period
};

// What the operation does to complex operands (complex_values.cpp).
enum class ComplexRule : std::uint8_t {
  Own,    // complex arithmetic of its own
  Parts,  // real and imaginary part each
  Refused,
};

// What f(-a), or f(b, a), has to do with f: exact identities.
enum class Symmetry : std::uint8_t { None, Even, Odd, Commutes };

struct OperationRules {
  TypeRule type;
  UnitRule unit;
  RoundingRule rounding;
  ComplexRule complex;
  Symmetry symmetry;
  int cost;  // of an element, in additions
};

namespace rules_of_operations {
inline constexpr OperationRules elementwise[] = {
#define OP(name, arity, value, tangent, text, type, unit, rounding, complex, symmetry, cost, formula) \
  {TypeRule::type, UnitRule::unit, RoundingRule::rounding, ComplexRule::complex, Symmetry::symmetry, cost},
#include "sim_core/ir/ops.def"
#undef OP
};
}  // namespace rules_of_operations

// Of an element-wise operation.
constexpr const OperationRules& rules_of(Op op) {
  return rules_of_operations::elementwise[static_cast<int>(op) - static_cast<int>(Op::Call) - 1];
}

// Of any operation but a leaf.
TypeRule type_rule_of(Op op);
UnitRule unit_rule_of(Op op);

// Element-wise, and its results are 1 or 0.
constexpr bool gives_truth(Op op) { return is_elementwise(op) && rules_of(op).type == TypeRule::Truth; }

}  // namespace sim::ir
