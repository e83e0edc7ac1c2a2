#include "sim_core/pid_tuning/pid_block.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "sim_core/base/locale_independent.h"
#include "sim_core/base/text.h"
#include "sim_core/block/evaluate_parameter.h"
#include "sim_core/interfaces/block_interface.h"
#include "sim_core/interfaces/present_names.h"
#include "sim_core/interfaces/workspaces.h"

namespace sim {

namespace {

constexpr int digits = 6;
constexpr std::array types{"continuous/pid", "continuous/pid_2dof", "discrete/discrete_pid",
                           "discrete/discrete_pid_2dof"};

// What a parameter of the block is worth; nothing: it has no value, or the type has no such parameter.
std::optional<double> number(const BlockType& type, const ParameterValues& values, const char* name) {
  const int index = type.parameter_index(name);
  if (index < 0) return std::nullopt;
  const ParameterValue& value = values[static_cast<std::size_t>(index)];
  return value.numbers.size() == 1 ? std::optional(value.number()) : std::nullopt;
}

// The variable of the model that a text names, where the block sees it.
std::optional<Id> named_variable(const Diagram& diagram, const Block& block, const std::string& text) {
  for (Id parent = block.parent; parent != no_id; parent = diagram.blocks.at(parent).parent)
    if (diagram.blocks.at(parent).mask) return std::nullopt;
  for (const auto& [id, variable] : diagram.variables)
    if (variable.name == text) return id;
  return std::nullopt;
}

}  // namespace

std::string name_of(PidKind kind) {
  constexpr std::array names{"PID", "PI", "PD", "P", "I"};
  return names[static_cast<std::size_t>(kind)];
}

bool is_pid(const Block& block) {
  return std::any_of(types.begin(), types.end(), [&](const char* type) { return block.type == type; });
}

std::vector<Id> pid_blocks(const Diagram& diagram) {
  std::vector<std::pair<std::string, Id>> found;
  for (const auto& [id, block] : diagram.blocks)
    if (is_pid(block)) found.emplace_back(block_path(diagram, id), id);
  std::sort(found.begin(), found.end());
  std::vector<Id> out;
  for (const auto& [path, id] : found) out.push_back(id);
  return out;
}

Result<PidBlock> read_pid(const Diagram& diagram, const BlockLibrary& library, Id id) {
  const auto block = diagram.blocks.find(id);
  const BlockType* type = block == diagram.blocks.end() ? nullptr : library.find(block->second.type);
  if (!type || !is_pid(block->second))
    return error(block == diagram.blocks.end() ? std::string() : block_path(diagram, id),
                 "this is no PID controller", "choose a block of the type PID Controller", id);
  PidBlock pid;
  pid.block = id;
  pid.path = block_path(diagram, id);
  const auto workspace = workspace_of(diagram, block->second.parent);
  const auto values = evaluate_parameters(diagram, *type, id, expr::WorkspaceScope(workspace));
  if (!values) return values.errors();
  const auto value = [&](const char* name, double otherwise) {
    return number(*type, *values, name).value_or(otherwise);
  };
  for (const char* name : {"P", "I", "D", "N"})
    if (!number(*type, *values, name))
      return error(pid.path, std::string(name) + " has several elements: the block is several controllers",
                   "tune blocks with one controller each", id);
  pid.kind = static_cast<PidKind>(static_cast<int>(value("Controller", 0)));
  pid.ideal = value("Form", 0) == 1;
  pid.two_degrees = type->parameter_index("b") >= 0;
  pid.filtered = value("UseFilter", 1) != 0;
  pid.forward_filter =
      pid.filtered && type->parameter_index("FilterMethod") >= 0 && value("FilterMethod", 0) == 0;
  if (type->parameter_index("SampleTime") >= 0) pid.sample_time = value("SampleTime", 0);
  const double scale = pid.ideal && has_proportional(pid.kind) ? value("P", 0) : 1;
  pid.gains.p = has_proportional(pid.kind) ? value("P", 0) : 0;
  pid.gains.i = has_integral(pid.kind) ? scale * value("I", 0) : 0;
  pid.gains.d = has_derivative(pid.kind) ? scale * value("D", 0) : 0;
  pid.gains.n = value("N", 0);
  return pid;
}

std::vector<std::pair<std::string, double>> pid_parameters(const PidBlock& pid, PidKind kind,
                                                           const PidGains& gains) {
  const double scale = pid.ideal && has_proportional(kind) ? gains.p : 1;
  std::vector<std::pair<std::string, double>> out;
  if (has_proportional(kind)) out.emplace_back("P", gains.p);
  if (has_integral(kind)) out.emplace_back("I", gains.i / scale);
  if (has_derivative(kind)) out.emplace_back("D", gains.d / scale);
  if (has_derivative(kind) && pid.filtered) out.emplace_back("N", gains.n);
  return out;
}

Edit write_pid(const Diagram& diagram, const BlockLibrary& library, const PidBlock& pid, PidKind kind,
               const PidGains& gains) {
  Edit edit{"Tune " + diagram.blocks.at(pid.block).name, {}};
  Block block = diagram.blocks.at(pid.block);
  const BlockType* type = library.find(block.type);
  if (!type) return {};
  bool changed = false;
  const auto spec = [&](const std::string& name) -> const ParameterSpec& {
    return type->parameters[static_cast<std::size_t>(type->parameter_index(name))];
  };
  if (kind != pid.kind) {
    give(block, spec("Controller"), name_of(kind));
    changed = true;
  }
  const auto parameters = pid_parameters(pid, kind, gains);
  // A variable that several gains are cannot become all of them.
  std::map<std::string, int> uses;
  for (const auto& [name, value] : parameters) ++uses[parameter_text(block, spec(name))];
  std::map<std::string, double> present;
  for (const auto& [name, value] : pid_parameters(pid, pid.kind, pid.gains)) present[name] = value;
  for (const auto& [name, value] : parameters) {
    const std::string before = parameter_text(block, spec(name)), after = to_text(value, digits);
    if (before == after || (present.contains(name) && to_text(present.at(name), digits) == after)) continue;
    const auto variable = named_variable(diagram, block, before);
    if (variable && uses.at(before) == 1) {
      Variable now = diagram.variables.at(*variable);
      if (now.expression == after) continue;
      now.expression = after;
      edit.set(*variable, std::move(now));
    } else {
      give(block, spec(name), after);
      changed = true;
    }
  }
  if (changed) edit.set(pid.block, std::move(block));
  return edit;
}

}  // namespace sim
