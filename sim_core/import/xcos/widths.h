#pragma once
// How many elements the outputs of a Demux have where its dialog only counts them: as what they are added to
// says, and the rest of its input.
#include <string>

#include "sim_core/import/xcos/scope.h"

namespace sim::importing::xcos {

// "1 2"; empty: not known.
std::string output_widths(const Scope& scope, int demux);

}  // namespace sim::importing::xcos
