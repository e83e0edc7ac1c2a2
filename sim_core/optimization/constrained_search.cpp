#include "sim_core/optimization/constrained_search.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "sim_core/estimation/least_squares.h"
#include "sim_core/estimation/run_differences.h"
#include "sim_core/optimization/constrained_methods.h"

namespace sim {

double ConstrainedPoint::violation() const {
  double largest = 0;
  for (const double g : constraints) largest = std::max(largest, g);
  return largest;
}

namespace {

using Values = std::vector<double>;

constexpr int most_rounds = 10;
// Points that Cobyla looks at in one, for each variable and one: where that does not do, it gets on, and
// there is another round.
constexpr int points_of_a_round = 40;
// What of the tolerance is preferred, so that nothing is gained by using it up.
constexpr double exactly = 1e-2;
// What a round has to gain, relative to the cost, for another one.
constexpr double least_gain = 1e-6;
// The first steps of Cobyla, by the scale of the variables: once far, then near what was found.
constexpr double far_step = 0.3, near_step = 0.02;

struct Ended {  // thrown through methods: no more evaluations
  bool stopped;
};

class ConstrainedSearch {
 public:
  ConstrainedSearch(const ConstrainedProblem& problem, const ConstrainedOptions& options)
      : problem_(problem), options_(options) {
    for (std::size_t k = 0; k < problem.start.size(); ++k)
      if (problem.minimum[k] < problem.maximum[k]) free_.push_back(k);
    most_ =
        options.most_evaluations > 0 ? options.most_evaluations : 200 * (static_cast<int>(free_.size()) + 1);
  }

  Result<ConstrainedResult> run() {
    found_.best.x = problem_.start;
    for (std::size_t k = 0; k < problem_.start.size(); ++k)
      found_.best.x[k] = std::clamp(problem_.start[k], problem_.minimum[k], problem_.maximum[k]);
    ++found_.evaluations;
    auto first = problem_.evaluate(found_.best.x);
    if (!first) return error({}, "the model has no results at the starting values", "begin elsewhere");
    known_.emplace(found_.best.x, first);
    found_.first = found_.best = *std::move(first);
    report();
    try {
      if (!free_.empty())
        if (Diagnostics problems = search(); !problems.empty()) return problems;
      found_.converged = true;
    } catch (const Ended& end) {
      found_.stopped = end.stopped;
    }
    for (std::size_t k = 0; k < problem_.start.size(); ++k) {
      const double near = 1e-6 * problem_.scale[k];
      found_.at_bound.push_back(
          problem_.minimum[k] < problem_.maximum[k] &&
          (found_.best.x[k] - problem_.minimum[k] <= near || problem_.maximum[k] - found_.best.x[k] <= near));
    }
    return std::move(found_);
  }

 private:
  bool is_kept() const { return found_.best.violation() <= problem_.tolerance; }
  void report() const {
    if (options_.progress) options_.progress(found_.evaluations, found_.best);
  }

  // 0: all is kept, 1: within the tolerance, 2: not.
  int level(double violation) const {
    return violation > problem_.tolerance ? 2 : violation > exactly * problem_.tolerance ? 1 : 0;
  }
  bool is_better(const ConstrainedPoint& a, const ConstrainedPoint& b) const {
    const double va = a.violation(), vb = b.violation();
    if (level(va) != level(vb)) return level(va) < level(vb);
    return level(va) == 2 ? va < vb : a.cost < b.cost;
  }

  std::optional<ConstrainedPoint> evaluate(const Values& x) {
    if (const auto before = known_.find(x); before != known_.end()) return before->second;
    if (found_.evaluations >= most_) throw Ended{false};
    ++found_.evaluations;
    auto point = problem_.evaluate(x);
    if (point &&
        (!std::isfinite(point->cost) || !std::all_of(point->constraints.begin(), point->constraints.end(),
                                                     [](double g) { return std::isfinite(g); })))
      point.reset();
    if (point && is_better(*point, found_.best)) {
      found_.best = *point;
      report();
    }
    if (options_.stop && options_.stop()) throw Ended{true};
    known_.emplace(x, point);
    return point;
  }

  // All variables, with the free ones from the methods' variables.
  Values unscaled(const Values& z) const {
    Values x = found_.best.x;
    for (std::size_t k = 0; k < free_.size(); ++k)
      x[free_[k]] =
          std::clamp(z[k] * problem_.scale[free_[k]], problem_.minimum[free_[k]], problem_.maximum[free_[k]]);
    return x;
  }
  Values scaled(const Values& all) const {
    Values z;
    for (const std::size_t k : free_) z.push_back(all[k] / problem_.scale[k]);
    return z;
  }
  std::optional<std::vector<Values>> differences(
      const std::function<std::optional<Values>(const Values&)>& values, const Values& z,
      const Values& at_z) const {
    return run_differences(
        {values, scaled(problem_.minimum), scaled(problem_.maximum), Values(z.size(), 1.0)}, z, at_z);
  }

  Diagnostics search() {
    if (!is_kept()) reach_constraints();
    if (!is_kept())
      if (Diagnostics problems = minimize(ConstrainedMethod::Cobyla, false, far_step); !problems.empty())
        return problems;
    if (!is_kept() || !problem_.has_cost) return {};
    for (int round = 0; round < most_rounds; ++round) {
      const double before = found_.best.cost;
      if (Diagnostics problems = minimize(ConstrainedMethod::Slsqp, true, 0); !problems.empty())
        return problems;
      const double between = found_.best.cost;
      if (Diagnostics problems = minimize(ConstrainedMethod::Cobyla, true, round == 0 ? far_step : near_step);
          !problems.empty())
        return problems;
      const double least =
          least_gain * std::max(std::abs(found_.best.cost), 1e-4 * std::abs(found_.first.cost));
      if (between - found_.best.cost <= least && (round > 0 || before - between <= least)) break;
    }
    return {};
  }

  // Least squares of the violations. Those at once no farther than the tolerance are 0.
  void reach_constraints() {
    LeastSquaresProblem least;
    least.start = scaled(found_.best.x);
    least.minimum = scaled(problem_.minimum), least.maximum = scaled(problem_.maximum);
    least.residuals = [this](const Values& z) -> std::optional<Values> {
      if (is_kept() && !problem_.has_cost) return Values(problem_.constraints, 0.0);
      const auto point = evaluate(unscaled(z));
      if (!point) return std::nullopt;
      Values r = point->constraints;
      for (double& g : r) g = std::max(g, 0.0);
      return r;
    };
    least.jacobian = [this, &least](const Values& z, const Values& r) {
      if (is_kept()) return std::optional(std::vector<Values>(z.size(), Values(r.size(), 0.0)));
      return differences(least.residuals, z, r);
    };
    (void)least_squares(least, 50);  // what it found was noted
  }

  // What stands for a point without results: far worse than the worst that was seen.
  Values penalty(const Values& worst) const {
    Values out = worst;
    out[0] = worst[0] + 10 * std::abs(worst[0]) + 1;
    for (std::size_t i = 1; i < out.size(); ++i) out[i] = std::max(10.0, 10 * worst[i]);
    return out;
  }

  // From the best point. Without `cost` only the constraints count.
  Diagnostics minimize(ConstrainedMethod method, bool cost, double step) {
    const double unit = cost && found_.best.cost != 0 ? std::abs(found_.best.cost) : 1;
    Values worst(problem_.constraints + 1, 0.0);
    const auto values = [&](const Values& z) -> std::optional<Values> {
      const auto point = evaluate(unscaled(z));
      if (!point) return std::nullopt;
      Values all{cost ? point->cost / unit : 0};
      all.insert(all.end(), point->constraints.begin(), point->constraints.end());
      for (std::size_t i = 0; i < all.size(); ++i) worst[i] = std::max(worst[i], all[i]);
      return all;
    };
    ScaledProblem scaled_problem{
        scaled(problem_.minimum), scaled(problem_.maximum), problem_.constraints, {}, {}};
    scaled_problem.values = [&](const Values& z) {
      auto all = values(z);
      return all ? *std::move(all) : penalty(worst);
    };
    scaled_problem.derivatives = [&](const Values& z) -> std::optional<std::vector<Values>> {
      const auto all = values(z);
      if (!all) return std::nullopt;
      return differences(values, z, *all);
    };
    return search_minimum(method, scaled_problem, scaled(found_.best.x), step,
                          points_of_a_round * (static_cast<int>(free_.size()) + 1));
  }

  const ConstrainedProblem& problem_;
  const ConstrainedOptions& options_;
  std::vector<std::size_t> free_;  // variables whose bounds differ
  int most_ = 0;
  std::map<Values, std::optional<ConstrainedPoint>> known_;  // methods look at the same points again
  ConstrainedResult found_;
};

}  // namespace

Result<ConstrainedResult> constrained_minimum(const ConstrainedProblem& problem,
                                              const ConstrainedOptions& options) {
  return ConstrainedSearch(problem, options).run();
}

}  // namespace sim
