#pragma once
// What a Bus Selector takes out of a bus.
#include "tests/support/compiling.h"

namespace sim {

inline Id bus_selector(ModelBuilder& m, const std::string& paths, Id from) {
  const Id selector = m.block("routing/bus_selector", "Select", {{"OutputSignals", paths}});
  m.connect(from, selector);
  return selector;
}

// A run that records the outputs of the selector as y1, y2, ...
inline RunOutcome recorded_outputs(ModelBuilder& m, Id selector, int outputs) {
  for (int k = 0; k < outputs; ++k) {
    const std::string number = std::to_string(k + 1);
    const Id gain = m.block("math/gain", "y" + number);
    m.connect(selector, k, gain, 0).connect(gain, m.block("sinks/scope", "o" + number));
  }
  return run_diagram(m.diagram);
}

}  // namespace sim
