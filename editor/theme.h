#pragma once
// Every color the program draws with, in one value derived from the desktop's palette: light or dark by the
// luminance of its base color. Nothing else names a color.
#include <QColor>
#include <QPalette>
#include <array>

#include "sim_core/block/block_type.h"

namespace fluxion {

struct Theme {
  bool dark = false;

  QColor canvas, grid;
  QColor blockFill, blockBorder, blockText, icon, blockName, commented;
  QColor line, port, lineText;
  QColor rotational, translational, electrical, thermal, hydraulic, magnetic,
      planar;  // lines of physical networks
  QColor ofDomain(sim::Domain domain) const;
  QColor selection, selectionFill, guide;
  QColor traced;  // the path of a signal
  QColor error, warning, dangling;
  QColor hint;  // secondary text

  std::array<QColor, 9> blockTints;  // of blocks that have a color, by sim::BlockColor; the first is none

  QColor plotBackground, plotAxis, plotGrid, plotText;
  std::array<QColor, 8> plotCurves;  // told apart by people with any color vision, in this order

  static Theme current(const QPalette& palette);
};

// Whether text of this palette is lighter than what it stands on.
bool isDark(const QPalette& palette);

// `a` mixed with `b`; amount 0 gives a, 1 gives b.
QColor mixed(const QColor& a, const QColor& b, double amount);

}  // namespace fluxion
