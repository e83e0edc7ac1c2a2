#include "sim_core/pid_tuning/pid_controller.h"

#include <limits>
#include <utility>

#include "sim_core/base/text.h"
#include "sim_core/interfaces/block_interface.h"
#include "sim_core/interfaces/workspaces.h"

namespace sim {

namespace {

// Each parameter as the number that it is worth, where it is one.
void give_values(Block& block, const Diagram& diagram, const BlockType& type, Id original) {
  const auto workspace = workspace_of(diagram, block.parent);
  const auto values = evaluate_parameters(diagram, type, original, expr::WorkspaceScope(workspace));
  if (!values) return;
  for (std::size_t k = 0; k < type.parameters.size(); ++k)
    if (type.parameters[k].kind == ParameterKind::Real && (*values)[k].numbers.size() == 1)
      block.parameters[type.parameters[k].name] = to_text((*values)[k].number());
}

void connect(Diagram& diagram, PortRef from, PortRef to) {
  Line line;
  line.source = from, line.target = to;
  diagram.lines[diagram.new_id()] = std::move(line);
}

Block port(const char* type, std::string name, int number) {
  Block block;
  block.type = type, block.name = std::move(name);
  block.parameters["port"] = std::to_string(number);
  return block;
}

}  // namespace

PidController::PidController(Diagram alone, Id block, double sample_time, Linearizer linearizer)
    : alone_(std::move(alone)),
      block_(block),
      sample_time_(sample_time),
      linearizer_(std::make_shared<const Linearizer>(std::move(linearizer))) {}

Result<PidController> PidController::prepare(const Diagram& diagram, const BlockLibrary& library,
                                             const PidBlock& pid) {
  Block block = diagram.blocks.at(pid.block);
  const BlockType* type = library.find(block.type);
  if (!type) return error(pid.path, "the type of the block is unknown here");
  give_values(block, diagram, *type, pid.block);
  block.parent = no_id;
  block.name = "PID";
  block.parameters["SampleTime"] = to_text(pid.sample_time);
  if (type->parameter_index("SampleTime") < 0) block.parameters.erase("SampleTime");
  // All parts, each by itself: those that are not wanted have a gain of 0. Nothing limits or resets it.
  block.parameters["Controller"] = "PID";
  block.parameters["Form"] = "Parallel";
  block.parameters["InitialConditionSource"] = "internal";
  for (const char* initial : {"InitialConditionForIntegrator", "InitialConditionForFilter"})
    block.parameters[initial] = "0";
  block.parameters["ExternalReset"] = "none";
  block.parameters["LimitOutput"] = "off";
  block.parameters["TrackingMode"] = "off";
  Diagram alone;
  alone.settings["StopTime"] = "0";
  const Id id = alone.new_id();
  alone.blocks[id] = std::move(block);
  for (int k = 0; k < (pid.two_degrees ? 2 : 1); ++k) {
    const Id input = alone.new_id();
    alone.blocks[input] = port("ports/inport", "u" + std::to_string(k + 1), k + 1);
    connect(alone, {input, 0}, {id, k});
  }
  const Id output = alone.new_id();
  alone.blocks[output] = port("ports/outport", "y", 1);
  connect(alone, {id, 0}, {output, 0});
  auto linearizer = Linearizer::prepare(alone, library);
  if (!linearizer) return linearizer.errors();
  return PidController(std::move(alone), id, pid.sample_time, *std::move(linearizer));
}

Result<LinearModel> PidController::with(const PidGains& gains) const {
  Diagram now = alone_;
  auto& parameters = now.blocks.at(block_).parameters;
  parameters["P"] = to_text(gains.p), parameters["I"] = to_text(gains.i);
  parameters["D"] = to_text(gains.d), parameters["N"] = to_text(gains.n);
  const auto linearizer = linearizer_->with(now);
  if (!linearizer) return linearizer.errors();
  const auto points = linearizer->reach({-std::numeric_limits<double>::infinity()});
  if (!points) return points.errors();
  return sample_time_ > 0 ? linearizer->sampled_at(points->front(), sample_time_)
                          : linearizer->at(points->front(), false);
}

}  // namespace sim
