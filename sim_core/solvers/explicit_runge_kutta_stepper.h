#pragma once
// The stepper of explicit_runge_kutta.h. That of small systems (small_runge_kutta.cpp) is derived from it.
#include <memory>
#include <vector>

#include "sim_core/solvers/stepper_base.h"
#include "sim_core/solvers/tableau.h"

namespace sim {

class ExplicitRungeKutta : public StepperBase {
 public:
  ExplicitRungeKutta(const OdeProblem& problem, const Tableau& tableau, bool error_control,
                     StepperOptions options);

 protected:
  EvalStatus compute() override;
  EvalStatus prepare_dense() override;
  void dense(double t, std::span<double> x) const override { dense_rows({&t, 1}, x); }
  void dense_rows(std::span<const double> times, std::span<double> x) const override;
  bool stretches() const override { return true; }
  // A Hermite interpolant takes its slope from the new end; it is due there for the next step anyway.
  void end_moved() override {
    if (hermite_) f_end_known_ = false;
  }

  // The non-zero weights of one row of a tableau and the stages they belong to.
  struct Row {
    std::vector<double> weights;
    std::vector<const double*> stages;

    void add(double weight, const double* stage) {
      if (weight == 0) return;
      weights.push_back(weight);
      stages.push_back(stage);
    }
  };
  void estimate_error();

  const Tableau& tableau_;
  const bool hermite_;           // dense output by the derivatives at both ends
  const bool end_is_stage_;      // the last stage is f at the end of the step
  Vector argument_, low_error_;  // low_error_: of the second estimate
  Vector stages_;                // all but f_start_ and f_end_
  std::vector<Row> rows_, dense_rows_;
  Row b_, b_error_, b_error_low_;
  // Of those stages that have a polynomial in theta: its coefficients, the lowest power first.
  std::vector<double> dense_weights_;
  std::vector<const double*> dense_stages_;
  bool dense_known_ = false;

 private:
  const double* stage(int i) const;
  Row make_row(std::span<const double> weights);
  void make_dense();
  void combine(Vector& out, const Row& row);
  void estimate(Vector& out, const Row& row);
  EvalStatus evaluate_stage(int i, const Row& row, double c);
};

// For systems of few states; null: there are too many.
std::unique_ptr<Stepper> make_small_runge_kutta(const OdeProblem& problem, const Tableau& tableau,
                                                bool error_control, const StepperOptions& options);

}  // namespace sim
