#pragma once
// A PID block alone as a linear model, read from its equations: without limits, from the error, or from set
// point and measurement, to its output.
#include <memory>

#include "sim_core/base/result.h"
#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/linear_analysis/linearize.h"
#include "sim_core/pid_tuning/pid_block.h"

namespace sim {

class PidController {
 public:
  // The library must outlive it.
  static Result<PidController> prepare(const Diagram& diagram, const BlockLibrary& library,
                                       const PidBlock& pid);

  // With these gains of the parallel form; a gain of 0 leaves its part out.
  Result<LinearModel> with(const PidGains& gains) const;

 private:
  PidController(Diagram alone, Id block, double sample_time, Linearizer linearizer);
  Diagram alone_;
  Id block_;
  double sample_time_;
  std::shared_ptr<const Linearizer> linearizer_;
};

}  // namespace sim
