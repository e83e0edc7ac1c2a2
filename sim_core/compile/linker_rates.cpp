// The derivative of a block's first input along the solution (Equations::input_rate), while outputs are
// linked. What it takes is linked before its turn, where that does not lead back to the block: the
// derivatives of the states that the input reads, and the outputs that these read.
#include <algorithm>
#include <set>

#include "sim_core/compile/linker.h"
#include "sim_core/ir/tangents.h"
#include "sim_core/ir/values.h"

namespace sim::compile_phases {

// The rates of signals that depend on longer chains of blocks, or on more states, are unknown.
static constexpr int deepest = 500;
static constexpr std::size_t most_states = 2000;

ir::Value Linker::rate_of_input(const Instance& owner) {
  const ir::Value zero = graph_.constant(0);
  if (&owner == without_rate_) return zero;
  if (parent_) return parent_->rate_of_input(owner);
  if (const auto& shapes = model_.shapes[owner].inputs; shapes.empty() || !shapes.front().is_scalar())
    return zero;
  if (in_loop_) return unknown_rate(owner);
  const ir::Value signal = between_hits(input(owner, 0, 0, scalar_shape));
  if (!state_reads_) state_reads_.emplace(graph_, ir::Op::State);
  std::set<int> states;
  for (const std::span<const int> element : (*state_reads_)(signal.id))
    states.insert(element.begin(), element.end());
  ir::Value rate, doubt;
  if (states.empty()) {
    if (!along_time_) along_time_.emplace(graph_, ir::Tangents::AlongTime{});
    rate = (*along_time_)(signal);
    if (!along_time_->analytical()) return unknown_rate(owner);
  } else {
    if (states.size() > most_states) return unknown_rate(owner);
    asking_.push_back(&owner);
    ir::Value rates = rates_of(states);
    // The states may follow from what the block drives, but not from how fast that changes: as the speed of a
    // body that a spring drives, whose other end the block does.
    if (!rates && asking_.size() == 1)
      if ((rates = Linker(*this, owner).rates_of(states))) doubt = unknown_rate(owner, states);
    asking_.pop_back();
    if (!rates) return unknown_rate(owner);
    ir::Tangents along(graph_, ir::Tangents::Solution{rates});
    rate = along(signal);
    if (!along.analytical()) return unknown_rate(owner);
  }
  if (!rate) rate = zero;
  return doubt ? rate + doubt : rate;
}

bool Linker::is_hit(int mode) {
  if (hit_modes_.empty())
    for (const Instance& instance : model_.instances) hit_modes_.insert(model_.rates.hit_modes[instance]);
  return mode == program_.major_step_mode || hit_modes_.contains(mode);
}

// The signal where no block is at a sample hit: what is held does not change, whatever it was taken from.
ir::Value Linker::between_hits(ir::Value signal) {
  for (std::vector<ir::NodeId> stack{signal.id}; !stack.empty();) {
    const ir::NodeId id = stack.back();
    std::vector<ir::NodeId> operands = operands_between_hits(id);
    std::erase_if(operands, [&](ir::NodeId operand) { return between_hits_.contains(operand); });
    if (operands.empty()) {
      between_hits_.try_emplace(id, made_between_hits(id));
      stack.pop_back();
    }
    stack.insert(stack.end(), operands.begin(), operands.end());
  }
  return {&graph_, between_hits_.at(signal.id)};
}

// Of a choice that is made by a hit: the condition, then what is chosen.
std::vector<ir::NodeId> Linker::operands_between_hits(ir::NodeId id) const {
  const ir::Node& n = graph_.node(id);
  if (n.op == ir::Op::Solve) return {};
  if (n.op == ir::Op::Select && n.shape.is_scalar()) {
    const auto condition = between_hits_.find(n.a);
    if (condition == between_hits_.end()) return {n.a};
    if (const ir::Node& known = graph_.node(condition->second); known.op == ir::Op::Constant)
      return {graph_.constant_values(condition->second)[0] != 0 ? n.b : n.c};
  }
  const auto all = graph_.operands(id);
  return {all.begin(), all.end()};
}

ir::NodeId Linker::made_between_hits(ir::NodeId id) {
  const ir::Node n = graph_.node(id);
  if (n.op == ir::Op::Mode && is_hit(n.slot)) return graph_.constant(0).id;
  const std::vector<ir::NodeId> operands = operands_between_hits(id);
  if (n.op == ir::Op::Select && operands.size() == 1) return between_hits_.at(operands.front());
  std::vector<ir::Value> replaced;
  bool same = true;
  for (ir::NodeId operand : operands) {
    replaced.push_back({&graph_, between_hits_.at(operand)});
    same = same && replaced.back().id == operand;
  }
  return same ? id : graph_.copy_node(graph_, id, replaced).id;
}

ir::Value Linker::unknown_rate(const Instance& owner, const std::set<int>& states) {
  auto& rates = program_.unknown_rates;
  const int block = owner.index;
  auto known =
      std::find_if(rates.begin(), rates.end(), [&](const UnknownRate& r) { return r.block == block; });
  if (known == rates.end()) {
    known = rates.insert(rates.end(), {block, program_.mode_count, {states.begin(), states.end()}});
    program_.mode_count += 2;
  } else if (states.empty()) {
    known->states.clear();
  }
  const auto mode = [&](int k) { return graph_.leaf(ir::Op::Mode, known->mode + k, scalar_shape); };
  return mode(0) + mode(1) * 3.0;
}

// As Tangents wants them, 0 for all other states; none: they cannot be linked yet.
ir::Value Linker::rates_of(const std::set<int>& states) {
  std::vector<ir::Value> rates(1 + static_cast<std::size_t>(program_.state_count), graph_.constant(0));
  for (int state : states) {
    const auto [open, element] = derivative_of(state);
    if (open == ir::no_node || !reach(open, 0)) return {};
    rates[1 + static_cast<std::size_t>(state)] = graph_.slice(link(open), element, scalar_shape);
  }
  return graph_.concat(rates, vector_shape(static_cast<int>(rates.size())));
}

std::pair<ir::NodeId, int> Linker::derivative_of(int state) const {
  for (const Instance& instance : model_.instances) {
    const BlockEquations& equations = model_.equations[instance];
    for (std::size_t k = 0; k < equations.state_first.size(); ++k)
      if (const int element = state - equations.state_first[k];
          element >= 0 && element < model_.shapes[instance].states[k].size())
        return {equations.roles.derivatives[k], element};
  }
  return {ir::no_node, 0};
}

// Makes sure that all is linked that the node reads. False: it cannot be.
bool Linker::reach(ir::NodeId open, int depth) {
  std::set<ir::NodeId> seen;
  for (std::vector<ir::NodeId> stack{open}; !stack.empty();) {
    const ir::NodeId id = stack.back();
    stack.pop_back();
    if (linked_[static_cast<std::size_t>(id)] != ir::no_node || !seen.insert(id).second) continue;
    const ir::Node& n = model_.open.node(id);
    if (n.op == ir::Op::Input && !reach_input(n.slot, depth)) return false;
    for (ir::NodeId operand : model_.open.operands(id)) stack.push_back(operand);
  }
  return true;
}

bool Linker::reach_input(int slot, int depth) {
  const Instance& owner = instance(model_.input_owner[static_cast<std::size_t>(slot)]);
  const BlockEquations& equations = model_.equations[owner];
  const int hidden = slot - equations.hidden_first;
  const bool is_rate = hidden == static_cast<int>(HiddenInput::Rate);
  if (is_rate && &owner == without_rate_) return true;
  if (is_rate && std::find(asking_.begin(), asking_.end(), &owner) != asking_.end()) return false;
  if (hidden >= 0 && hidden < hidden_input_count && !is_rate) return can_link_input(slot);
  std::size_t port = 0;
  if (!is_rate) {
    const auto& first = equations.input_first;
    port = static_cast<std::size_t>(std::upper_bound(first.begin(), first.end(), slot) - first.begin()) - 1;
  }
  return std::ranges::all_of(model_.segments[owner][port],
                             [&](const Segment& segment) { return reach_output(segment.from, depth); });
}

bool Linker::reach_output(const Driver& from, int depth) {
  if (from.instance < 0 || output(from).id != ir::no_node) return true;
  const Unit unit{from.instance, from.port};
  if (depth >= deepest || loop_of_.contains(unit)) return false;
  const ir::NodeId open = roles(from.instance).outputs[static_cast<std::size_t>(from.port)];
  if (!reach(open, depth + 1)) return false;
  link_output(unit);
  return true;
}

}  // namespace sim::compile_phases
