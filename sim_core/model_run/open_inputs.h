#pragma once
// A model whose inputs are numbers that somebody else gives: generated code, a stepped run, a linearization.
#include <map>
#include <string>
#include <vector>

#include "sim_core/diagram/diagram.h"
#include "sim_core/interfaces/model_inputs.h"

namespace sim {

// What stands for an input: a Constant block, whose parameter generated code has as an input, or an
// Integrator of zero, whose state a plug-in block has as an input, so that derivatives along it are known.
enum class OpenInput { Parameter, State };

// A diagram with blocks that stand for its inputs.
struct OpenModel {
  Diagram diagram;
  std::map<Id, std::string> inputs;         // these blocks, and the inputs' names
  std::vector<Id> ordered_inputs, outputs;  // by port; the outputs are Outport blocks
};

// What inputs are held at, by the names of their Inports; others are 0.
using InputValues = std::map<std::string, double>;

// The diagram in which top-level Inports without an expression or a table are inputs: continuous signals.
OpenModel with_open_inputs(const Diagram& diagram, OpenInput kind = OpenInput::Parameter,
                           const InputValues& values = {});

// Whether an input can be held at another value: it is open, or given a plain number. Expressions and tables
// count more.
bool can_be_held(const ModelInput& input);
// The diagram in which such Inports are given these values, for a run.
Diagram with_held_inputs(const Diagram& diagram, const InputValues& values);
// The diagram in which Inports that are given a plain number are open; `values` has these numbers then, where
// it had no others.
Diagram with_constant_inputs_open(const Diagram& diagram, InputValues& values);

// The parts that such a diagram is made of: a block, a line, and what stands for an input of this value.
Id add_block(Diagram& diagram, std::string type, const std::string& name,
             std::map<std::string, std::string> parameters);
void add_line(Diagram& diagram, PortRef from, PortRef to);
Id add_input_block(OpenModel& model, OpenInput kind, const std::string& name, const std::string& value,
                   std::map<std::string, std::string> parameters);

}  // namespace sim
