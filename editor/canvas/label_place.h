#pragma once
// Where the name of a signal stands: beside its wire, where no block, no other name and no wire is in its
// way.
#include <QLineF>
#include <QRectF>
#include <QSizeF>
#include <vector>

#include "editor/canvas/routing.h"

namespace fluxion {

struct LabelSurroundings {
  std::vector<QRectF> blocks;  // and their names
  std::vector<QRectF> labels;  // of other wires
  std::vector<QLineF> wires;   // segments of all, its own too
};

// Above the middle of the longest level segment if that is free; else along the segments, above and below
// level ones and beside upright ones, as near to that as it can; on a wire that is shorter than the label,
// above or below the blocks at its ends. Where nothing is free, where it covers least.
QRectF placeLabel(const routing::Polyline& route, QSizeF size, const LabelSurroundings& around);

}  // namespace fluxion
