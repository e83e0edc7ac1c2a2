#include "sim_core/linear_analysis/linearize.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "sim_core/base/text.h"
#include "sim_core/block/evaluate_parameter.h"
#include "sim_core/interfaces/block_interface.h"
#include "sim_core/interfaces/model_inputs.h"
#include "sim_core/interfaces/workspaces.h"
#include "sim_core/model_run/model_run.h"
#include "sim_core/simulate/model_equations.h"

namespace sim {

namespace {

// A top-level Inport becomes a state that rests, and what arrives at an Outport the derivative of a state
// that nothing reads: df/dx of that model holds all four matrices.
struct Ports {
  std::vector<std::pair<Id, std::string>> inputs,
      outputs;  // the Integrator, and the port's name; by port number
};

Id add_block(Diagram& diagram, std::string type, const std::string& name) {
  const Id id = diagram.new_id();
  Block& block = diagram.blocks[id];
  block.type = std::move(type);
  block.name = name + " of the linear model " + std::to_string(to_number(id));
  return id;
}

void connect(Diagram& diagram, PortRef source, PortRef target) {
  Line& line = diagram.lines[diagram.new_id()];
  line.source = source;
  line.target = target;
}

Ports add_states(Diagram& diagram) {
  Ports ports;
  for (Id id : top_level_ports(diagram, "ports/inport")) {
    Block& block = diagram.blocks.at(id);
    block.type = "continuous/integrator";
    block.parameters = {{"InitialCondition", "0"}};
    ports.inputs.emplace_back(id, block.name);
  }
  for (Id id : top_level_ports(diagram, "ports/outport")) {
    const std::string name = diagram.blocks.at(id).name;
    std::optional<PortRef> source;
    for (const auto& [line_id, line] : diagram.lines)
      if (line.target && line.target->block == id) source = line.source;
    const Id integrator = add_block(diagram, "continuous/integrator", name);
    const Id scope = add_block(diagram, "sinks/scope", name);  // so that nobody takes it for idle
    if (source) connect(diagram, *source, {integrator, 0});
    connect(diagram, {integrator, 0}, {scope, 0});
    ports.outputs.emplace_back(integrator, name);
  }
  for (const char* silent : {"UnconnectedInput", "UnconnectedOutput", "UnconnectedLine"})
    diagram.settings[silent] = "none";
  return ports;
}

// The value of a parameter that is given, not left at its default.
std::optional<double> given_number(const Diagram& diagram, const BlockType& type, const Block& block,
                                   const char* parameter) {
  const int index = type.parameter_index(parameter);
  if (index < 0) return std::nullopt;
  const ParameterSpec& spec = type.parameters[static_cast<std::size_t>(index)];
  const std::string* given = given_text(block, spec);
  if (!given) return std::nullopt;
  const expr::Workspace workspace = workspace_of(diagram, block.parent);
  const auto value = evaluate_parameter(spec, *given, expr::WorkspaceScope(workspace));
  return value ? std::optional(value->number()) : std::nullopt;
}

// Delays and derivatives of signals have no derivative with respect to states: linear systems stand for those
// that ask for it.
void approximate(Diagram& diagram, const BlockLibrary& library) {
  for (auto& [id, block] : diagram.blocks) {
    const BlockType* type = library.find(block.type);
    if (!type) continue;
    if (block.type == "continuous/transport_delay") {
      if (given_number(diagram, *type, block, "PadeOrder").value_or(0) > 0)
        block.type = "continuous/pade_delay";
    } else if (block.type == "continuous/derivative") {
      const auto c = given_number(diagram, *type, block, "CoefficientInTFapproximation");
      if (!c || !(*c > 0) || std::isinf(*c)) continue;
      block.type = "continuous/transfer_fcn";
      block.parameters = {{"Numerator", "[1 0]"}, {"Denominator", "[" + to_text(*c) + " 1]"}};
    }
  }
}

// By element of the port: the states of its Integrator.
std::vector<int> states_of(const Program& program, Id integrator) {
  std::vector<int> found;
  for (const StateInfo& state : program.states)
    if (program.blocks[static_cast<std::size_t>(state.block)].id == integrator)
      for (int k = 0; k < state.shape.size(); ++k) found.push_back(state.first + k);
  return found;
}

}  // namespace

double LinearModel::entry(int row, int column) const {
  const auto rows = pattern.column(column);
  const auto at = std::lower_bound(rows.begin(), rows.end(), row);
  if (at == rows.end() || *at != row) return 0;
  return values[static_cast<std::size_t>(pattern.column_start[static_cast<std::size_t>(column)] +
                                         (at - rows.begin()))];
}

Result<LinearModel> linearize(const Diagram& diagram, const BlockLibrary& library, double t) {
  Diagram extended = diagram;
  approximate(extended, library);
  const Ports ports = add_states(extended);
  extended.settings["StopTime"] = to_text(t);
  auto start = ModelRun::prepare(diagram, library);
  if (!start) return start.errors();
  if (!(t >= (*start)->start_time())) extended.settings["StopTime"] = to_text((*start)->start_time());
  auto run = ModelRun::prepare(extended, library);
  if (!run) return run.errors();
  const RunResult result = (*run)->execute();
  const auto point = (*run)->operating_point();
  if (result.end != RunEnd::Finished || !point) {
    Diagnostics problems = result.diagnostics;
    problems.push_back(error({}, "the run does not reach t = " + to_text(t), "linearize at an earlier time"));
    return problems;
  }

  const auto program = std::make_shared<const Program>((*run)->program());
  ModelEquations equations(program);
  equations.restore(point->modes, point->discrete, point->captured, point->loop_solutions);
  std::vector<double> values(program->jacobian_pattern.row_index.size());
  if (equations.commit() != EvalStatus::Ok ||
      equations.jacobian(point->time, point->states, values) != EvalStatus::Ok)
    return Diagnostics{error({}, "the derivatives cannot be computed at t = " + to_text(point->time),
                             "linearize at another time")};

  LinearModel model;
  std::vector<int> row(static_cast<std::size_t>(program->state_count), -1), column(row);
  std::vector<char> own(row.size(), 1);
  const auto add = [&](const std::vector<std::pair<Id, std::string>>& list, std::vector<std::string>& names) {
    std::vector<int> states;
    for (const auto& [id, name] : list) {
      const std::vector<int> elements = states_of(*program, id);
      for (std::size_t k = 0; k < elements.size(); ++k)
        names.push_back(elements.size() == 1 ? name : name + '[' + std::to_string(k + 1) + ']');
      states.insert(states.end(), elements.begin(), elements.end());
    }
    for (int state : states) own[static_cast<std::size_t>(state)] = 0;
    return states;
  };
  const std::vector<int> inputs = add(ports.inputs, model.inputs),
                         outputs = add(ports.outputs, model.outputs);
  int count = 0;
  const std::vector<std::string> names = program->state_names();
  for (std::size_t state = 0; state < own.size(); ++state) {
    if (!own[state]) continue;
    row[state] = column[state] = count++;
    model.states.push_back(names[state]);
    model.x.push_back(point->states[state]);
  }
  for (std::size_t k = 0; k < inputs.size(); ++k)
    column[static_cast<std::size_t>(inputs[k])] = count + static_cast<int>(k);
  for (std::size_t k = 0; k < outputs.size(); ++k)
    row[static_cast<std::size_t>(outputs[k])] = count + static_cast<int>(k);

  std::map<std::pair<int, int>, double> entries;  // by column and row
  for (int j = 0, at = 0; j < program->state_count; ++j)
    for (int i : program->jacobian_pattern.column(j)) {
      const double value = values[static_cast<std::size_t>(at++)];
      const int to_row = row[static_cast<std::size_t>(i)], to_column = column[static_cast<std::size_t>(j)];
      if (to_row >= 0 && to_column >= 0) entries[{to_column, to_row}] = value;
    }
  std::vector<std::pair<int, int>> places;
  for (const auto& [place, value] : entries) {
    places.emplace_back(place.second, place.first);
    model.values.push_back(value);
  }
  model.pattern =
      make_pattern(count + static_cast<int>(outputs.size()), count + static_cast<int>(inputs.size()), places);
  return model;
}

}  // namespace sim
