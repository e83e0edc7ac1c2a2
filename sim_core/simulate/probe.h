#pragma once
// Values of nodes of a program's graph at instants of a run, computed beside it: by an executable of their
// own, so that looking changes no digit of what the run goes on with.
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "sim_core/simulate/model_equations.h"

namespace sim {

class Probe {
 public:
  // `nodes`: no derivatives. Cuts a kernel: a few milliseconds where there are thousands.
  Probe(const std::shared_ptr<const Program>& program, const std::vector<ir::NodeId>& nodes);

  int size() const { return size_; }
  // The nodes, one after the other, with the modes, slots and parameters of `now`, which may be those of
  // another program that differs in parameters only. Where one has no value, it is not a number.
  EvalStatus evaluate(const ModelEquations& now, double t, std::span<const double> x, std::span<double> out);
  void stop_when(std::function<bool()> stop) { executable_->stop_when(std::move(stop)); }

 private:
  bool holds(const ModelEquations& now) const;

  int size_ = 0;
  std::unique_ptr<Executable> executable_;
  const Program* held_ = nullptr;  // whose parameters are held; null: nothing is
  std::vector<double> modes_, discrete_, captured_;
};

}  // namespace sim
