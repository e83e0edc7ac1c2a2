#pragma once
// The scalar part of variable-step Adams methods (see adams.h).
#include <array>

namespace sim {

inline constexpr int adams_order = 12;  // of predictors; correctors have one more

// Distances psi_m from the newest point of the past to the one m before it; psi_0 = 0.
using AdamsDistances = std::array<double, adams_order + 2>;
using AdamsWeights = std::array<double, adams_order + 2>;

// The error constants of Adams formulas of constant step: gamma*_j, of order j, without their sign.
inline constexpr std::array<double, adams_order + 1> adams_constants{1,
                                                                     1. / 2,
                                                                     1. / 12,
                                                                     1. / 24,
                                                                     19. / 720,
                                                                     3. / 160,
                                                                     863. / 60480,
                                                                     275. / 24192,
                                                                     33953. / 3628800,
                                                                     8183. / 1036800,
                                                                     3250433. / 479001600,
                                                                     4671. / 788480,
                                                                     13695779093. / 2615348736000.};

// For j = 0 .. count - 1: int_from^to prod_{m<j} (tau + psi_m) / scale_{m+1} dtau.
AdamsWeights adams_integrals(int count, const AdamsDistances& psi, const AdamsDistances& scale, double from,
                             double to);

// The distances from a point h further on.
AdamsDistances adams_step(const AdamsDistances& psi, double h);

}  // namespace sim
