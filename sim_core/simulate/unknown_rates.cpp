#include "sim_core/simulate/unknown_rates.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim_core/base/told_number.h"

namespace sim {

// With this mode 1, which is 0 again behind it.
static bool rate_derivatives(RunParts& run, int mode, double t, std::vector<double>& dx) {
  run.equations.set_mode(mode, true);
  dx.resize(run.x.size());
  const bool known =
      run.equations.commit() == EvalStatus::Ok && run.equations.derivatives(t, run.x, dx) == EvalStatus::Ok;
  run.equations.set_mode(mode, false);
  return run.equations.commit() == EvalStatus::Ok && known;
}

// A derivative that depends on the rate is linear in it; what rounding leaves of none is not.
static bool depends_on(RunParts& run, const UnknownRate& rate, double t, const std::vector<double>& without) {
  constexpr double eps = std::numeric_limits<double>::epsilon(), noise = 1e3 * eps, linear = 1e-6;
  std::vector<double> once, thrice;
  if (!rate_derivatives(run, rate.mode, t, once) || once == without) return false;
  if (!rate_derivatives(run, rate.mode + 1, t, thrice)) return false;
  const auto differs = [&](std::size_t k) {
    const double a = once[k] - without[k], b = thrice[k] - without[k];
    return std::fabs(a) > noise * std::fabs(without[k]) && std::fabs(b - 3 * a) <= linear * std::fabs(b);
  };
  if (!rate.states.empty())
    return std::any_of(rate.states.begin(), rate.states.end(),
                       [&](int state) { return differs(static_cast<std::size_t>(state)); });
  for (std::size_t k = 0; k < without.size(); ++k)
    if (differs(k)) return true;
  return false;
}

// At every instant: a limit that was not at work may be now, without a mode that says so.
bool check_unknown_rates(RunParts& run, double t) {
  const auto counts = [&run](const UnknownRate& rate) {
    return run.program->derivatives_read_mode[static_cast<std::size_t>(rate.mode)] != 0;
  };
  const auto& rates = run.program->unknown_rates;
  if (std::none_of(rates.begin(), rates.end(), counts)) return true;
  std::vector<double> without(run.x.size());
  if (run.equations.derivatives(t, run.x, without) != EvalStatus::Ok) return true;
  for (const UnknownRate& rate : rates)
    if (counts(rate) && depends_on(run, rate, t, without))
      return run.reporter.fail(
          rate.block,
          "the states follow its input at once at t = " + told_time(t) +
              ", and how fast that changes is not known: it depends on what the block drives, on an "
              "algebraic loop, or on a function without a derivative",
          "let something store energy there, such as a body or a capacitor, or lead the input through a "
          "Transfer Fcn of first order");
  return true;
}

}  // namespace sim
