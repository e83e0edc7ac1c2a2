#pragma once
// What was tuned, for other programs (docs/pid-tuning.md lists the members).
#include <string>

#include "sim_core/pid_tuning/pid_tuner.h"

namespace sim {

// An object with gains and margins, before and tuned; what is not there is null. Ends with a line end.
std::string tuning_json(const PidTuner& tuner, const PidTuning& tuning);

}  // namespace sim
