#include "sim_core/simulate/invariant_check.h"

#include <algorithm>
#include <cmath>

#include "sim_core/simulate/invariant_rows.h"

namespace sim {

namespace {

constexpr int samples = 6;
constexpr double significant = 1e-6;

// From -1 to 1, spread evenly: the golden ratio's multiples, shifted by component.
double spread(std::size_t component, int sample) {
  const double x = 0.6180339887498949 * static_cast<double>(component + 1) +
                   0.7548776662466927 * static_cast<double>(sample) *
                       (1 + 0.5698402909980532 * static_cast<double>(component));
  return 2 * (x - std::floor(x)) - 1;
}

class Check {
 public:
  Check(const ModelEquations& equations, HistoryReader& history)
      : program_(equations.program()), equations_(equations.another()) {
    equations_.read_history(history);
    const std::size_t rows = program_.invariants.size(), n = static_cast<std::size_t>(program_.state_count);
    for (std::size_t k = 0; k < rows; ++k)
      if (program_.invariants[k].active && !program_.invariants[k].lower_bound)
        rows_.push_back(static_cast<int>(k));
    for (std::vector<double>* v : {&rates_, &levels_}) v->resize(rows);
    f_.resize(n);
  }

  std::vector<InvariantDrift> run(double t, std::span<const double> x0, double span) {
    if (equations_.commit() != EvalStatus::Ok) return {};
    Projector projector(invariant_rows(equations_, rows_, residuals_, gradients_),
                        {.method = ProjectionMethod::Newton, .max_iterations = 30});
    const std::vector<double> target(rows_.size(), 0.0), scale = scales(x0);
    struct Vote {
      int against = 0;
      InvariantDrift worst;
    };
    std::vector<Vote> votes(rows_.size());
    int looked_at = 0;
    for (int sample = 0; sample < samples; ++sample) {
      std::vector<double> x(x0.begin(), x0.end());
      if (sample > 0)
        for (std::size_t j = 0; j < x.size(); ++j) x[j] += 0.05 * scale[j] * spread(j, sample);
      const auto result = projector.project(t, x, target, scale);
      const bool on_it = result.status == ProjectionResult::Status::Satisfied ||
                         result.status == ProjectionResult::Status::Projected;
      if (!on_it || !evaluate(t, x)) continue;
      ++looked_at;
      for (std::size_t k = 0; k < rows_.size(); ++k) {
        const auto row = static_cast<std::size_t>(rows_[k]);
        const InvariantDrift drift = drift_of(row, x.size());
        if (!(std::fabs(drift.rate) > significant * drift.terms)) continue;
        if (!(std::fabs(drift.rate) * span > significant * size_of(row, x))) continue;
        ++votes[k].against;
        if (std::fabs(drift.rate) * votes[k].worst.terms >= std::fabs(votes[k].worst.rate) * drift.terms)
          votes[k].worst = drift;
      }
    }
    std::vector<InvariantDrift> drifts;
    for (const Vote& vote : votes)
      if (vote.against >= 2 && 2 * vote.against >= looked_at) drifts.push_back(vote.worst);
    return drifts;
  }

 private:
  // What a state near the initial one may differ by.
  static std::vector<double> scales(std::span<const double> x) {
    double largest = 0;
    for (double v : x) largest = std::max(largest, std::fabs(v));
    std::vector<double> scale(x.size());
    for (std::size_t j = 0; j < x.size(); ++j)
      scale[j] = x[j] != 0 ? std::fabs(x[j]) : largest > 0 ? std::min(largest, 1.0) : 1;
    return scale;
  }

  bool evaluate(double t, std::span<const double> x) {
    const bool done = equations_.derivatives(t, x, f_) == EvalStatus::Ok &&
                      equations_.invariant_gradients(t, x, gradients_) == EvalStatus::Ok &&
                      equations_.evaluate(KernelKind::InvariantRates, t, x, rates_) == EvalStatus::Ok &&
                      equations_.evaluate(KernelKind::InvariantTargets, t, x, levels_) == EvalStatus::Ok;
    const auto finite = [](double v) { return std::isfinite(v); };
    return done && std::all_of(f_.begin(), f_.end(), finite) &&
           std::all_of(rates_.begin(), rates_.end(), finite) &&
           std::all_of(gradients_.begin(), gradients_.end(), finite);
  }

  InvariantDrift drift_of(std::size_t row, std::size_t n) const {
    InvariantDrift drift{static_cast<int>(row), rates_[row], std::fabs(rates_[row])};
    for (std::size_t j = 0; j < n; ++j) {
      const double term = gradients_[row * n + j] * f_[j];
      drift.rate -= term;
      drift.terms += std::fabs(term);
    }
    return drift;
  }

  double size_of(std::size_t row, std::span<const double> x) const {
    double size = 0;
    for (std::size_t j = 0; j < x.size(); ++j) size += std::fabs(gradients_[row * x.size() + j] * x[j]);
    return std::max(size, std::fabs(levels_[row]));
  }

  const Program& program_;
  ModelEquations equations_;
  std::vector<int> rows_;
  std::vector<double> residuals_, rates_, levels_, gradients_, f_;
};

}  // namespace

std::vector<InvariantDrift> find_drifts(const ModelEquations& equations, HistoryReader& history, double t,
                                        std::span<const double> x, double span) {
  return Check(equations, history).run(t, x, span);
}

}  // namespace sim
