#include "sim_core/backends/native/operation_writer.h"

#include <bit>
#include <cstdint>
#include <limits>

namespace sim::native {

using ir::Op;
using namespace instructions;

OperationWriter::OperationWriter(asmjit::x86::Assembler& out, Level level)
    : InstructionWriter(out, level), constants_(out.newLabel()) {}

bool OperationWriter::has(Op op, Level level) {
  switch (op) {
    case Op::Floor:
    case Op::Ceil:
    case Op::Trunc:
    case Op::Nearest:
    case Op::Convergent:
      return level >= Level::Sse41;
    case Op::Neg:
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::Div:
    case Op::Square:
    case Op::Sqrt:
    case Op::Abs:
    case Op::Sign:
    case Op::Single:
    case Op::Saturate:
    case Op::Min:
    case Op::Max:
    case Op::Less:
    case Op::LessEqual:
    case Op::Equal:
    case Op::NotEqual:
    case Op::And:
    case Op::Or:
    case Op::Not:
    case Op::IsNan:
    case Op::IsFinite:
    case Op::Select:
      return true;
    default:
      return false;
  }
}

bool OperationWriter::reads_memory(Op op) {
  return op == Op::Add || op == Op::Sub || op == Op::Mul || op == Op::Div || op == Op::Less ||
         op == Op::LessEqual || op == Op::Equal || op == Op::NotEqual;
}

Source OperationWriter::constant(Constant which) const {
  return Source::at(asmjit::x86::ptr(constants_, static_cast<std::int32_t>(which) * 32));
}

void OperationWriter::write_constants() {
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  const std::uint64_t values[constant_count] = {
      std::bit_cast<std::uint64_t>(1.0),
      std::bit_cast<std::uint64_t>(-1.0),
      std::bit_cast<std::uint64_t>(0.5),
      sign,
      ~sign,
      std::bit_cast<std::uint64_t>(std::numeric_limits<double>::max())};
  out_.align(asmjit::AlignMode::kData, 32);
  out_.bind(constants_);
  for (const std::uint64_t value : values)
    for (int k = 0; k < 4; ++k) out_.embed(&value, sizeof value);
}

void OperationWriter::truth(Op op, Width width, int result, int a, const Source& b) {
  int at = t0;
  const auto is_zero = [&](Predicate predicate, int mask, const Source& of) {
    zero(width, mask);
    compare(predicate, width, mask, mask, of);
  };
  switch (op) {
    case Op::Less:
    case Op::LessEqual:
    case Op::Equal:
    case Op::NotEqual:
      compare(op == Op::Less        ? Predicate::Less
              : op == Op::LessEqual ? Predicate::LessEqual
              : op == Op::Equal     ? Predicate::Equal
                                    : Predicate::NotEqual,
              width, result, a, b);
      at = result;
      break;
    case Op::And:
    case Op::Or:
      is_zero(Predicate::NotEqual, t0, Source::of(a));
      is_zero(Predicate::NotEqual, t1, b);
      if (op == Op::And)
        binary(bits_and, width, t0, t0, Source::of(t1));
      else
        binary(bits_or, width, t0, t0, Source::of(t1));
      break;
    case Op::Not:
      is_zero(Predicate::Equal, t0, Source::of(a));
      break;
    case Op::IsNan:
      compare(Predicate::Unordered, width, t0, a, Source::of(a));
      break;
    default:  // IsFinite
      binary(bits_and, width, t0, a, constant(Constant::AllButSign));
      compare(Predicate::LessEqual, width, t0, t0, constant(Constant::Largest));
      break;
  }
  binary(bits_and, width, result, at, constant(Constant::One));
}

void OperationWriter::choice(Op op, Width width, int result, int a, const Source& b, const Source& c) {
  switch (op) {
    case Op::Sign:
      zero(width, t0);
      compare(Predicate::Less, width, t1, a, Source::of(t0));
      compare(Predicate::Less, width, t0, t0, Source::of(a));
      blend(width, t1, t1, constant(Constant::MinusOne), a);
      blend(width, result, t0, constant(Constant::One), t1);
      break;
    case Op::Nearest:
      // Where the distance is no number, both sides are the same.
      round(Rounding::Down, width, t0, a);
      binary(subtract, width, t1, a, Source::of(t0));
      compare(Predicate::NotLess, width, t1, t1, constant(Constant::Half));
      binary(add, width, result, t0, constant(Constant::One));
      blend(width, result, t1, Source::of(result), t0);
      break;
    case Op::Saturate:
      compare(Predicate::Less, width, t0, a, b);
      blend(width, t1, t0, b, a);
      compare(Predicate::Less, width, t0, c.reg, Source::of(a));
      blend(width, t1, t0, c, t1);
      compare(Predicate::Unordered, width, t0, a, Source::of(a));
      binary(not_and, width, t0, t0, Source::of(t1));
      move(width, result, t0);
      break;
    case Op::Min:
    case Op::Max:
      compare(Predicate::Unordered, width, t1, b.reg, b);
      if (op == Op::Min)
        compare(Predicate::Less, width, t0, a, b);
      else
        compare(Predicate::Less, width, t0, b.reg, Source::of(a));
      binary(bits_or, width, t0, t0, Source::of(t1));
      blend(width, result, t0, Source::of(a), b.reg);
      break;
    default:  // Select
      zero(width, t0);
      compare(Predicate::NotEqual, width, t0, t0, Source::of(a));
      blend(width, result, t0, b, c.reg);
      break;
  }
}

void OperationWriter::write(Op op, Width width, int result, int a, const Source& b, const Source& c) {
  switch (op) {
    case Op::Neg:
      return binary(bits_xor, width, result, a, constant(Constant::SignBit));
    case Op::Abs:
      return binary(bits_and, width, result, a, constant(Constant::AllButSign));
    case Op::Add:
      return binary(add, width, result, a, b);
    case Op::Sub:
      return binary(subtract, width, result, a, b);
    case Op::Mul:
      return binary(multiply, width, result, a, b);
    case Op::Div:
      return binary(divide, width, result, a, b);
    case Op::Square:
      return binary(multiply, width, result, a, Source::of(a));
    case Op::Sqrt:
      return square_root(width, result, a);
    case Op::Floor:
      return round(Rounding::Down, width, result, a);
    case Op::Ceil:
      return round(Rounding::Up, width, result, a);
    case Op::Trunc:
      return round(Rounding::ToZero, width, result, a);
    case Op::Convergent:
      return round(Rounding::AsSet, width, result, a);
    case Op::Single:
      return to_single(width, result, a);
    case Op::Sign:
    case Op::Nearest:
    case Op::Saturate:
    case Op::Min:
    case Op::Max:
    case Op::Select:
      return choice(op, width, result, a, b, c);
    default:
      return truth(op, width, result, a, b);
  }
}

}  // namespace sim::native
