#pragma once
// Parameters with which a model does what was measured: the least squares of
//
//   weight (y(t; parameters) - y_measured)
//
// over all samples of all experiments. Each evaluation is a run of each experiment with the same program,
// retuned. Derivatives along the parameters are integrated beside one more run (sensitivities/); where a
// model has something that these do not know, they are central differences of runs, which are repeatable. The
// relative tolerance of runs is at most 1e-8.
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sim_core/block/block_library.h"
#include "sim_core/estimation/experiment.h"
#include "sim_core/estimation/fit_statistics.h"
#include "sim_core/estimation/varied_parameters.h"

namespace sim {

struct EstimationFit {
  std::string experiment, signal;
  std::vector<double> times, measured, simulated;
  double percent = 0;  // 100 (1 - |y - y_measured| / |y_measured - mean|)
};

struct EstimationReport {
  std::vector<VariedParameter> parameters;  // with their starts
  LeastSquaresResult search;
  FitStatistics statistics;
  std::vector<EstimationFit> fits;  // by experiment, then signal
  int runs = 0;
  std::string differences;  // why derivatives are differences of runs; empty: they are exact
  Diagnostics notes;        // what makes the values doubtful
};

class Estimation {
 public:
  // Errors: unknown parameters or signals, a parameter that is no single number, bounds that exclude each
  // other, a model that does not compile, more parameters than samples. The library must outlive it.
  static Result<Estimation> prepare(const Diagram& diagram, const BlockLibrary& library,
                                    std::vector<VariedParameter> parameters,
                                    std::vector<Experiment> experiments);
  ~Estimation();
  Estimation(Estimation&&) noexcept;

  const std::vector<VariedParameter>& parameters() const;
  // Derivatives are differences of runs, even where they could be integrated.
  void use_differences();
  // `progress` sees each step that comes closer, in the calling thread. Throws WorkStopped where the work of
  // the thread is to stop. Errors: the model does not run at the starting values.
  Result<EstimationReport> run(const std::function<void(const LeastSquaresStep&)>& progress = {},
                               int most_iterations = 100) const;
  // What the residuals of a step say of each signal.
  std::vector<EstimationFit> fits(const std::vector<double>& residuals) const;

 private:
  struct Parts;
  explicit Estimation(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

// The edit that gives the model these values, rounded to six digits.
Result<Edit> write_estimate(const Diagram& diagram, const BlockLibrary& library,
                            const EstimationReport& report);

}  // namespace sim
