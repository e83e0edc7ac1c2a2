#include "sim_core/optimization/constrained_methods.h"

#include <nlopt.h>

#include <algorithm>
#include <exception>
#include <memory>

#include "sim_core/base/lazy_library.h"

namespace sim {

namespace {

constexpr double x_tolerance = 1e-7, cost_tolerance = 1e-10, constraint_tolerance = 1e-7;

struct Nlopt {
  LazyLibrary library{FLUXION_NLOPT};
  SIM_FUNCTION(library, nlopt_create)
  SIM_FUNCTION(library, nlopt_destroy)
  SIM_FUNCTION(library, nlopt_optimize)
  SIM_FUNCTION(library, nlopt_force_stop)
  SIM_FUNCTION(library, nlopt_set_min_objective)
  SIM_FUNCTION(library, nlopt_set_lower_bounds)
  SIM_FUNCTION(library, nlopt_set_upper_bounds)
  SIM_FUNCTION(library, nlopt_add_inequality_mconstraint)
  SIM_FUNCTION(library, nlopt_set_xtol_abs1)
  SIM_FUNCTION(library, nlopt_set_ftol_rel)
  SIM_FUNCTION(library, nlopt_set_initial_step1)
  SIM_FUNCTION(library, nlopt_set_maxeval)
};

const Nlopt& nlopt() {
  static const Nlopt loaded;
  return loaded;
}

// What the library, which is written in C, calls back: nothing is thrown through it.
class Callback {
 public:
  Callback(const ScaledProblem& problem, nlopt_opt search) : problem_(problem), search_(search) {}

  double cost(const double* z, double* gradient) {
    see(z, gradient != nullptr);
    if (gradient)
      for (std::size_t k = 0; k < z_.size(); ++k) gradient[k] = derivatives_[k][0];
    return values_[0];
  }
  void constraints(double* out, const double* z, double* gradient) {
    see(z, gradient != nullptr);
    std::copy(values_.begin() + 1, values_.end(), out);
    if (gradient)
      for (std::size_t i = 0; i < problem_.constraints; ++i)
        for (std::size_t k = 0; k < z_.size(); ++k) gradient[i * z_.size() + k] = derivatives_[k][i + 1];
  }
  std::exception_ptr thrown() const { return thrown_; }

 private:
  // Both are asked for at the same point one after the other.
  void see(const double* z, bool derivatives) {
    const std::vector<double> point(z, z + problem_.minimum.size());
    if (point != z_ || values_.empty()) {
      z_ = point;
      derivatives_.clear();
      values_.assign(problem_.constraints + 1, 0.0);
      attempt([&] { values_ = problem_.values(z_); });
    }
    if (!derivatives || !derivatives_.empty()) return;
    attempt([&] {
      if (auto found = problem_.derivatives(z_)) derivatives_ = *std::move(found);
    });
    if (derivatives_.empty()) {
      derivatives_.assign(z_.size(), std::vector<double>(problem_.constraints + 1, 0.0));
      nlopt().nlopt_force_stop(search_);
    }
  }
  template <class Do>
  void attempt(Do&& what) {
    if (thrown_) return;
    try {
      what();
    } catch (...) {
      thrown_ = std::current_exception();
      nlopt().nlopt_force_stop(search_);
    }
  }

  const ScaledProblem& problem_;
  nlopt_opt search_;
  std::vector<double> z_, values_;
  std::vector<std::vector<double>> derivatives_;
  std::exception_ptr thrown_;
};

double cost_of(unsigned, const double* z, double* gradient, void* callback) {
  return static_cast<Callback*>(callback)->cost(z, gradient);
}
void constraints_of(unsigned, double* out, unsigned, const double* z, double* gradient, void* callback) {
  static_cast<Callback*>(callback)->constraints(out, z, gradient);
}

}  // namespace

Diagnostics search_minimum(ConstrainedMethod method, const ScaledProblem& problem, std::vector<double> z,
                           double step, int most) {
  const Nlopt& library = nlopt();
  if (!library.library)
    return {error({}, "the library " FLUXION_NLOPT " is not there", "install the package libnlopt0")};
  const std::unique_ptr<nlopt_opt_s, decltype(library.nlopt_destroy)> search(
      library.nlopt_create(method == ConstrainedMethod::Slsqp ? NLOPT_LD_SLSQP : NLOPT_LN_COBYLA,
                           static_cast<unsigned>(z.size())),
      library.nlopt_destroy);
  if (!search) return {error({}, "there is no memory for the search")};
  Callback callback(problem, search.get());
  library.nlopt_set_lower_bounds(search.get(), problem.minimum.data());
  library.nlopt_set_upper_bounds(search.get(), problem.maximum.data());
  library.nlopt_set_min_objective(search.get(), cost_of, &callback);
  const std::vector<double> tolerances(problem.constraints, constraint_tolerance);
  if (problem.constraints > 0)
    library.nlopt_add_inequality_mconstraint(search.get(), static_cast<unsigned>(problem.constraints),
                                             constraints_of, &callback, tolerances.data());
  library.nlopt_set_xtol_abs1(search.get(), x_tolerance);
  if (method == ConstrainedMethod::Slsqp)
    library.nlopt_set_ftol_rel(search.get(), cost_tolerance);
  else
    library.nlopt_set_initial_step1(search.get(), step), library.nlopt_set_maxeval(search.get(), most);
  double cost = 0;
  // What it returns says how it ended; what it has found was noted on the way.
  (void)library.nlopt_optimize(search.get(), z.data(), &cost);
  if (callback.thrown()) std::rethrow_exception(callback.thrown());
  return {};
}

}  // namespace sim
