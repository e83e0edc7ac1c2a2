#include "sim_core/compile/unit_inference.h"

#include <algorithm>
#include <deque>
#include <set>

namespace sim::compile_phases {

using ir::NodeId;
using ir::Op;
using ir::UnitRule;
using HowMany = UnitInference::Known::Kind;

namespace {

// The entry of a table of leaves that holds element `slot`.
NodeId covering(const std::map<int, NodeId>& table, int slot) {
  auto it = table.upper_bound(slot);
  return it == table.begin() ? ir::no_node : std::prev(it)->second;
}

}  // namespace

UnitInference::UnitInference(const EquationSystem& model, std::map<Driver, PhysicalUnit> declared)
    : model_(model),
      declared_(std::move(declared)),
      known_(static_cast<std::size_t>(model.open.size())),
      nodes_(model.instances.size()) {
  for (const NodeId id : stoppable_nodes(model.open))
    if (const std::int32_t owner = model.open.origin(id); owner >= 0)
      nodes_[static_cast<std::size_t>(owner)].push_back(id);
  std::vector<std::set<int>> readers(model.instances.size());
  std::deque<int> queue;
  for (const std::size_t k : stoppable_indices(model.instances)) {
    const BlockEquations& equations = model.equations[k];
    queue.push_back(static_cast<int>(k));
    for (const auto& port : model.segments[k])
      for (const Segment& segment : port)
        if (segment.from.instance >= 0)
          readers[static_cast<std::size_t>(segment.from.instance)].insert(static_cast<int>(k));
    for (std::size_t s = 0; s < equations.state_first.size() && s < equations.roles.derivatives.size(); ++s)
      derivatives_[equations.state_first[s]] = equations.roles.derivatives[s];
    for (const UpdateRole& role : equations.roles.updates) discrete_[role.slot] = role.next;
    for (const LatchRole& role : equations.roles.latches) discrete_[role.slot] = role.value;
    for (const CaptureRole& role : equations.roles.captures) captured_[role.slot] = role.value;
  }
  std::vector<char> queued(model.instances.size(), 1);
  while (!queue.empty()) {
    check_stop();
    const int index = queue.front();
    queue.pop_front();
    queued[static_cast<std::size_t>(index)] = 0;
    if (!update(index)) continue;
    for (int reader : readers[static_cast<std::size_t>(index)])
      if (!std::exchange(queued[static_cast<std::size_t>(reader)], char{1})) queue.push_back(reader);
  }
}

UnitInference::Known UnitInference::join(const Known& a, const Known& b) {
  if (a.kind == HowMany::Nothing) return b;
  if (b.kind == HowMany::Nothing) return a;
  if (a.kind == HowMany::One && b.kind == HowMany::One && same_unit(a.unit, b.unit)) return a;
  return {HowMany::Several, {}};
}

// What is found is only ever added to, so that it ends: from nothing to one unit to several.
bool UnitInference::update(int index) {
  bool changed = false;
  for (bool again = true; again;) {
    again = false;
    for (NodeId id : nodes_[static_cast<std::size_t>(index)]) {
      Known& known = known_[static_cast<std::size_t>(id)];
      const Known found = join(known, of_node(id));
      if (found.kind == known.kind) continue;
      known = found;
      changed = again = true;
    }
  }
  return changed;
}

UnitInference::Known UnitInference::of_node(NodeId id) const {
  const ir::Node& n = model_.open.node(id);
  if (ir::is_leaf(n.op)) return of_leaf(n);
  const auto operands = model_.open.operands(id);
  const UnitRule rule = ir::unit_rule_of(n.op);
  if (rule == UnitRule::Same || rule == UnitRule::Joined) {
    Known known;
    for (NodeId operand : operands.subspan(n.op == Op::Select ? 1 : 0)) known = join(known, at(operand));
    return known;
  }
  if (rule == UnitRule::First) return at(n.a);
  if (rule == UnitRule::None || rule == UnitRule::Compared) return {};
  // A number in an equation is a number, and so is a variable in a formula; a parameter may stand for
  // anything.
  auto measured = [&](NodeId id) {
    const ir::Node& operand = model_.open.node(id);
    const bool variable = operand.op == Op::Parameter && operand.slot >= model_.parameters.first_variable;
    return variable || operand.op == Op::Constant ? Known{HowMany::One, {}} : at(id);
  };
  const Known a = measured(n.a), b = measured(n.op == Op::Square ? n.a : n.b);
  if (a.kind == HowMany::Nothing || b.kind == HowMany::Nothing) return {};
  if (a.kind == HowMany::Several || b.kind == HowMany::Several) return {HowMany::Several, {}};
  const auto unit = rule == UnitRule::Product ? product(a.unit, b.unit) : quotient(a.unit, b.unit);
  return unit ? Known{HowMany::One, *unit} : Known{HowMany::Several, {}};
}

UnitInference::Known UnitInference::of_leaf(const ir::Node& n) const {
  static const PhysicalUnit second = *parse_unit("s");
  if (n.op == Op::Time) return {HowMany::One, second};
  if (n.op == Op::Captured)
    if (const NodeId value = covering(captured_, n.slot); value != ir::no_node) return at(value);
  if (n.op == Op::Discrete)
    if (const NodeId next = covering(discrete_, n.slot); next != ir::no_node) return at(next);
  if (n.op == Op::State)
    if (const NodeId rate = covering(derivatives_, n.slot); rate != ir::no_node) {
      const Known& known = at(rate);
      if (known.kind != HowMany::One) return known;
      const auto unit = product(known.unit, second);
      return unit ? Known{HowMany::One, *unit} : Known{HowMany::Several, {}};
    }
  if (n.op != Op::Input) return {};
  const Instance& instance =
      model_.instances[static_cast<std::size_t>(model_.input_owner[static_cast<std::size_t>(n.slot)])];
  const std::vector<int>& input_first = model_.equations[instance].input_first;
  for (std::size_t port = 0; port < input_first.size(); ++port)
    if (const int first = n.slot - input_first[port];
        first >= 0 && first < model_.shapes[instance].inputs[port].size())
      return of_input(instance, port, first, n.shape.size());
  return {};
}

UnitInference::Known UnitInference::of_input(const Instance& instance, std::size_t port, int first,
                                             int count) const {
  Known known;
  int at = 0;
  for (const Segment& segment : model_.segments[instance][port]) {
    if (segment.from.instance >= 0 && at < first + count && at + segment.count > first)
      known = join(known, of_output(segment.from));
    at += segment.count;
  }
  return known;
}

UnitInference::Known UnitInference::of_output(const Driver& from) const {
  if (auto it = declared_.find(from); it != declared_.end()) return {HowMany::One, it->second};
  const Roles& source = model_.equations[from.instance].roles;
  if (source.outputs.empty()) return {};
  return at(source.outputs[static_cast<std::size_t>(from.port)]);
}

std::optional<UnitInference::Mismatch> UnitInference::mismatch(int instance) const {
  for (NodeId id : nodes_[static_cast<std::size_t>(instance)]) {
    const ir::Node& n = model_.open.node(id);
    const UnitRule rule = ir::unit_rule_of(n.op);
    if (rule != UnitRule::Same && rule != UnitRule::Compared) continue;
    const auto operands = model_.open.operands(id).subspan(n.op == Op::Select ? 1 : 0);
    for (NodeId operand : operands)
      if (at(operands[0]).kind == HowMany::One && at(operand).kind == HowMany::One &&
          !same_unit(at(operands[0]).unit, at(operand).unit))
        return Mismatch{operands[0], operand, at(operands[0]).unit, at(operand).unit};
  }
  return std::nullopt;
}

}  // namespace sim::compile_phases
