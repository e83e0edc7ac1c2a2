#include "editor/run/tapped_signals.h"

#include <algorithm>

#include "sim_core/diagram/signal_origins.h"

namespace fluxion {

static constexpr int mostElements = 256;

std::vector<TappedSignal> findSignals(const std::vector<sim::PortRef>& outputs, const sim::Diagram& diagram,
                                      const sim::Program& program) {
  const sim::SignalOrigins origins(diagram);
  std::vector<TappedSignal> out;
  for (const sim::PortRef& output : outputs) {
    TappedSignal tapped{output, true, {}};
    const auto origin = origins.of(output);
    tapped.driven = origin.has_value();
    for (std::size_t k = 0; origin && k < program.watched.size(); ++k) {
      const sim::WatchedSignal& signal = program.watched[k];
      if (signal.port == origin->port &&
          program.blocks[static_cast<std::size_t>(signal.block)].id == origin->block)
        tapped.watched.push_back(static_cast<int>(k));
    }
    out.push_back(std::move(tapped));
  }
  return out;
}

std::vector<int> watchedIndices(const std::vector<TappedSignal>& tapped) {
  std::vector<int> out;
  for (const TappedSignal& signal : tapped)
    for (const int index : signal.watched)
      if (std::ranges::find(out, index) == out.end()) out.push_back(index);
  return out;
}

std::shared_ptr<sim::Tap> tapFor(const std::vector<TappedSignal>& tapped, const sim::Program& program) {
  const std::vector<int> indices = watchedIndices(tapped);
  int elements = 0;
  for (const int index : indices) elements += program.watched[static_cast<std::size_t>(index)].total;
  if (indices.empty() || elements > mostElements) return nullptr;
  return std::make_shared<sim::Tap>(program, indices);
}

}  // namespace fluxion
