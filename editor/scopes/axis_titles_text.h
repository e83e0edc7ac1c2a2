#pragma once
// Titles of axes as a parameter of a scope's block keeps them: x="time in s" 1="speed" 1r="torque"
#include "editor/plots/plot_canvas.h"

namespace fluxion {

// Quotes and backslashes inside a title have a backslash before them. Empty where there are none.
QString toText(const AxisTitles& titles);
// What cannot be read is taken as not said.
AxisTitles readAxisTitles(const QString& text);

}  // namespace fluxion
