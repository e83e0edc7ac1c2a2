#pragma once
// The blocks that measure a frequency response inside a model, beside the point block
// (linear_analysis/point_block.h).
//
// Excitation    y = Amplitude r(t) sum_k sin(w_k (t - Start) + Phase_k)
//               r = (1 - cos(pi min((t - Start) / Rise, 1))) / 2
//
//               It rises evenly, so that slow states, which a sinusoid that begins at once would push away,
//               hardly feel it.
// Correlator    of a signal u, by element and frequency:
//
//                 d(sum)/dt = r,   d(sine)/dt = r sin(w_k (t - Start)),   d(cosine)/dt = r cos(...)
//                 r = Scale (u - Offset)
//
//               The solver integrates them with the model: exact to its tolerance, whatever steps it takes
//               and whatever switches in between.
// Sampler       what arrives is recorded.
#include "sim_core/block/block_library.h"

namespace sim {

inline constexpr const char *excitation_type = "linear/excitation", *correlator_type = "linear/correlator",
                            *sampler_type = "linear/sampler";
inline constexpr const char *amplitude_parameter = "Amplitude", *frequency_parameter = "Frequency",
                            *phase_parameter = "Phase", *start_parameter = "Start", *rise_parameter = "Rise",
                            *scale_parameter = "Scale", *offset_parameter = "Offset";
// The states of a correlator: elements, and elements x frequencies by columns.
inline constexpr const char *sum_state = "sum", *sine_state = "sine", *cosine_state = "cosine";

// The blocks of another library, the point block, and these.
BlockLibrary with_measuring_blocks(const BlockLibrary& library);

}  // namespace sim
