#pragma once
// One curve of a ScopePanel: whose signal it is, where it stands, and what is drawn of it.
#include <QString>
#include <memory>
#include <vector>

#include "editor/plots/plot_canvas.h"
#include "editor/scopes/phase_curve_data.h"

namespace fluxion {

struct ScopeCurve {
  QString signal;              // without the run
  int input = 0, element = 0;  // of the block: its port, and which of the curves there
  int axes = 0;                // the plot
  PlotCanvas::Side side = PlotCanvas::Side::Left;
  int age = 0;     // 0: the newest run
  int canvas = 0;  // its index in the canvas
  bool held = false;
  std::shared_ptr<const std::vector<double>> samples = {};  // of a table that is played; null: none
  std::unique_ptr<CurveData> time;                          // one of the two
  std::unique_ptr<PhaseCurveData> phase;
  bool hasGaps = false;  // something in view has no place on a logarithmic axis
  std::vector<CurvePoint> drawn;

  bool isGhost() const { return age > 0; }
  bool update(std::size_t most) { return time ? time->update(most) : phase->update(most); }
  bool upToDate() const { return time ? time->upToDate() : phase->upToDate(); }
};

}  // namespace fluxion
