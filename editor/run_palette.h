#pragma once
// The colors of earlier runs: of their lines below what scopes show, quieter than curves of the theme, and
// of their swatches.
#include <QColor>
#include <QPalette>

namespace fluxion {

inline constexpr int runColorCount = 8;

// `color` counts through them.
QColor runPaletteColor(int color, const QPalette& palette);

}  // namespace fluxion
