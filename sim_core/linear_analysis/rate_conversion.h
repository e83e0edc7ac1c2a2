#pragma once
// A linear model at another sample time. A sampled model is made continuous first, by the inverse of the same
// method where it has one. (G. F. Franklin, J. D. Powell, M. Workman, Digital Control of Dynamic Systems, 3rd
// edition, 1998, chapter 6.)
//
//   Hold     inputs are held over a period: exact for such inputs; back by the logarithm of A
//   Tustin   s = 2/T (z - 1)/(z + 1): keeps the response, the frequencies warped
//   Matched  poles and zeros by z = exp(s T), gain at 0: of one input and one output; of a sampled model the
//            continuous one is that with held inputs
#include <optional>
#include <string_view>

#include "sim_core/base/result.h"
#include "sim_core/linear_analysis/linear_model.h"

namespace sim {

enum class RateConversion { Hold, Tustin, Matched };
std::string_view name_of(RateConversion method);  // "zoh", "tustin", "matched"
std::optional<RateConversion> rate_conversion(std::string_view name);

// `period` in s. Errors: delays (with_pade replaces them), poles that the method cannot map, several inputs
// or outputs where it is for one.
Result<LinearModel> with_sample_time(const LinearModel& model, double period, RateConversion method);

}  // namespace sim
