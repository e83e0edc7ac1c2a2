#include "sim_core/program/program.h"

#include <algorithm>

namespace sim {

std::string element_suffix(const Shape& shape, int element) {
  if (shape.complex)
    return element_suffix(real_shape(shape), element % shape.count()) +
           (element < shape.count() ? ".re" : ".im");
  if (shape.is_scalar()) return {};
  if (shape.is_vector()) return "[" + std::to_string(element + 1) + "]";
  return "[" + std::to_string(element % shape.rows + 1) + "," + std::to_string(element / shape.rows + 1) +
         "]";
}

static std::string name_of(const Program& program, const StateInfo& state, int element) {
  return program.blocks[static_cast<std::size_t>(state.block)].path + "." + state.name +
         element_suffix(state.shape, element);
}

std::string Program::invariant_name(int row) const {
  const InvariantInfo& info = invariants[static_cast<std::size_t>(row)];
  if (!info.name.empty()) return info.name;
  const auto same_block = [&](const InvariantInfo& other) {
    return other.block == info.block && other.name.empty();
  };
  const std::string& path = blocks[static_cast<std::size_t>(info.block)].path;
  if (std::count_if(invariants.begin(), invariants.end(), same_block) == 1) return path;
  return path + "[" + std::to_string(info.element + 1) + "]";
}

std::string Program::state_name(int index) const {
  for (const StateInfo& state : states) {
    if (index < state.first || index >= state.first + state.shape.size()) continue;
    return name_of(*this, state, index - state.first);
  }
  return "state " + std::to_string(index + 1);
}

std::vector<std::string> Program::state_names() const {
  std::vector<std::string> names(static_cast<std::size_t>(state_count));
  for (const StateInfo& state : states)
    for (int k = 0; k < state.shape.size(); ++k)
      names[static_cast<std::size_t>(state.first + k)] = name_of(*this, state, k);
  return names;
}

std::vector<std::string> Program::column_names() const {
  std::vector<std::string> names(static_cast<std::size_t>(column_count()));
  for (const LoggedSignal& signal : logged)
    std::copy(signal.elements.begin(), signal.elements.end(), names.begin() + signal.first);
  return names;
}

}  // namespace sim
