#pragma once
// Over which span a preview is worth looking at, guessed from the values and units of a block's parameters.
#include "sim_core/block/block_type.h"
#include "sim_core/block_preview/block_anatomy.h"
#include "sim_core/block_preview/frequency_response.h"

namespace sim {

// Of a source, in seconds from 0: a few of its longest period or time, or of its samples.
double time_span(const BlockType& type, const ParameterValues& values);

struct InputRange {
  double low = -5, high = 5;
};
// Around the thresholds of crossings, or the first list of rising numbers (breakpoints).
InputRange input_range(const BlockType& type, const ParameterValues& values, const BlockAnatomy& anatomy);

// Of a response to a step: until what is slow has decayed.
double response_span(const LinearTimes& times);

}  // namespace sim
