#pragma once
// Parameters with which runs of a model do what somebody wants: goals on its signals (goal.h), kept where
// they are limits, summed up to a cost where they are to be minimized. Each evaluation is a run with the same
// program, retuned, with a relative tolerance of at most 1e-8 and a log of at least a thousand instants, so
// that what is measured is continuous in the parameters; constrained_search.h says how the values are found.
//
// Over several cases, such as light and heavy loads, the parameters are robust: the search keeps each goal in
// each case, and makes the largest cost least.
#include <functional>
#include <memory>

#include "sim_core/block/block_library.h"
#include "sim_core/optimization/optimization_report.h"

namespace sim {

struct OptimizationOptions {
  int most_runs = 0;  // 0: 200 for each parameter and one
  // Asked often, in the calling thread; ends the search with the best values so far.
  std::function<bool()> stop = {};
  std::function<void(const OptimizationStep&)> progress = {};  // each step that is better
};

class Optimization {
 public:
  // Errors: no parameters or goals, unknown parameters or signals, signals of several elements, goals outside
  // of the run, a model that does not compile. The library must outlive it.
  static Result<Optimization> prepare(const Diagram& diagram, const BlockLibrary& library,
                                      OptimizationProblem problem);
  ~Optimization();
  Optimization(Optimization&&) noexcept;

  const OptimizationProblem& problem() const;  // with the starts
  // Throws WorkStopped where the work of the thread is to stop. Errors: the model does not run at the
  // starting values.
  Result<OptimizationReport> run(const OptimizationOptions& options = {}) const;

 private:
  struct Parts;
  explicit Optimization(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace sim
