// Whether the states depend on how fast an input changes where the compiler could not write that: what it
// drives would not follow the input, and the run would be wrong.
#include <algorithm>
#include <cmath>
#include <limits>

#include "sim_core/base/text.h"
#include "sim_core/simulate/simulator.h"

namespace sim {

// At every instant: a limit that was not at work may be now, without a mode that says so.
bool Simulator::check_unknown_rates(double t) {
  for (const UnknownRate& rate : program_->unknown_rates)
    if (depends_on(rate, t))
      return fail(
          rate.block,
          "the states follow its input at once at t = " + to_text(t) +
              ", and how fast that changes is not known: it depends on what the block drives, on an "
              "algebraic loop, or on a function without a derivative",
          "let something store energy there, such as a body or a capacitor, or lead the input through a "
          "Transfer Fcn of first order");
  return true;
}

// A derivative that depends on the rate is linear in it; what rounding leaves of none is not.
bool Simulator::depends_on(const UnknownRate& rate, double t) {
  if (program_->derivatives_read_mode[static_cast<std::size_t>(rate.mode)] == 0) return false;
  constexpr double eps = std::numeric_limits<double>::epsilon(), noise = 1e3 * eps, linear = 1e-6;
  const auto size = x_instant_.size();
  std::vector<double> without(size), once(size), thrice(size);
  const auto derivatives = [&](bool first, bool second, std::vector<double>& dx) {
    equations_.set_mode(rate.mode, first);
    equations_.set_mode(rate.mode + 1, second);
    return equations_.commit() == EvalStatus::Ok &&
           equations_.derivatives(t, x_instant_, dx) == EvalStatus::Ok;
  };
  const bool known = derivatives(false, false, without) && derivatives(true, false, once) &&
                     (once == without || derivatives(false, true, thrice));
  equations_.set_mode(rate.mode, false);
  equations_.set_mode(rate.mode + 1, false);
  equations_.commit();
  for (std::size_t k = 0; known && once != without && k < size; ++k) {
    const double a = once[k] - without[k], b = thrice[k] - without[k];
    if (std::fabs(a) > noise * std::fabs(without[k]) && std::fabs(b - 3 * a) <= linear * std::fabs(b))
      return true;
  }
  return false;
}

}  // namespace sim
