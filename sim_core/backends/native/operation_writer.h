#pragma once
// The instructions of element-wise operations, with the results of ops.def to the last bit: also for
// infinities, NaN and signed zeros.
#include "sim_core/backends/native/instruction_writer.h"
#include "sim_core/ir/graph.h"

namespace sim::native {

class OperationWriter : public InstructionWriter {
 public:
  OperationWriter(asmjit::x86::Assembler& out, Level level);

  // Whether an operation has instructions; the others are functions.
  static bool has(ir::Op op, Level level);
  // Whether operand b of it may be memory: of one number only, as that need not be aligned.
  static bool reads_memory(ir::Op op);

  // result = op(a, b, c). The result's register is neither that of b nor that of c.
  void write(ir::Op op, Width width, int result, int a, const Source& b, const Source& c);
  // The numbers that operations read, at the end of the code.
  void write_constants();

 private:
  enum class Constant { One, MinusOne, Half, SignBit, AllButSign, Largest };
  static constexpr int constant_count = 6;

  Source constant(Constant which) const;
  void truth(ir::Op op, Width width, int result, int a, const Source& b);
  void choice(ir::Op op, Width width, int result, int a, const Source& b, const Source& c);

  asmjit::Label constants_;
};

}  // namespace sim::native
