#pragma once
// A run that ends after a while, whatever the model is.
#include <functional>
#include <optional>
#include <vector>

#include "sim_core/block_preview/block_preview.h"

namespace sim {

struct RecordedRun {
  std::vector<double> times;
  std::vector<PreviewCurve> columns;  // x is empty: `times` it is
};

// Nothing: the model does not compile, its run fails, takes too long or is not wanted any more.
std::optional<RecordedRun> limited_run(const Diagram& diagram, const BlockLibrary& library,
                                       const std::function<bool()>& wanted, const PreviewLimits& limits);

}  // namespace sim
