#include "sim_core/simulate/probe.h"

#include <algorithm>
#include <limits>

#include "sim_core/backends/interpreter/interpreter.h"

namespace sim {

Probe::Probe(const std::shared_ptr<const Program>& program, const std::vector<ir::NodeId>& nodes) {
  for (const ir::NodeId id : nodes) size_ += program->graph.node(id).shape.size();
  executable_ = make_interpreter(program, Kernel{nodes, size_});
}

bool Probe::holds(const ModelEquations& now) const {
  const auto same = [](std::span<const double> a, const std::vector<double>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  };
  return held_ == &now.program() && same(now.modes(), modes_) && same(now.discrete(), discrete_) &&
         same(now.captured(), captured_);
}

EvalStatus Probe::evaluate(const ModelEquations& now, double t, std::span<const double> x,
                           std::span<double> out) {
  const Frame frame = now.frame(t, x);
  now.copy_loop_solutions(executable_->loop_solutions());
  EvalStatus status = EvalStatus::Ok;
  if (!holds(now)) {
    held_ = nullptr;
    status = executable_->hold(frame);
    modes_.assign(now.modes().begin(), now.modes().end());
    discrete_.assign(now.discrete().begin(), now.discrete().end());
    captured_.assign(now.captured().begin(), now.captured().end());
    if (status == EvalStatus::Ok) held_ = &now.program();
  }
  if (status == EvalStatus::Ok) status = executable_->run(KernelKind::Watched, frame, out.data());
  if (status != EvalStatus::Ok) std::fill(out.begin(), out.end(), std::numeric_limits<double>::quiet_NaN());
  return status;
}

}  // namespace sim
