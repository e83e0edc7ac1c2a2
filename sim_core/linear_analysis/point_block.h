#pragma once
// The block that stands on a signal while it is linearized:
//
//   y = u + perturbation            where it passes
//   y = held + perturbation         where `cut` is not 0
//   m = u                           the signal before
//
// Its parameters are leaves of the program, so that derivatives along the perturbation are exact, and a cut
// changes no value: `held` is what u is at the point.
#include "sim_core/block/block_library.h"

namespace sim {

inline constexpr const char* point_block_type = "linear/point";
inline constexpr const char *perturbation_parameter = "Perturbation", *held_parameter = "Held",
                            *cut_parameter = "Cut";

// The blocks of another library, and this one.
BlockLibrary with_point_block(const BlockLibrary& library);

}  // namespace sim
