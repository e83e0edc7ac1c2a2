#pragma once
// Low-pass filters with their edge at 1 rad/s turned into others, and into sampled ones.
//   Constantinides, Spectral transformations for digital filters, Proc. IEE 117 (1970).
// Inside the expression language only.
#include "sim_core/expr/filters/prototypes.h"

namespace sim::expr {

enum class Band { LowPass, HighPass, BandPass, BandStop };

// Edges in rad/s: one, or two for a band, whose filters have the double order.
Filter with_edges(const Filter& low_pass, Band band, double first, double second);

// By s = 2 f (z - 1) / (z + 1) for f samples per second.
Filter bilinear(const Filter& analog, double rate);

}  // namespace sim::expr
