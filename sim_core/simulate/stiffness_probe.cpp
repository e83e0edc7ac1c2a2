#include "sim_core/simulate/stiffness_probe.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sim {

StiffnessProbe::StiffnessProbe(const ModelEquations& equations, HistoryReader* history)
    : own_(equations.another()), problem_(own_.problem({})), spectrum_(problem_) {
  if (history) own_.read_history(*history);
}

void StiffnessProbe::look(const ModelEquations& equations, double t, double h, std::span<const double> x,
                          const ErrorWeights& weights) {
  constexpr std::uint64_t least_apart = 20, of_all = 20;  // about 20 in each e-fold of steps
  const std::uint64_t since = steps_ - looked_at_;
  looked_at_ = steps_;
  next_ = steps_ + std::max(least_apart, steps_ / of_all);
  own_.restore(equations.modes(), equations.discrete(), equations.captured(), equations.loop_solutions());
  if (own_.commit() != EvalStatus::Ok) return;
  const int iterations = samples_.empty() ? 20 : 6;
  const double rate = spectrum_.radius(t, x, weights, {}, iterations);
  if (!(rate >= 0) || !std::isfinite(rate)) return spectrum_.forget();
  const std::vector<double> direction = spectrum_.direction();
  const int state = direction.empty() ? -1 : error_norm(weights, direction, x, x).worst;
  samples_.push_back({t, h, rate, time_scale(t, x, weights), since, state});
}

// From the mean slopes between the last three looks: what the error control leaves of a fast component
// disturbs the derivatives themselves, but hardly these. 0: the solution does not move by more than the
// tolerance.
double StiffnessProbe::time_scale(double t, std::span<const double> x, const ErrorWeights& weights) {
  std::vector<double> slope(x.size()), bend(x.size());
  const double since = t - t_before_, earlier = t_before_ - t_earlier_;
  const bool known = looks_ >= 2;
  for (std::size_t i = 0; known && i < x.size(); ++i) {
    slope[i] = (x[i] - before_[i]) / since;
    bend[i] = (slope[i] - (before_[i] - earlier_[i]) / earlier) / ((since + earlier) / 2);
  }
  earlier_ = std::move(before_);
  before_.assign(x.begin(), x.end());
  t_earlier_ = std::exchange(t_before_, t);
  ++looks_;
  if (!known) return since;
  const double speed = error_norm(weights, slope, x, x).value, change = error_norm(weights, bend, x, x).value;
  return speed * since > 1 && change > 0 ? speed / change : 0;
}

}  // namespace sim
