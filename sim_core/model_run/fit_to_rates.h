#pragma once
// What the sample times of a model mean for the steps of its run.
#include "sim_core/base/diagnostic.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/program/program.h"
#include "sim_core/simulate/run_options.h"

namespace sim {

// The longest time of which all periods and offsets are multiples, up to rounding; 0: there is none, or there
// are no rates.
double fundamental_sample_time(std::span<const RateInfo> rates);

// Fixed steps: where FixedStep is auto, the step becomes the fundamental sample time, or a part of it that is
// no longer than a fiftieth of the simulated time where there are continuous states; a step of which a sample
// time is no multiple is an error. Variable steps: where nothing changes between sample hits, MaxStep auto
// asks for no steps there.
Diagnostics fit_to_rates(const Diagram& diagram, const Program& program, RunOptions& options);

}  // namespace sim
