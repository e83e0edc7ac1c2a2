#pragma once
// Running error analysis of a tape: a bound of the rounding errors in every number that it computes, from the
// magnitudes that go into it, to first order. What the tape reads counts as exact.
//
//   e(f(a, b)) = max |f(a +- e(a), b) - f(a, b)| + max |f(a, b +- e(b)) - f(a, b)| + eps |f(a, b)|
//
// so that the root of a number lost in rounding is as uncertain as it is. A jump passes no error on: which
// side of it a number is on counts as known. N. J. Higham, Accuracy and Stability of Numerical Algorithms,
// 2nd ed. (2002), ch. 3.3.
#include <vector>

#include "sim_core/backends/history_reader.h"
#include "sim_core/backends/interpreter/tape.h"

namespace sim::interpreter {

class LoopSolver;

class RoundingBound {
 public:
  // Of tapes that have just been run in `memory`.
  RoundingBound(const ir::Graph& graph, double* memory, HistoryReader* history, LoopSolver& loops);
  ~RoundingBound();
  RoundingBound(const RoundingBound&) = delete;
  RoundingBound& operator=(const RoundingBound&) = delete;

  void analyze(const Tape& tape);
  // Of a number that has been analyzed; 0: of another.
  double error(std::int32_t place) const {
    return static_cast<std::size_t>(place) < errors_.size() ? errors_[static_cast<std::size_t>(place)] : 0;
  }

 private:
  double sum(std::int32_t place, int count) const;
  double value(std::int32_t place, std::size_t i) const {
    return memory_[place + static_cast<std::int32_t>(i)];
  }
  void element_wise(const Run& run, const Tape& tape);
  void structure(const Run& run, const Tape& tape);
  void products(const Run& run);
  void call(const Run& run, const CallRun& call);
  void system(const Run& run);
  void loop(const Run& run, const SolveRun& solve);

  const ir::Graph& graph_;
  double* memory_;
  HistoryReader* history_;
  LoopSolver& loops_;
  std::vector<double>& errors_;  // by place in memory, lent by the solver: zero before and after
  std::vector<const Tape*> analyzed_;
};

}  // namespace sim::interpreter
