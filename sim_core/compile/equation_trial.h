#pragma once
// The equations of one block, written into a graph: for good, or only to see what they give.
#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

// Where the numbers of a block begin.
struct EquationSlots {
  int parameter = 0, state = 0, discrete = 0, mode = 0, captured = 0, recorded = 0, unknown = 0;
};

// What the equations are written from.
struct EquationSource {
  const ResolvedModel& model;
  const Instance& instance;
  BlockShapes& shapes;  // what is assigned complex values becomes complex
  const Copy& copy;
  const NetworkPlace& network;
  std::uint64_t random_seed = 0;
  EquationSystem* system =
      nullptr;  // gets the ports of what is remembered from pass to pass; null in a trial
};

// Runs a block's equations on `graph` with these input values. `inputs` are those of the ports, then the
// hidden ones, or not (a block that is always executed, at a hit).
void run_equations(const EquationSource& source, ir::Graph& graph, const std::vector<ir::Value>& inputs,
                   EquationSlots& slots, BlockEquations& equations, Report& report);

// The equations on a graph of their own, with inputs of the shapes known so far. What is wrong now may be
// right when more is known; what stays wrong is said when the equations are written for good.
struct Trial {
  ir::Graph graph;
  BlockEquations equations;
  bool failed = false;
};
Trial try_equations(const ResolvedModel& model, const Instance& instance, BlockShapes& shapes,
                    Report& report);

}  // namespace sim::compile_phases
