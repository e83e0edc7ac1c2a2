#pragma once
// The color of a run: of its lines below scopes, and of its swatch in the Runs dock.
#include <QIcon>
#include <QPalette>

#include "sim_core/run_archive/run_record.h"

namespace fluxion {

// Which color of the run palette, also for a run that has chosen none.
int runColor(const sim::RunSummary& run);
QIcon runSwatch(int color, const QPalette& palette);
// "slate", "ochre", ...
QString runColorName(int color);

}  // namespace fluxion
