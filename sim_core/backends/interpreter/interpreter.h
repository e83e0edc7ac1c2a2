#pragma once
// The reference backend: runs the tapes of a program's kernels. One memory holds the leaves, the constants,
// the values that are held between events, and room for one kernel's intermediate results at a time.
#include <memory>

#include "sim_core/backends/executable.h"

namespace sim {

// Of every kernel but Watched.
std::unique_ptr<Executable> make_interpreter(std::shared_ptr<const Program> program);
// Of one kernel alone, which takes the place of Watched: any nodes of the graph that are no derivatives.
std::unique_ptr<Executable> make_interpreter(std::shared_ptr<const Program> program, Kernel watched);

// The first node, in order of evaluation, that gives a number which is not finite although its operands are;
// if there is none, the first parameter or constant that is not finite.
struct NonFinite {
  int block = -1;  // index into Program::blocks; -1: none found
  ir::Op op = ir::Op::Constant;
  double value = 0;
  std::string how;  // what was computed, of which numbers: "sqrt(-0.25)"; empty: not known
};
// Loops start from `loop_solutions`, as those of an Executable.
NonFinite find_non_finite(const Program& program, KernelKind kind, const Frame& frame,
                          std::span<const double> loop_solutions = {});

}  // namespace sim
