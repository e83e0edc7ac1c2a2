#pragma once
// One run of a driven model: it settles, then periods are measured until they agree.
#include <memory>

#include "sim_core/response_estimation/driven_model.h"
#include "sim_core/response_estimation/estimated_response.h"
#include "sim_core/response_estimation/excitation.h"
#include "sim_core/response_estimation/response_estimator.h"

namespace sim {

// What all runs begin with.
struct ResponseStart {
  const DrivenModel* model = nullptr;
  const BlockLibrary* library = nullptr;
  const ModelRun* compiled = nullptr;  // of the driven model
  OperatingPoint point;
  Diagram diagram;                           // with what holds for all runs: held values, offsets, tolerances
  std::vector<std::vector<double>> outputs;  // by meter: values at the point
  double sample_time = 0;                    // s
};

// One point for each frequency of the excitation. `amplitude`: of each sinusoid. Throws WorkStopped where the
// work of the thread is to stop.
std::vector<EstimatedPoint> run_response(const ResponseStart& start, const ResponseWishes& wishes, int input,
                                         const Excitation& excitation, double amplitude);

}  // namespace sim
