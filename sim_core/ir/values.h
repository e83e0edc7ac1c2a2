#pragma once
// Arithmetic on Values: each operation adds a node to the graph of its operands.
#include "sim_core/ir/graph.h"

namespace sim::ir {

inline Value operator-(Value a) { return a.graph->make(Op::Neg, a); }
inline Value operator+(Value a, Value b) { return a.graph->make(Op::Add, a, b); }
inline Value operator-(Value a, Value b) { return a.graph->make(Op::Sub, a, b); }
inline Value operator*(Value a, Value b) { return a.graph->make(Op::Mul, a, b); }
inline Value operator/(Value a, Value b) { return a.graph->make(Op::Div, a, b); }
inline Value operator+(Value a, double b) { return a + a.graph->constant(b); }
inline Value operator-(Value a, double b) { return a - a.graph->constant(b); }
inline Value operator*(Value a, double b) { return a * a.graph->constant(b); }
inline Value operator-(double a, Value b) { return b.graph->constant(a) - b; }
inline Value operator/(double a, Value b) { return b.graph->constant(a) / b; }
inline Value operator<(Value a, Value b) { return a.graph->make(Op::Less, a, b); }
inline Value operator>(Value a, Value b) { return b.graph->make(Op::Less, b, a); }
inline Value operator<=(Value a, Value b) { return a.graph->make(Op::LessEqual, a, b); }
inline Value operator>=(Value a, Value b) { return b.graph->make(Op::LessEqual, b, a); }

inline Value pow(Value a, Value b) { return a.graph->make(Op::Pow, a, b); }
inline Value square(Value a) { return a.graph->make(Op::Square, a); }
inline Value sqrt(Value a) { return a.graph->make(Op::Sqrt, a); }
inline Value exp(Value a) { return a.graph->make(Op::Exp, a); }
inline Value log(Value a) { return a.graph->make(Op::Log, a); }
inline Value sin(Value a) { return a.graph->make(Op::Sin, a); }
inline Value cos(Value a) { return a.graph->make(Op::Cos, a); }
inline Value sinh(Value a) { return a.graph->make(Op::Sinh, a); }
inline Value cosh(Value a) { return a.graph->make(Op::Cosh, a); }
inline Value sign(Value a) { return a.graph->make(Op::Sign, a); }
inline Value floor(Value a) { return a.graph->make(Op::Floor, a); }
inline Value trunc(Value a) { return a.graph->make(Op::Trunc, a); }
inline Value operator&(Value a, Value b) { return a.graph->make(Op::And, a, b); }
inline Value operator|(Value a, Value b) { return a.graph->make(Op::Or, a, b); }
inline Value logical_not(Value a) { return a.graph->make(Op::Not, a); }
inline Value select(Value condition, Value a, Value b) { return a.graph->make(Op::Select, condition, a, b); }

}  // namespace sim::ir
