#pragma once
// Sobol's sequence: points that fill the unit cube evenly, 2^n of them one in each part of many partitions.
// S. Joe, F. Y. Kuo, "Constructing Sobol sequences with better two-dimensional projections", SIAM J. Sci.
// Comput. 30 (2008), whose direction numbers these are.
#include <cstddef>
#include <cstdint>

namespace sim {

inline constexpr std::size_t sobol_dimensions = 21;

// 32 bits of coordinate `dimension` (below sobol_dimensions) of point `index`, as a fraction of 2^32.
std::uint32_t sobol(std::uint32_t index, std::size_t dimension);

}  // namespace sim
