#pragma once
// Looks now and then, ever more rarely as a run grows long, at how fast the fastest component of the model is
// (see SpectralEstimate) against how fast its solution moves. Works on equations of its own, so that the run
// goes on to the last bit as without it.
#include <vector>

#include "sim_core/simulate/model_equations.h"
#include "sim_core/simulate/run_profile.h"
#include "sim_core/solvers/spectral_estimate.h"

namespace sim {

class StiffnessProbe {
 public:
  explicit StiffnessProbe(const ModelEquations& equations, HistoryReader* history);

  // A step of length h has ended in (t, x), the states being weighted like this.
  void step(const ModelEquations& equations, double t, double h, std::span<const double> x,
            const ErrorWeights& weights) {
    if (++steps_ >= next_) look(equations, t, h, x, weights);
  }
  const std::vector<StiffnessSample>& samples() const { return samples_; }

 private:
  void look(const ModelEquations& equations, double t, double h, std::span<const double> x,
            const ErrorWeights& weights);
  double time_scale(double t, std::span<const double> x, const ErrorWeights& weights);

  ModelEquations own_;
  OdeProblem problem_;
  SpectralEstimate spectrum_;
  std::uint64_t steps_ = 0, looked_at_ = 0, next_ = 10;
  int looks_ = 0;
  double t_before_ = 0, t_earlier_ = 0;  // of the last two looks
  std::vector<double> before_, earlier_;
  std::vector<StiffnessSample> samples_;
};

}  // namespace sim
