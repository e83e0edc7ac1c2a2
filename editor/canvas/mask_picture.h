#pragma once
// What the mask of a subsystem draws on it: worked out from the values of the mask, then painted in any
// theme.
#include <QColor>
#include <QPainterPath>
#include <QPolygonF>
#include <QString>

#include <optional>

#include "editor/canvas/block_geometry.h"
#include "sim_core/diagram/mask_drawing.h"
#include "sim_core/interfaces/workspaces.h"

class QPainter;

namespace fluxion {

struct MaskPicture {
  sim::MaskIconKind kind = sim::MaskIconKind::None;
  QString text;                             // Text: with values in place of {name}
  QPainterPath path;                        // Path: in a box from 0 to 100, y downwards
  QList<QPolygonF> curves;                  // Plot: in a box from 0 to 1, y downwards
  std::optional<sim::MaskDrawing> drawing;  // Plot: of one that commands draw
  bool portNames = true;
  QString problem;  // why something is missing in it, in words; empty: nothing is
};

// `inside` is what is known inside of the subsystem. At most ten thousand points are plotted.
MaskPicture maskPicture(const sim::Mask& mask, const sim::expr::Scope& inside);
MaskPicture maskPicture(const sim::Diagram& diagram, sim::Id subsystem);

// A value as an icon or a list shows it: "0.5", "[1 2 3]", the dimensions of something large.
QString shortValueText(const sim::expr::Value& value);

struct MaskColors {
  QColor text, icon;
};

// In the block's rectangle, in scene coordinates. Paths and curves turn with the block, texts and drawings do
// not.
void paintMaskPicture(QPainter& painter, const MaskPicture& picture, const sim::Block& block,
                      const BlockGeometry& geometry, const MaskColors& colors);

}  // namespace fluxion
