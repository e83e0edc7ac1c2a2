#pragma once
// Which nodes of a program are the rows of a linear model, and which leaves its columns.
#include <memory>
#include <string>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/linear_analysis/instrumented_model.h"
#include "sim_core/linear_analysis/lifted_program.h"
#include "sim_core/linear_analysis/linear_model.h"

namespace sim {

class PointEvaluation;
struct OperatingPoint;

struct LinearEquations {
  std::shared_ptr<const Program> program;
  // Of a signal in one copy of its subsystem: an iterated one has several.
  struct Signal {
    std::string name, unit;
    Shape shape;
    ir::NodeId node = ir::no_node;  // y, or m of its point block
    Id marked = no_id;              // the block whose output it is in the model
  };
  std::vector<Signal> inputs, outputs;
  std::vector<ParameterRange> perturbations, held;  // by input; of what is cut
  std::vector<ir::NodeId> held_nodes;               // what the held parameters are
  std::vector<double> parameters;                   // with all cuts
  std::vector<std::string> delay_names;             // of the lifted delays: paths of their blocks
  std::vector<Id> delay_blocks;
  LiftedProgram lifted;     // rows: dx/dt, the outputs, what goes into delays
  LiftedProgram crossings;  // rows: the functions that modes follow
};

Result<LinearEquations> linear_equations(const InstrumentedModel& model,
                                         std::shared_ptr<const Program> program);

// The values that lift() asks for besides.
LiftQuestion lift_question(const LinearEquations& equations);

Result<LinearModel> evaluate(const LinearEquations& equations, PointEvaluation& evaluation,
                             const OperatingPoint& point);
// With numbers added to the inputs, and modes as they are there, which are left in `point`.
Result<LinearModel> evaluate_beside(const LinearEquations& equations, PointEvaluation& evaluation,
                                    OperatingPoint& point, std::span<const double> added);

}  // namespace sim
