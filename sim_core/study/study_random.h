#pragma once
// The random numbers of a study: Philox 4x32-10 with the seed as the key, and what a number is for as the
// counter, so that each depends on its place in the study alone. J. K. Salmon, M. A. Moraes, R. O. Dror,
// D. E. Shaw, Parallel random numbers: as easy as 1, 2, 3, Proc. SC11 (2011).
#include <cstdint>
#include <vector>

namespace sim {

// What numbers are for; each has a stream of its own.
enum class StudyStream : std::uint32_t { Draw, Shuffle, Shift, MorrisStart, MorrisOrder, Resampling };

// 64 random bits of place k of a variation.
std::uint64_t study_bits(std::uint64_t seed, std::uint64_t k, std::uint32_t variation, StudyStream stream);

// In the open interval from 0 to 1.
inline double unit_of(std::uint64_t bits) { return (static_cast<double>(bits >> 12) + 0.5) * 0x1p-52; }

}  // namespace sim
