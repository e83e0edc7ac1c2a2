#pragma once
// A Program made ready to run by one backend: the interpreter, or machine code. Not shared between threads:
// each run has its own.
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "sim_core/backends/backend.h"
#include "sim_core/backends/history_reader.h"
#include "sim_core/base/machine_function.h"
#include "sim_core/ir/external_function.h"
#include "sim_core/linalg/nonlinear_equations.h"
#include "sim_core/program/program.h"

namespace sim {

// Where a kernel reads its leaves. A pointer may be null where the program has none of that kind.
struct Frame {
  double t = 0;
  const double* x = nullptr;         // continuous states
  const double* p = nullptr;         // parameters
  const double* m = nullptr;         // modes
  const double* k = nullptr;         // captured values
  const double* s = nullptr;         // direction of a derivative
  HistoryReader* history = nullptr;  // recorded signals; null: they are zero
  const double* d = nullptr;         // discrete slots
};

// An algebraic loop that could not be solved.
struct LoopFailure {
  int loop = -1;  // index into Program::loops
  NonlinearReport report;
  bool finite_inputs = true;     // false: it has none because of what it reads
  std::vector<double> unknowns;  // at the best point
  // A mode of the loop that its crossing function contradicts, be it 1 or 0, and the function then; -1: none
  // known.
  int mode = -1;
  double at_one = 0, at_zero = 0;
  bool exhausted = false;  // every combination of its modes has been tried
};
// A constrained system that has no solution.
struct ConstraintFailure {
  bool known = false;          // false: a number in it is not finite
  bool contradiction = false;  // its constraints exclude each other; otherwise a force has nothing to act on
  std::vector<int> blocks;     // where that shows, at most three, the worst first
};
struct LoopStatistics {
  std::uint64_t solves = 0, iterations = 0;  // iterations: Jacobians
  // Solutions that are on another branch than the held one, which has none there or a far one.
  std::uint64_t off_branch = 0;
};

class Executable {
 public:
  virtual ~Executable() = default;

  // Computes what depends on p, d, m and k only. Must be called before the first `run` and whenever they
  // change.
  virtual EvalStatus hold(const Frame& frame) = 0;

  // Writes the results of a kernel, one after the other, to `out`, which may be x. Reads t, x and s of the
  // frame. Where it is not Ok, some of the results may have been written.
  virtual EvalStatus run(KernelKind kind, const Frame& frame, double* out) = 0;

  // The entries of a matrix of derivatives by the states, one for each entry of its pattern, in its order.
  // Tangents: df/dx, by Program::jacobian_pattern; InvariantTangents: minus dg/dx, by invariant_pattern.
  virtual EvalStatus jacobian(KernelKind kind, const Frame& frame, double* values) = 0;

  // Looked at in every iteration of an algebraic loop: true ends it as if it had no solution.
  virtual void stop_when(std::function<bool()> stop) = 0;

  // The block that an evaluation which was not Ok came from; -1 if none.
  virtual int failed_block() const = 0;
  // The loop it came from; null if it was no loop.
  virtual const LoopFailure* failed_loop() const = 0;
  // Likewise for a constrained system.
  virtual const ConstraintFailure* failed_constraint() const = 0;

  // The last solution of each algebraic loop, by element of Unknown, from which the next begins; not a
  // number: there is none yet, and the guess is taken. Part of an operating point.
  virtual std::span<double> loop_solutions() = 0;
  virtual LoopStatistics loop_statistics() const = 0;

  // Which modes, by their slot, follow their crossing functions while an algebraic loop is solved that they
  // belong to; the others stay as the frame says. Null, as at first: none. A loop that cannot be solved so is
  // solved with all its modes following. The vector must stay.
  virtual void follow_branches(const std::vector<char>* modes) = 0;

  // Bounds of the rounding errors in the results of `run` with the same frame, which was the last evaluation.
  virtual void rounding(KernelKind kind, const Frame& frame, double* bounds) = 0;

  // `run` of a kernel by machine code, while the frame of the last evaluation stays but for t and x; none
  // where there is no such code, or not yet. Does not count what it evaluates.
  virtual MachineFunction machine_function(KernelKind) { return {}; }
  virtual BackendUse backend_use() const { return {}; }
};

}  // namespace sim
