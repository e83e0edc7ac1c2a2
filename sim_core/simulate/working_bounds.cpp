#include "sim_core/simulate/working_bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sim {

static bool let_go(const WorkingBounds& rows) {
  double step = 1;
  for (std::size_t i = 0; i < rows.bounds.size(); ++i)
    if (rows.bounds[i] != 0 && rows.working[i] != 0 && rows.multiplier[i] <= 0)
      step = std::min(step, rows.kept[i] / (rows.kept[i] - std::min(rows.multiplier[i], -1e-300)));
  bool changed = false;
  for (std::size_t i = 0; i < rows.bounds.size(); ++i) {
    if (rows.bounds[i] == 0 || rows.working[i] == 0) continue;
    const bool falls = rows.multiplier[i] <= 0;
    rows.kept[i] += step * (rows.multiplier[i] - rows.kept[i]);
    if (!falls || rows.kept[i] > 1e-14 * std::fabs(rows.multiplier[i])) continue;
    rows.kept[i] = 0;
    rows.working[i] = 0;
    changed = true;
  }
  return changed;
}

bool change_working_bounds(const WorkingBounds& rows) {
  if (let_go(rows)) return true;
  std::size_t broken = rows.bounds.size();
  double worst = 0;
  for (std::size_t i = 0; i < rows.bounds.size(); ++i) {
    if (rows.bounds[i] == 0 || rows.working[i] != 0 || rows.residual[i] <= rows.tolerance[i]) continue;
    const double distance = rows.residual[i] / std::max(rows.reach[i], std::numeric_limits<double>::min());
    if (distance > worst) worst = distance, broken = i;
  }
  if (broken == rows.bounds.size()) return false;
  rows.working[broken] = 1;
  rows.kept[broken] = 0;
  return true;
}

}  // namespace sim
