#pragma once
// Estimates frequency responses: the nonlinear model runs from an operating point, a small signal
// (excitation.h) is added at an analysis point, and what comes of it at others is measured, over whole
// periods (phasor_fit.h). The response at w is
//
//   H(i w) = (a + i b) / (A exp(i phase))
//
// with the phasor a + i b of an output and the amplitude A of the sinusoid that was added. For small
// amplitudes it is that of the linear model, for large ones the describing function; of models that switch
// without end it is the only one.
//
//   auto estimator = ResponseEstimator::prepare(diagram, library, {.sample_time = -1}, wishes);
//   auto points = estimator->reach({0.01});
//   auto response = estimator->estimate(points->front(), options);
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/block/block_library.h"
#include "sim_core/diagram/analysis_points.h"
#include "sim_core/response_estimation/estimated_response.h"
#include "sim_core/response_estimation/excitation.h"
#include "sim_core/simulate/operating_point.h"

namespace sim {

struct Program;

struct ResponseWishes {
  std::vector<double> frequencies;  // rad/s
  ExcitationKind excitation = ExcitationKind::Sines;
  // In the unit of the input. None: a hundredth of the input's value at the point, or 0.01 where it is 0.
  std::optional<double> amplitude;
  int settle_periods = 4;  // before anything is measured, in which the excitation rises
  double settle_time = 0;  // s, likewise: whole periods of at least this long
  int periods = 4;         // that are measured
  // Until the periods that are measured differ from their mean, and by how they come closer to each other
  // from where they go to, by this part of the response at most, further ones follow, so many in all at most.
  double agreement = 1e-3;
  int most_periods = 200;
  double round_to = 0;      // s: of whose multiples the periods are (excitation.h); 0: any
  double sample_time = -1;  // s: excitations are held and outputs sampled; 0: the smallest that all sample
                            // times divide; below 0: continuous, but for models without continuous states
  int input = -1;           // the element of the inputs that is driven; -1: each, one after the other
  std::uint64_t seed = 1;   // of noise
};

struct ResponseOptions {
  int jobs = 0;                     // threads; 0: one for each processor
  std::function<bool()> stop = {};  // asked often, from many threads
  // Each point as it is measured, with how many there are of how many; one thread at a time.
  std::function<void(const EstimatedPoint&, std::size_t done, std::size_t all)> point = {};
};

class ResponseEstimator {
 public:
  // No points: those of the model (instrumented_model.h). `inputs`: what its open inputs are held at. The
  // library outlives it. Errors: no analysis point adds an input, none reads an output; wishes without
  // meaning; the model does not compile.
  static Result<ResponseEstimator> prepare(const Diagram& diagram, const BlockLibrary& library,
                                           const ResponseWishes& wishes,
                                           std::span<const AnalysisPoint> points = {},
                                           const std::map<std::string, double>& inputs = {});
  ~ResponseEstimator();
  ResponseEstimator(ResponseEstimator&&) noexcept;
  ResponseEstimator& operator=(ResponseEstimator&&) noexcept;

  const Program& program() const;
  // Where a run of the model is at these times; before the start: at the start.
  Result<std::vector<OperatingPoint>> reach(std::vector<double> times) const;
  // An operating point of another program of this model, such as a Linearizer's.
  Result<OperatingPoint> taken_over(const OperatingPoint& point, const Program& from) const;

  // Errors: the model cannot be evaluated at the point. What goes wrong in a run is said at its points.
  Result<EstimatedResponse> estimate(const OperatingPoint& point, const ResponseOptions& options = {}) const;

 private:
  struct Parts;
  explicit ResponseEstimator(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace sim
