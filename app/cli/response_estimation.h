#pragma once
// linearize --estimate: responses of the nonlinear model that is driven, beside those of the linear one.
#include "app/cli/arguments.h"
#include "app/cli/model_source.h"

namespace fluxion {

int estimateResponses(const Arguments& arguments, const ModelSource& source);

}  // namespace fluxion
