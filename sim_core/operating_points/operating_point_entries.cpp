#include "sim_core/operating_points/operating_point_entries.h"

#include <algorithm>
#include <set>

#include "sim_core/base/text.h"
#include "sim_core/expr/value.h"
#include "sim_core/interfaces/model_inputs.h"

namespace sim {

namespace {

const BlockInfo& block_at(const Program& program, int block) {
  return program.blocks[static_cast<std::size_t>(block)];
}

// Where a block's only output is its state, as that of an Integrator, it has the same unit.
std::string unit_of(const BlockInfo& block, const Shape& shape) {
  return block.outputs.size() == 1 && block.outputs[0].shape == shape ? block.outputs[0].unit : std::string();
}

template <class Info>
void add(std::vector<PointEntry>& entries, PointEntry::Kind kind, const std::vector<Info>& infos,
         const std::vector<double>& values, const Program& program) {
  for (const Info& info : infos) {
    const BlockInfo& block = block_at(program, info.block);
    for (int k = 0; k < info.shape.size(); ++k) {
      const auto at = static_cast<std::size_t>(info.first + k);
      if (at >= values.size()) continue;
      entries.push_back({kind, block.path, block.id, info.name, info.shape.is_scalar() ? -1 : k,
                         unit_of(block, info.shape), at, values[at]});
    }
  }
}

void add_inputs(std::vector<PointEntry>& entries, const OperatingPoint& point, const Program& program) {
  std::size_t at = 0;
  for (const auto& [name, value] : point.inputs) {
    PointEntry entry{PointEntry::Kind::Input, name, no_id, "input", -1, {}, at++, value};
    const auto block = std::ranges::find(program.blocks, name, &BlockInfo::path);
    if (block != program.blocks.end()) {
      entry.id = block->id;
      if (block->outputs.size() == 1) entry.unit = block->outputs[0].unit;
    }
    entries.push_back(std::move(entry));
  }
}

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string out = "\"";
  for (char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + '"';
}

const char* name_of(PointEntry::Kind kind) {
  constexpr const char* names[] = {"state", "slot", "mode", "captured", "input"};
  return names[static_cast<int>(kind)];
}

// The parameter with the initial value of a state or slot; -1: there is none.
int initial_parameter(const BlockType& type, const PointEntry& entry) {
  const auto& specs = entry.kind == PointEntry::Kind::State ? type.states : type.discrete_states;
  const auto spec =
      std::find_if(specs.begin(), specs.end(), [&](const StateSpec& s) { return s.name == entry.name; });
  return spec == specs.end() ? -1 : spec->initial.index;
}

}  // namespace

std::vector<PointEntry> operating_point_entries(const OperatingPoint& point, const Program& program) {
  std::vector<PointEntry> entries;
  add(entries, PointEntry::Kind::State, program.states, point.states, program);
  add(entries, PointEntry::Kind::Slot, program.discrete, point.discrete, program);
  std::set<int> seen;
  const auto mode = [&](int block, int at, const std::string& name) {
    if (!seen.insert(at).second || static_cast<std::size_t>(at) >= point.modes.size()) return;
    const BlockInfo& info = block_at(program, block);
    entries.push_back({PointEntry::Kind::Mode,
                       info.path,
                       info.id,
                       name,
                       -1,
                       {},
                       static_cast<std::size_t>(at),
                       point.modes[static_cast<std::size_t>(at)]});
  };
  for (const CrossingInfo& crossing : program.crossings) {
    mode(crossing.block, crossing.mode, "branch");
    if (crossing.below_mode >= 0) mode(crossing.block, crossing.below_mode, "branch below");
  }
  for (const TimeEventInfo& event : program.time_events) mode(event.block, event.mode, "time reached");
  for (std::size_t k = 0; k < program.invariants.size(); ++k) {
    const InvariantInfo& invariant = program.invariants[k];
    if (invariant.captured < 0 || static_cast<std::size_t>(invariant.captured) >= point.captured.size())
      continue;
    const BlockInfo& info = block_at(program, invariant.block);
    const auto at = static_cast<std::size_t>(invariant.captured);
    entries.push_back({PointEntry::Kind::Captured,
                       info.path,
                       info.id,
                       program.invariant_name(static_cast<int>(k)),
                       -1,
                       {},
                       at,
                       point.captured[at]});
  }
  add_inputs(entries, point, program);
  return entries;
}

void set_entry(OperatingPoint& point, const PointEntry& entry, double value) {
  if (!entry.editable()) return;
  if (entry.kind == PointEntry::Kind::Input)
    point.inputs[entry.block] = value;
  else
    (entry.kind == PointEntry::Kind::State ? point.states : point.discrete)[entry.at] = value;
  point.solver.clear();
  point.next_step = 0;
}

std::string operating_point_csv(const std::vector<PointEntry>& entries) {
  std::string csv = "block,name,element,value,unit,kind\n";
  for (const PointEntry& entry : entries)
    csv += quoted(entry.block) + ',' + quoted(entry.name) + ',' +
           (entry.element < 0 ? std::string() : std::to_string(entry.element + 1)) + ',' +
           to_text(entry.value) + ',' + quoted(entry.unit) + ',' + name_of(entry.kind) + '\n';
  return csv;
}

InitialValues initial_values(const Diagram& diagram, const BlockLibrary& library, const Program& program,
                             const std::vector<PointEntry>& entries, const std::vector<std::size_t>& picked) {
  InitialValues result;
  result.edit.label = "Write Initial Values";
  std::map<Id, Block> changed;
  std::set<std::pair<std::string, std::string>> done;  // path and name
  const auto once = [](std::vector<std::string>& list, const std::string& path) {
    if (std::find(list.begin(), list.end(), path) == list.end()) list.push_back(path);
  };
  for (std::size_t at : picked) {
    const PointEntry& entry = entries[at];
    if (!done.insert({entry.block, entry.name}).second) continue;
    const auto block = diagram.blocks.find(entry.id);
    if (entry.kind == PointEntry::Kind::Input && block != diagram.blocks.end()) {
      Block& inport = changed.try_emplace(entry.id, block->second).first->second;
      for (auto& [name, text] : model_input_parameters(to_text(entry.value))) inport.parameters[name] = text;
      once(result.written, entry.block);
      continue;
    }
    const BlockType* type = block == diagram.blocks.end() ? nullptr : library.find(block->second.type);
    const auto copies = std::count_if(program.blocks.begin(), program.blocks.end(),
                                      [&](const BlockInfo& info) { return info.id == entry.id; });
    const int parameter = type && entry.editable() ? initial_parameter(*type, entry) : -1;
    if (parameter < 0 || copies != 1) {
      once(result.left_out, entry.block);
      continue;
    }
    std::vector<double> values;
    for (const PointEntry& other : entries)
      if (other.id == entry.id && other.kind == entry.kind && other.name == entry.name)
        values.push_back(other.value);
    const std::string text =
        values.size() == 1 ? to_text(values[0]) : expr::to_text(expr::Value::vector(std::move(values)));
    Block& now = changed.try_emplace(entry.id, block->second).first->second;
    now.parameters[type->parameters[static_cast<std::size_t>(parameter)].name] = text;
    once(result.written, entry.block);
  }
  for (auto& [id, block] : changed) result.edit.set(id, std::move(block));
  return result;
}

}  // namespace sim
