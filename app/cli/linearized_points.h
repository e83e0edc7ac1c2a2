#pragma once
// What the options of linearize say: from where to where, and when.
#include <string_view>
#include <vector>

#include "app/cli/arguments.h"
#include "app/cli/model_source.h"
#include "sim_core/base/result.h"
#include "sim_core/diagram/analysis_points.h"

namespace fluxion {

// The number of an option, at least 0; `otherwise`: the option is not there.
sim::Result<double> numberOption(const Arguments& arguments, std::string_view option, double otherwise);

// The signals that options name; none: those of the model. A signal that is input and output is given twice.
sim::Result<std::vector<sim::AnalysisPoint>> linearizedSignals(const Arguments& arguments,
                                                               const sim::Diagram& diagram);

// The times in s of --at and --when; the start, minus infinity, without them.
sim::Result<std::vector<double>> linearizedTimes(const Arguments& arguments, const ModelSource& source);

}  // namespace fluxion
