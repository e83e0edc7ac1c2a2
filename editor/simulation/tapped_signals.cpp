#include "editor/simulation/tapped_signals.h"

#include <algorithm>
#include <limits>

#include "sim_core/diagram/signal_origins.h"

namespace fluxion {

std::vector<TappedSignal> findSignals(const std::vector<sim::PortRef>& outputs, const sim::Diagram& diagram,
                                      const sim::Program& program) {
  const sim::SignalOrigins origins(diagram);
  std::vector<TappedSignal> out;
  for (const sim::PortRef& output : outputs) {
    TappedSignal tapped{output, true, {}};
    const auto origin = origins.of(output);
    tapped.driven = origin && diagram.blocks.contains(origin->block);
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

int elementCount(const std::vector<int>& watched, const sim::Program& program) {
  int elements = 0;
  for (const int index : watched) elements += program.watched[static_cast<std::size_t>(index)].total;
  return elements;
}

std::shared_ptr<sim::Tap> tapFor(const std::vector<int>& watched, const sim::Program& program) {
  if (watched.empty() || elementCount(watched, program) > mostTappedElements) return nullptr;
  return std::make_shared<sim::Tap>(program, watched);
}

// A tap that has no row yet begins last.
static double begin(const sim::Tap& tap) {
  return tap.log().size() > 0 ? tap.log().time(0) : std::numeric_limits<double>::infinity();
}

std::map<int, RecordedPlace> recordedPlaces(const std::vector<int>& watched, const sim::Program& program,
                                            const std::shared_ptr<const sim::SignalLog>& own,
                                            const std::vector<std::shared_ptr<sim::Tap>>& taps) {
  std::map<int, RecordedPlace> places;
  for (const int index : watched) {
    const sim::WatchedSignal& w = program.watched[static_cast<std::size_t>(index)];
    const auto whole = std::ranges::find_if(program.logged, [&](const sim::LoggedSignal& s) {
      return s.block == w.block && s.port == w.port && s.count() == w.total;
    });
    if (whole != program.logged.end()) {
      places[index] = {own, whole->first, nullptr};
      continue;
    }
    for (const auto& tap : taps) {
      const auto column = std::ranges::find(tap->outputs(), index);
      if (column == tap->outputs().end()) continue;
      const auto known = places.find(index);
      if (known != places.end() && begin(*known->second.tap) <= begin(*tap)) continue;
      const auto place = static_cast<std::size_t>(column - tap->outputs().begin());
      places[index] = {{tap, &tap->log()}, tap->first(place), tap};
    }
  }
  return places;
}

std::vector<std::shared_ptr<sim::Tap>> tapsToKeep(std::vector<std::shared_ptr<sim::Tap>> taps,
                                                  const std::vector<std::shared_ptr<sim::Tap>>& seen) {
  constexpr int most = 64;  // columns
  const auto isSeen = [&](const auto& tap) { return std::ranges::find(seen, tap) != seen.end(); };
  std::ranges::stable_partition(taps, [&](const auto& tap) { return !isSeen(tap); });
  int columns = 0;
  for (const auto& tap : taps) columns += tap->log().column_count();
  while (columns > most && !isSeen(taps.front())) {
    columns -= taps.front()->log().column_count();
    taps.erase(taps.begin());
  }
  return taps;
}

}  // namespace fluxion
