#include "sim_core/simulate/watched_signals.h"

#include <algorithm>

namespace sim {

std::unique_ptr<Probe> WatchedSignals::make(const std::vector<ir::NodeId>& nodes) const {
  auto probe = std::make_unique<Probe>(program_, nodes);
  probe->stop_when(stop_);
  return probe;
}

std::span<const double> WatchedSignals::all(const ModelEquations& now, double t, std::span<const double> x) {
  if (!all_) all_ = make(program_->kernel(KernelKind::Watched).results);
  values_.resize(static_cast<std::size_t>(all_->size()));
  known_ = all_->evaluate(now, t, x, values_) == EvalStatus::Ok;
  return values_;
}

// The signals that these elements belong to.
void WatchedSignals::choose(const std::vector<int>& elements) {
  std::vector<ir::NodeId> nodes;
  places_.clear();
  int size = 0;
  std::size_t next = 0;
  for (std::size_t k = 0; k < program_->watched.size(); ++k) {
    const WatchedSignal& signal = program_->watched[k];
    const int end = signal.first + signal.count;
    if (next == elements.size() || elements[next] >= end) continue;
    nodes.push_back(program_->kernel(KernelKind::Watched).results[k]);
    for (; next < elements.size() && elements[next] < end; ++next)
      places_.push_back(size + elements[next] - signal.first);
    size += signal.count;
  }
  elements_ = elements;
  some_ = make(nodes);
}

std::span<const double> WatchedSignals::some(const std::vector<int>& elements, const ModelEquations& now,
                                             double t, std::span<const double> x) {
  if (!some_ || elements != elements_) choose(elements);
  values_.resize(static_cast<std::size_t>(some_->size()));
  known_ = some_->evaluate(now, t, x, values_) == EvalStatus::Ok;
  chosen_.clear();
  for (const int place : places_) chosen_.push_back(values_[static_cast<std::size_t>(place)]);
  return chosen_;
}

}  // namespace sim
