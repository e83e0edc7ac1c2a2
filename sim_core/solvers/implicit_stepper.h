#pragma once
// What the steppers of implicit methods with Newton's iteration share: when a Jacobian is taken again.
//
// A Jacobian is used again until the iteration with it fails; then it is taken again at the start of the
// step, and where it was new already, the step is too long. Behind a restart() the one there is serves on,
// unless f is on another branch (forget_jacobian) or options.renew_at_restart. Where `keeps_factors_within_`
// allows it, the factors too are kept while c changes by no more than this share.
#include <algorithm>
#include <cmath>

#include "sim_core/solvers/newton_solver.h"
#include "sim_core/solvers/stepper_base.h"

namespace sim {

class ImplicitStepper : public StepperBase {
 public:
  void forget_jacobian() final { matrix_.forget(); }

 protected:
  ImplicitStepper(const OdeProblem& problem, StepperOptions options, bool error_control, Orders orders,
                  bool new_each_step = false)
      : StepperBase(problem, std::move(options), error_control, orders),
        matrix_(problem, options_, new_each_step, statistics_),
        newton_(problem, statistics_) {}

  void forget() override {
    if (options_.renew_at_restart) matrix_.forget();
    matrix_.grow_old();
    newton_.rate().forget();
  }
  void accepted() override { matrix_.serve_step(); }
  void save(Vector& memory) const override {
    matrix_.save(memory);
    memory.push_back(newton_.rate().rate());
  }
  bool load(std::span<const double> memory) override { return load_front(memory) && memory.empty(); }
  bool load_front(std::span<const double>& memory) {
    if (!matrix_.load(memory) || memory.empty()) return false;
    newton_.rate().set_rate(memory[0]);
    memory = memory.subspan(1);
    return true;
  }

  // J at the start of the step.
  EvalStatus renew_jacobian() {
    newton_.rate().forget();
    if (!keeps_slope_) {
      const EvalStatus status = prepare_start();
      return status == EvalStatus::Ok ? matrix_.evaluate(t_start_, start_, f_start_, options_.weights)
                                      : status;
    }
    // The slope kept is close to f, which is not close enough for differences.
    Vector f(start_.size());
    const EvalStatus status = evaluate(t_start_, start_, f);
    return status == EvalStatus::Ok ? matrix_.evaluate(t_start_, start_, f, options_.weights) : status;
  }
  // I - c J, ready to solve with.
  EvalStatus prepare_matrix(double c) {
    if (!matrix_.has_jacobian())
      if (const EvalStatus status = renew_jacobian(); status != EvalStatus::Ok) return status;
    const long before = statistics_.factorizations;
    const double ratio_before = matrix_.ratio();
    const EvalStatus status = matrix_.factor(c, keeps_factors_within_);
    NewtonRate& rate = newton_.rate();
    if (statistics_.factorizations != before)
      rate.forget();
    else if (const double ratio = matrix_.ratio(); ratio != ratio_before && rate.rate() >= 0)
      rate.set_rate(std::min(0.9, rate.rate() + std::fabs(1 - ratio) / (1 + ratio)));
    return status;
  }
  // Runs `stages`, which solves with I - c J and says how that went, with the Jacobian there is and, where
  // that does not serve, with a new one.
  template <class Stages>
  EvalStatus with_jacobian(double c, Stages&& stages) {
    for (;;) {
      const bool fresh = matrix_.is_fresh() || !matrix_.has_jacobian();
      EvalStatus status = prepare_matrix(c);
      NewtonSolver::Result result = NewtonSolver::Result::Slow;
      if (status == EvalStatus::Ok) result = stages();
      if (status == EvalStatus::Fatal) return status;
      if (status == EvalStatus::Ok && result != NewtonSolver::Result::Slow) return status_of(result);
      if (matrix_.ratio() != 1)
        matrix_.forget_factors();
      else if (fresh)
        return EvalStatus::Recoverable;
      else if (status = renew_jacobian(); status != EvalStatus::Ok)
        return status;
    }
  }

  double keeps_factors_within_ = 0;
  IterationMatrix matrix_;
  NewtonSolver newton_;
};

}  // namespace sim
