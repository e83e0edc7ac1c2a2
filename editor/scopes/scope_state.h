#pragma once
// What a scope shows and how: the value that its parts share.
#include <vector>

#include "editor/scopes/curve_data.h"
#include "editor/scopes/scope_settings.h"
#include "editor/scopes/scope_source.h"

namespace fluxion {

struct ScopeState {
  std::vector<ScopeSource> runs;  // ghosts, the oldest first, then what is shown
  ScopeSettings settings;
  bool ghosts = true;     // are shown
  bool following = true;  // axes follow the data: nobody has chosen another view
  bool running = false, frozen = false;

  bool isEmpty() const { return runs.empty(); }
  const ScopeSource& newest() const { return runs.back(); }
  bool isPhase() const { return !runs.empty() && runs.back().phase; }
  CurveSettings curveSettings(CurveKey key) const {
    const auto it = settings.curves.find(key);
    return it == settings.curves.end() ? CurveSettings{} : it->second;
  }
  // What is drawn of the numbers in this plot.
  Measure measureOf(int axes) const {
    if (settings.magnitude) return Measure::Magnitude;
    return settings.logarithmic.contains(axes) ? Measure::Positive : Measure::Value;
  }
};

}  // namespace fluxion
