#pragma once
// Instructions on one number or several side by side, as the processor has them: with two or three operands.
#include <asmjit/x86.h>

#include "sim_core/backends/native/simd_level.h"

namespace sim::native {

enum class Width { One = 1, Two = 2, Four = 4 };

// A vector register, by its number, or memory.
struct Source {
  int reg = -1;
  asmjit::x86::Mem memory;

  static Source of(int reg) { return {reg, {}}; }
  static Source at(const asmjit::x86::Mem& memory) { return {-1, memory}; }
};

// One operation in its four forms.
struct Instruction {
  asmjit::InstId sse_one, sse_packed, vex_one, vex_packed;
};

namespace instructions {

#define ARITHMETIC(name, wide)                                                                             \
  {                                                                                                        \
    asmjit::x86::Inst::kId##name##sd, asmjit::x86::Inst::kId##name##pd, asmjit::x86::Inst::kIdV##wide##sd, \
        asmjit::x86::Inst::kIdV##wide##pd                                                                  \
  }
// Bit by bit: the same for one number as for several.
#define BITWISE(name, wide)                                                                                \
  {                                                                                                        \
    asmjit::x86::Inst::kId##name##pd, asmjit::x86::Inst::kId##name##pd, asmjit::x86::Inst::kIdV##wide##pd, \
        asmjit::x86::Inst::kIdV##wide##pd                                                                  \
  }
inline constexpr Instruction add = ARITHMETIC(Add, add), subtract = ARITHMETIC(Sub, sub),
                             multiply = ARITHMETIC(Mul, mul), divide = ARITHMETIC(Div, div);
inline constexpr Instruction bits_and = BITWISE(And, and), bits_or = BITWISE(Or, or),
                             bits_xor = BITWISE(Xor, xor), not_and = BITWISE(Andn, andn);
#undef ARITHMETIC
#undef BITWISE

}  // namespace instructions

// Of cmpsd and cmppd.
enum class Predicate { Equal = 0, Less = 1, LessEqual = 2, Unordered = 3, NotEqual = 4, NotLess = 5 };
// Of roundsd and roundpd; none reports an inexact result.
enum class Rounding { Down = 9, Up = 10, ToZero = 11, AsSet = 12 };

class InstructionWriter {
 public:
  // Registers below it are for who writes code; the others are work registers of the operations.
  static constexpr int registers = 13;

  InstructionWriter(asmjit::x86::Assembler& out, Level level) : out_(out), avx_(level == Level::Avx) {}

  // Memory need not be aligned.
  void load(Width width, int to, const asmjit::x86::Mem& from);
  void store(Width width, const asmjit::x86::Mem& to, int from);
  void broadcast(Width width, int to, const asmjit::x86::Mem& from);
  void move(Width width, int to, int from);
  void zero(Width width, int to);
  // Behind code for four numbers, before any that is not ours.
  void leave_wide();

  Width widest() const { return avx_ ? Width::Four : Width::Two; }

 protected:
  static constexpr int t0 = 13, t1 = 14, t2 = 15;  // the work registers

  // result = a op b; b is not in the register of the result, unless a is too.
  void binary(const Instruction& instruction, Width width, int result, int a, const Source& b);
  // All bits of a result are 1 where it holds.
  void compare(Predicate predicate, Width width, int result, int a, const Source& b);
  void round(Rounding mode, Width width, int result, int a);
  void square_root(Width width, int result, int a);
  // By t0.
  void to_single(Width width, int result, int a);
  // mask ? x : y; destroys the mask, which is a work register, and t2.
  void blend(Width width, int result, int mask, const Source& x, int y);

  asmjit::x86::Assembler& out_;

 private:
  asmjit::x86::Vec reg(Width width, int number) const;
  asmjit::Operand operand(Width width, const Source& source) const;

  const bool avx_;
};

}  // namespace sim::native
