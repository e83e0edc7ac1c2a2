#include "sim_core/sensitivities/sensitivity_equations.h"

#include <algorithm>
#include <set>

#include "sim_core/ir/reachable.h"

namespace sim {

namespace {

using Nodes = std::vector<ir::NodeId>;

Nodes nodes_of(const Program& program, std::initializer_list<KernelKind> kinds) {
  Nodes nodes;
  for (KernelKind kind : kinds) {
    const Nodes& results = program.kernel(kind).results;
    nodes.insert(nodes.end(), results.begin(), results.end());
  }
  return nodes;
}

std::string path_of_block(const Program& program, int block) {
  return block >= 0 && block < static_cast<int>(program.blocks.size())
             ? program.blocks[static_cast<std::size_t>(block)].path
             : std::string("the model");
}

// What the derivatives of values that are kept, or read from the past, would need.
std::string refusal_of(const Program& program) {
  if (!program.delays.empty())
    return path_of_block(program, program.delays.front().block) + " reads the past of a signal";
  if (!program.jumps.empty())
    return path_of_block(program, program.jumps.front().block) + " is a network whose states may jump";
  const Nodes needed = nodes_of(
      program, {KernelKind::Derivatives, KernelKind::Logged, KernelKind::Latches, KernelKind::Updates,
                KernelKind::Resets, KernelKind::Crossings, KernelKind::EventTimes});
  for (ir::NodeId id : ir::reachable(program.graph, needed))
    if (program.graph.node(id).op == ir::Op::Captured)
      return path_of_block(program, program.graph.origin(id)) + " keeps a value of the start of the run";
  return {};
}

}  // namespace

std::vector<ParameterRange> parameter_slots(const Program& program, const std::vector<char>& elements) {
  std::vector<char> wanted = elements;
  std::vector<char> joined(elements.size(), 0);  // with the element before it
  std::vector<ParameterRange> leaves;
  for (ir::NodeId id = 0; id < program.graph.size(); ++id)
    if (const ir::Node& n = program.graph.node(id); n.op == ir::Op::Parameter)
      leaves.push_back({n.slot, n.shape.size()});
  for (const ParameterRange& leaf : leaves)
    for (int k = leaf.first + 1; k < leaf.first + leaf.count; ++k) joined[static_cast<std::size_t>(k)] = 1;
  std::vector<ParameterRange> slots;
  for (std::size_t first = 0; first < elements.size();) {
    std::size_t last = first + 1;
    while (last < elements.size() && joined[last] != 0) ++last;
    if (std::any_of(elements.begin() + static_cast<std::ptrdiff_t>(first),
                    elements.begin() + static_cast<std::ptrdiff_t>(last),
                    [](char each) { return each != 0; }))
      slots.push_back({static_cast<int>(first), static_cast<int>(last - first)});
    first = last;
  }
  return slots;
}

SensitivityEquations::Parts::Parts(const Program& program, std::vector<ParameterRange> the_slots)
    : parameters(program.parameters),
      slots(std::move(the_slots)),
      state_count(program.state_count),
      discrete_count(program.discrete_count),
      names(program.state_names()),
      refusal(refusal_of(program)) {
  if (!refusal.empty()) return;
  std::set<int> numerical;
  const auto make = [&](std::optional<LiftedRows>& rows, std::initializer_list<KernelKind> kinds, bool time) {
    Nodes nodes = nodes_of(program, kinds);
    if (nodes.empty()) return;
    rows.emplace(program, std::move(nodes), slots, time);
    if (!time) numerical.insert(rows->without_derivative().begin(), rows->without_derivative().end());
  };
  make(rates, {KernelKind::Derivatives}, false);
  make(outputs, {KernelKind::Logged}, false);
  make(initial, {KernelKind::InitialState, KernelKind::InitialDiscrete}, false);
  make(latches, {KernelKind::Latches}, true);
  make(updates, {KernelKind::Updates}, true);
  make(resets, {KernelKind::Resets}, true);
  make(crossings, {KernelKind::Crossings}, true);
  make(event_times, {KernelKind::EventTimes}, true);
  for (int block : numerical) without_derivative.push_back(path_of_block(program, block));
}

void SensitivityEquations::Parts::forget_run() {
  for (std::optional<LiftedRows>* rows :
       {&rates, &outputs, &initial, &latches, &updates, &resets, &crossings, &event_times})
    if (*rows) (*rows)->forget();
}

SensitivityEquations::SensitivityEquations(const Program& program, const std::vector<ParameterRange>& slots)
    : parts_(std::make_unique<Parts>(program, slots)) {}
SensitivityEquations::~SensitivityEquations() = default;
const std::string& SensitivityEquations::refusal() const { return parts_->refusal; }
const std::vector<std::string>& SensitivityEquations::without_derivative() const {
  return parts_->without_derivative;
}

// Where a derivative is zero because a parameter is, no derivative is computed: others must be the same.
bool SensitivityEquations::fits(const Program& program, const std::vector<ParameterRange>& slots) const {
  const auto same = [](const ParameterRange& a, const ParameterRange& b) {
    return a.first == b.first && a.count == b.count;
  };
  if (program.parameters.size() != parts_->parameters.size() ||
      !std::equal(slots.begin(), slots.end(), parts_->slots.begin(), parts_->slots.end(), same))
    return false;
  std::vector<char> moves(program.parameters.size(), 0);
  for (const ParameterRange& range : slots) std::fill_n(moves.begin() + range.first, range.count, 1);
  for (std::size_t k = 0; k < moves.size(); ++k)
    if (!moves[k] && program.parameters[k] != parts_->parameters[k]) return false;
  return true;
}

}  // namespace sim
