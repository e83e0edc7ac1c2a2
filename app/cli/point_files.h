#pragma once
// Operating points in files. A file has the point of a run; a linearization may have other blocks left out.
#include <string>

#include "app/cli/model_source.h"
#include "sim_core/linear_analysis/linearize.h"

namespace fluxion {

// The text of such a file.
sim::Result<std::string> readPointText(const std::string& path);

// A file's point as one of the linearizer, which is of this model.
sim::Result<sim::OperatingPoint> readPoint(const std::string& path, const ModelSource& source,
                                           const sim::Linearizer& linearizer);

}  // namespace fluxion
