#pragma once
// The values of a program's watched signals (Program::watched) where a run is, for who asks for them; nothing
// is prepared before somebody does.
#include <memory>
#include <span>
#include <vector>

#include "sim_core/simulate/probe.h"

namespace sim {

class WatchedSignals {
 public:
  explicit WatchedSignals(std::shared_ptr<const Program> program) : program_(std::move(program)) {}
  void stop_when(std::function<bool()> stop) { stop_ = std::move(stop); }

  bool any() const { return !program_->watched.empty(); }
  // By element of the kernel Watched: all, or these alone. Not numbers where there is no value.
  std::span<const double> all(const ModelEquations& now, double t, std::span<const double> x);
  std::span<const double> some(const std::vector<int>& elements, const ModelEquations& now, double t,
                               std::span<const double> x);
  // Whether the last ones had values.
  bool known() const { return known_; }

 private:
  std::unique_ptr<Probe> make(const std::vector<ir::NodeId>& nodes) const;
  void choose(const std::vector<int>& elements);

  std::shared_ptr<const Program> program_;
  std::function<bool()> stop_;
  std::unique_ptr<Probe> all_, some_;
  std::vector<int> elements_, places_;  // of some_: which, and where they are among its values
  std::vector<double> values_, chosen_;
  bool known_ = false;
};

}  // namespace sim
