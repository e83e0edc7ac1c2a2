#pragma once
// Arithmetic on Values: each operation adds nodes to the graph of its operands. Where an operand is complex
// so is the arithmetic; the nodes themselves are operations on real numbers. An operation that complex
// numbers have no meaning for is noted in the graph (Graph::refused) and goes on with the real parts.
#include "sim_core/ir/graph.h"

namespace sim::ir {

inline bool is_complex(Value v) { return v && v.shape().complex; }

// Element-wise; of complex operands: arithmetic, select, ==, ~=, exp, log, powers, roots, trigonometric and
// hyperbolic functions on their principal branches, Abs (real), rounding of either part.
Value make(Op op, Value a, Value b = {}, Value c = {});
// Elements first, first + 1, ... of v in the dimensions of `shape`; those at the indices; all of the parts.
Value slice(Value v, int first, Shape shape);
Value gather(Value v, std::span<const std::int32_t> indices, Shape shape);
Value concat(std::span<const Value> parts, Shape shape);
// In the dimensions of `shape`, of as many elements; a scalar stands for all of them; a real value becomes
// complex where `shape` is.
Value repeated(Value v, Shape shape);
Value total(Value v);
Value matmul(Value a, Value b);
Value transpose(Value v);

Value real_part(Value v);
Value imaginary_part(Value v);
Value conjugate(Value v);
Value complex(Value re, Value im);
// `v`, which must be real for `what`.
Value real_only(Value v, const char* what);
// The numbers that v is stored as: real and imaginary parts one after the other; and back.
Value numbers(Value v);
Value from_numbers(Value v, Shape shape);

inline Value operator-(Value a) { return make(Op::Neg, a); }
inline Value operator+(Value a, Value b) { return make(Op::Add, a, b); }
inline Value operator-(Value a, Value b) { return make(Op::Sub, a, b); }
inline Value operator*(Value a, Value b) { return make(Op::Mul, a, b); }
inline Value operator/(Value a, Value b) { return make(Op::Div, a, b); }
inline Value operator+(Value a, double b) { return a + a.graph->constant(b); }
inline Value operator-(Value a, double b) { return a - a.graph->constant(b); }
inline Value operator*(Value a, double b) { return a * a.graph->constant(b); }
inline Value operator-(double a, Value b) { return b.graph->constant(a) - b; }
inline Value operator/(double a, Value b) { return b.graph->constant(a) / b; }
inline Value operator<(Value a, Value b) { return make(Op::Less, a, b); }
inline Value operator>(Value a, Value b) { return make(Op::Less, b, a); }
inline Value operator<=(Value a, Value b) { return make(Op::LessEqual, a, b); }
inline Value operator>=(Value a, Value b) { return make(Op::LessEqual, b, a); }

inline Value pow(Value a, Value b) { return make(Op::Pow, a, b); }
inline Value square(Value a) { return make(Op::Square, a); }
inline Value sqrt(Value a) { return make(Op::Sqrt, a); }
inline Value exp(Value a) { return make(Op::Exp, a); }
inline Value log(Value a) { return make(Op::Log, a); }
inline Value sin(Value a) { return make(Op::Sin, a); }
inline Value cos(Value a) { return make(Op::Cos, a); }
inline Value sinh(Value a) { return make(Op::Sinh, a); }
inline Value cosh(Value a) { return make(Op::Cosh, a); }
inline Value sign(Value a) { return make(Op::Sign, a); }
inline Value floor(Value a) { return make(Op::Floor, a); }
inline Value trunc(Value a) { return make(Op::Trunc, a); }
inline Value operator&(Value a, Value b) { return make(Op::And, a, b); }
inline Value operator|(Value a, Value b) { return make(Op::Or, a, b); }
inline Value logical_not(Value a) { return make(Op::Not, a); }
inline Value select(Value condition, Value a, Value b) { return make(Op::Select, condition, a, b); }

}  // namespace sim::ir
