#pragma once
// A Program made ready to run by one backend. The interpreter is one; native code another. Not shared between
// threads: each run has its own.
#include <memory>

#include "sim_core/backends/history_reader.h"
#include "sim_core/ir/external_function.h"
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

class Executable {
 public:
  virtual ~Executable() = default;

  // Computes what depends on p, d, m and k only. Must be called before the first `run` and whenever they
  // change.
  virtual EvalStatus hold(const Frame& frame) = 0;

  // Writes the results of a kernel, one after the other, to `out`. Reads t, x and s of the frame.
  virtual EvalStatus run(KernelKind kind, const Frame& frame, double* out) = 0;

  // The block that an evaluation which was not Ok came from; -1 if none.
  virtual int failed_block() const = 0;
};

}  // namespace sim
