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
  const auto counts = [this](const UnknownRate& rate) {
    return program_->derivatives_read_mode[static_cast<std::size_t>(rate.mode)] != 0;
  };
  const auto& rates = program_->unknown_rates;
  if (std::none_of(rates.begin(), rates.end(), counts)) return true;
  std::vector<double> without(x_instant_.size());
  if (equations_.derivatives(t, x_instant_, without) != EvalStatus::Ok) return true;
  for (const UnknownRate& rate : rates)
    if (counts(rate) && depends_on(rate, t, without))
      return fail(
          rate.block,
          "the states follow its input at once at t = " + to_text(t) +
              ", and how fast that changes is not known: it depends on what the block drives, on an "
              "algebraic loop, or on a function without a derivative",
          "let something store energy there, such as a body or a capacitor, or lead the input through a "
          "Transfer Fcn of first order");
  return true;
}

// With this mode 1, which is 0 again behind it.
bool Simulator::rate_derivatives(int mode, double t, std::vector<double>& dx) {
  equations_.set_mode(mode, true);
  dx.resize(x_instant_.size());
  const bool known =
      equations_.commit() == EvalStatus::Ok && equations_.derivatives(t, x_instant_, dx) == EvalStatus::Ok;
  equations_.set_mode(mode, false);
  return equations_.commit() == EvalStatus::Ok && known;
}

// A derivative that depends on the rate is linear in it; what rounding leaves of none is not.
bool Simulator::depends_on(const UnknownRate& rate, double t, const std::vector<double>& without) {
  constexpr double eps = std::numeric_limits<double>::epsilon(), noise = 1e3 * eps, linear = 1e-6;
  std::vector<double> once, thrice;
  if (!rate_derivatives(rate.mode, t, once) || once == without) return false;
  if (!rate_derivatives(rate.mode + 1, t, thrice)) return false;
  for (std::size_t k = 0; k < without.size(); ++k) {
    const double a = once[k] - without[k], b = thrice[k] - without[k];
    if (std::fabs(a) > noise * std::fabs(without[k]) && std::fabs(b - 3 * a) <= linear * std::fabs(b))
      return true;
  }
  return false;
}

}  // namespace sim
