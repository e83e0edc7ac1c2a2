#include "sim_core/block/formula_operations.h"

namespace sim {

using expr::Elementary;
using ir::Op;

std::optional<Op> operation(Elementary e) {
  switch (e) {
    case Elementary::Negate:
      return Op::Neg;
    case Elementary::Add:
      return Op::Add;
    case Elementary::Subtract:
      return Op::Sub;
    case Elementary::Multiply:
      return Op::Mul;
    case Elementary::Divide:
      return Op::Div;
    case Elementary::Power:
      return Op::Pow;
    case Elementary::Sin:
      return Op::Sin;
    case Elementary::Cos:
      return Op::Cos;
    case Elementary::Tan:
      return Op::Tan;
    case Elementary::Asin:
      return Op::Asin;
    case Elementary::Acos:
      return Op::Acos;
    case Elementary::Atan:
      return Op::Atan;
    case Elementary::Sinh:
      return Op::Sinh;
    case Elementary::Cosh:
      return Op::Cosh;
    case Elementary::Tanh:
      return Op::Tanh;
    case Elementary::Asinh:
      return Op::Asinh;
    case Elementary::Acosh:
      return Op::Acosh;
    case Elementary::Atanh:
      return Op::Atanh;
    case Elementary::Atan2:
      return Op::Atan2;
    case Elementary::Exp:
      return Op::Exp;
    case Elementary::Expm1:
      return Op::Expm1;
    case Elementary::Log:
      return Op::Log;
    case Elementary::Log2:
      return Op::Log2;
    case Elementary::Log10:
      return Op::Log10;
    case Elementary::Log1p:
      return Op::Log1p;
    case Elementary::Sqrt:
      return Op::Sqrt;
    case Elementary::Cbrt:
      return Op::Cbrt;
    case Elementary::Abs:
      return Op::Abs;
    case Elementary::Sign:
      return Op::Sign;
    case Elementary::Floor:
      return Op::Floor;
    case Elementary::Ceil:
      return Op::Ceil;
    case Elementary::Round:
      return Op::Round;
    case Elementary::Fix:
      return Op::Trunc;
    case Elementary::Minimum:
      return Op::Min;
    case Elementary::Maximum:
      return Op::Max;
    case Elementary::Mod:
      return Op::Mod;
    case Elementary::Rem:
      return Op::Rem;
    case Elementary::Hypot:
      return Op::Hypot;
    case Elementary::Erf:
      return Op::Erf;
    case Elementary::Not:
      return Op::Not;
    case Elementary::Equal:
      return Op::Equal;
    case Elementary::NotEqual:
      return Op::NotEqual;
    case Elementary::Less:
      return Op::Less;
    case Elementary::LessEqual:
      return Op::LessEqual;
    case Elementary::And:
      return Op::And;
    case Elementary::Or:
      return Op::Or;
    case Elementary::IsNan:
      return Op::IsNan;
    case Elementary::IsFinite:
      return Op::IsFinite;
    default:
      return std::nullopt;
  }
}

}  // namespace sim
