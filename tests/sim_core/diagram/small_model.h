#pragma once
// A model with one of everything a file has.
#include <gtest/gtest.h>

#include "sim_core/diagram/file.h"

namespace sim {

inline LoadedDiagram loaded(std::string_view text) {
  auto result = read_diagram(text, "model.flx");
  EXPECT_TRUE(result) << (result ? "" : to_text(result.error()));
  return result ? *result : LoadedDiagram{};
}

inline constexpr const char* small_model = R"({
  "fluxion": 1,
  "settings": {
    "Solver": "ode4",
    "StopTime": "20"
  },
  "variables": [
    {"id": 1, "name": "f0", "value": "50", "unit": "Hz"}
  ],
  "blocks": [
    {"id": 3, "type": "math/gain", "name": "Gain", "at": [120, 80], "size": [80, 40], "parameters": {"k": "2*pi"}},
    {"id": 5, "type": "ports/subsystem", "name": "Plant", "at": [240, 80.5], "rotation": 90, "x": {"a": 1.50}},
    {"id": 6, "parent": 5, "type": "math/gain", "name": "Gain", "at": [0, 0], "flipped": true, "commented": "through", "color": "cyan"},
    {"id": 7, "parent": 5, "type": "math/gain", "name": "Out", "at": [90, 0], "signals": {"1": "speed"}}
  ],
  "lines": [
    {"id": 8, "from": [6, 1], "to": [7, 1]},
    {"id": 9, "from": [3, 1], "to": [5, 2], "via": [[200, 100], [200, 120]]},
    {"id": 10, "parent": 5, "from_at": [1, 2], "to_at": [3, 4]}
  ],
  "annotations": [
    {"id": 11, "parent": 5, "at": [0, -40], "text": "**Plant**"}
  ],
  "x-origin": "kept"
}
)";

}  // namespace sim
