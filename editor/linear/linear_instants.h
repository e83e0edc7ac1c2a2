#pragma once
// Where in a run a model is looked at.
#include <string>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/simulate/operating_point.h"

namespace fluxion {

class CompiledModels;
class KeptLinearizer;

struct LinearInstants {
  std::vector<double> times;  // s, of one run; none: at the start
  std::string point;          // the text of an operating point; empty: at the times
  std::string trigger;  // where the run decides (sim_core/linear_analysis/triggers.h); empty: at the times
  bool operator==(const LinearInstants&) const = default;
};

// Of a trigger that comes more often, the first ones.
inline constexpr std::size_t mostInstants = 10;

// "0, 5, 10", or a trigger.
sim::Result<LinearInstants> readInstants(const std::string& text, const sim::Diagram& diagram);

// The times, of a trigger too; minus infinity: the start.
sim::Result<std::vector<double>> timesOf(const LinearInstants& instants, const sim::Diagram& diagram,
                                         const CompiledModels& models);
// The points of a linearizer that follows the diagram.
sim::Result<std::vector<sim::OperatingPoint>> pointsOf(const LinearInstants& instants,
                                                       const sim::Diagram& diagram,
                                                       const CompiledModels& models,
                                                       const KeptLinearizer& linearizer);

}  // namespace fluxion
