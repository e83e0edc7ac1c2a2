#pragma once
// The colors of the groups of a Jacobian's columns: the eight hues of curves, which people with any color
// vision tell apart, then the same again nearer to the text, and so on.
#include "editor/theme.h"

namespace fluxion {

inline QColor groupColor(const Theme& theme, int group) {
  const int hues = static_cast<int>(theme.plotCurves.size()), shades = 3;
  const QColor hue = theme.plotCurves[static_cast<std::size_t>(group % hues)];
  return mixed(hue, theme.plotText, 0.35 * (group / hues % shades));
}

}  // namespace fluxion
