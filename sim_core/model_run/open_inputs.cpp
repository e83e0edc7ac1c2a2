#include "sim_core/model_run/open_inputs.h"

#include "sim_core/base/text.h"
#include "sim_core/diagram/structure.h"
#include "sim_core/diagram/well_known_types.h"

namespace sim {

Id add_block(Diagram& diagram, std::string type, const std::string& name,
             std::map<std::string, std::string> parameters) {
  const Id id = diagram.new_id();
  Block block;
  block.type = std::move(type);
  block.name = unique_block_name(diagram, no_id, name);
  block.parameters = std::move(parameters);
  diagram.blocks[id] = std::move(block);
  return id;
}

void add_line(Diagram& diagram, PortRef from, PortRef to) {
  Line line;
  line.source = from;
  line.target = to;
  diagram.lines[diagram.new_id()] = std::move(line);
}

Id add_input_block(OpenModel& model, OpenInput kind, const std::string& name, const std::string& value,
                   std::map<std::string, std::string> parameters) {
  parameters["Value"] = value;
  const Id constant = add_block(model.diagram, "sources/constant", name, std::move(parameters));
  if (kind == OpenInput::Parameter) return constant;
  const Id state = add_block(model.diagram, "continuous/integrator", name, {{"x0", value}});
  add_line(model.diagram, {constant, 0}, {state, 0});
  return state;
}

// A Constant is no continuous signal. A Zero-Order Hold with the sample time 0 makes one of it and computes
// nothing.
OpenModel with_open_inputs(const Diagram& diagram, OpenInput kind, const InputValues& values) {
  OpenModel made{diagram, {}, {}, top_level_ports(diagram, std::string(well_known::outport))};
  for (const ModelInput& input : model_inputs(diagram)) {
    if (!input.given.empty()) continue;
    // What reads the Inport, by its id, reads the hold now, which has its name.
    Block& inport = made.diagram.blocks.at(input.block);
    std::map<std::string, std::string> parameters;
    if (const auto unit = inport.parameters.find("Unit"); unit != inport.parameters.end())
      parameters.insert(*unit);
    inport.type = "discrete/zero_order_hold";
    inport.parameters = {{"SampleTime", "0"}};
    const auto held = values.find(input.name);
    const std::string value = held == values.end() ? "0" : to_text(held->second);
    const Id stand_in = add_input_block(made, kind, input.name + " (input)", value, std::move(parameters));
    add_line(made.diagram, {stand_in, 0}, {input.block, 0});
    made.inputs[stand_in] = input.name;
    made.ordered_inputs.push_back(stand_in);
  }
  return made;
}

bool can_be_held(const ModelInput& input) { return input.given.empty() || parse_number(input.given); }

static void give(Block& inport, const std::string& text) {
  for (const auto& [name, value] : model_input_parameters(text)) inport.parameters[name] = value;
}

Diagram with_held_inputs(const Diagram& diagram, const InputValues& values) {
  Diagram made = diagram;
  for (const ModelInput& input : model_inputs(diagram))
    if (const auto held = values.find(input.name); held != values.end() && can_be_held(input))
      give(made.blocks.at(input.block), to_text(held->second));
  return made;
}

Diagram with_constant_inputs_open(const Diagram& diagram, InputValues& values) {
  Diagram made = diagram;
  for (const ModelInput& input : model_inputs(diagram))
    if (const auto number = parse_number(input.given)) {
      values.emplace(input.name, *number);
      give(made.blocks.at(input.block), {});
    }
  return made;
}

}  // namespace sim
