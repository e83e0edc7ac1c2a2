#pragma once
// How a scope is set up: its plots, which curve stands where and how it looks, the part of time in view, the
// trigger. Kept in the parameters of its block, so that a model brings its scopes back as they were.
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "editor/plots/plot_canvas.h"
#include "editor/scopes/trigger.h"

namespace fluxion {

// A curve of a scope: input port and element of the signal there, both from 0.
using CurveKey = std::pair<int, int>;

struct CurveSettings {
  int plot = -1;  // -1: that of its input
  PlotCanvas::Side side = PlotCanvas::Side::Left;
  bool hidden = false;   // gray in the legend
  bool removed = false;  // not in the plot at all
  std::optional<CurveStyle> style = {};
  bool operator==(const CurveSettings&) const = default;
};

struct ScopeSettings {
  enum class Overrun { Scroll, Wrap };
  enum class Scaling { Always, GrowOnly, AtEnd, Manual };

  int rows = 0, columns = 0;                 // 0: each input below the one before
  std::map<CurveKey, CurveSettings> curves;  // those that are not as they come
  double timeSpan = 0;                       // seconds; 0: the whole run
  Overrun overrun = Overrun::Scroll;
  Scaling scaling = Scaling::Always;
  bool logarithmicTime = false;
  std::set<int> logarithmic;  // plots whose vertical axes are
  bool magnitude = false;     // all vertical axes are, and show magnitudes
  AxisTitles titles;
  TriggerSettings trigger;
  bool direction = true, ends = true, equalScales = false;  // of a phase portrait

  bool operator==(const ScopeSettings&) const = default;
};

// As parameters of the Scope and XY Graph blocks; those at their defaults are left out. What cannot be read
// is taken as not said: a scope always opens.
using ScopeParameters = std::map<std::string, std::string>;
ScopeParameters toParameters(const ScopeSettings& settings, bool phase);
ScopeSettings toSettings(const ScopeParameters& parameters);
// The names of all parameters that say how a scope looks.
const std::set<std::string>& scopeParameterNames(bool phase);

}  // namespace fluxion
