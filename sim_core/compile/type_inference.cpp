#include "sim_core/compile/type_inference.h"

#include <algorithm>
#include <cmath>
#include <deque>

#include "sim_core/ir/bit_functions.h"

namespace sim::compile_phases {

using ir::NodeId;
using ir::Op;
using ir::TypeRule;

namespace {

constexpr int levels = 3;

// Whether every value of `from` is one of `to`.
bool embeds(ElementType from, ElementType to) {
  if (from == to || to == ElementType::Double || from == ElementType::Boolean) return true;
  if (from >= ElementType::Single || to == ElementType::Boolean) return false;
  if (to == ElementType::Single) return bits_of(from) <= 16;
  const IntegerRange a = range_of(from), b = range_of(to);
  return a.lowest >= b.lowest && a.highest <= b.highest;
}

}  // namespace

bool embeds(double v, ElementType to) {
  if (to == ElementType::Double) return true;
  if (to == ElementType::Single) return v == static_cast<double>(static_cast<float>(v));
  if (to == ElementType::Boolean) return v == 0 || v == 1;
  const IntegerRange range = range_of(to);
  return v == std::floor(v) && v >= range.lowest && v <= range.highest;
}

// Neither truth values nor memories, whose types may follow from themselves, nor what the compiler drives.
bool TypeInference::all_double() const {
  const auto& owners = model_.input_owner;
  for (const NodeId id : stoppable_nodes(model_.open)) {
    const ir::Node& n = model_.open.node(id);
    if (n.op == Op::Mode || n.op == Op::Discrete || n.op == Op::Captured || ir::gives_truth(n.op))
      return false;
    if (n.op == Op::Input) {
      const int owner = owners[static_cast<std::size_t>(n.slot)];
      if (n.slot >= model_.equations[owner].hidden_first) return false;
    }
  }
  return true;
}

void TypeInference::prepare() {
  const EquationSystem& model = model_;
  if (!nodes_.empty()) return;
  nodes_.resize(model.instances.size());
  feedback_.resize(model.instances.size());
  for (const NodeId id : stoppable_nodes(model.open))
    if (const std::int32_t owner = model.open.origin(id); owner >= 0)
      nodes_[static_cast<std::size_t>(owner)].push_back(id);
  for (const std::size_t k : stoppable_indices(model.instances)) {
    const Roles& roles = model.equations[k].roles;
    const auto& segments = model.segments[k];
    for (std::size_t port = 0; port < segments.size(); ++port)
      for (const Segment& segment : segments[port])
        readers_.add(segment.from, {static_cast<int>(k), static_cast<int>(port)});
    auto feed = [&](Op leaf, int slot, NodeId value) {
      feedback_[k].push_back({leaf, slot, model.open.node(value).shape.size(), value});
    };
    for (const CaptureRole& role : roles.captures) feed(Op::Captured, role.slot, role.value);
    for (const UpdateRole& role : roles.updates) feed(Op::Discrete, role.slot, role.next);
    for (const LatchRole& role : roles.latches) feed(Op::Discrete, role.slot, role.value);
  }
  readers_.close();
}

TypeInference::Type TypeInference::join(Type a, Type b) {
  if (a == Neutral) return b;
  if (b == Neutral || b == Unknown) return a;
  if (a == Unknown) return b;
  return static_cast<Type>(common_type(static_cast<ElementType>(a), static_cast<ElementType>(b)));
}

TypeInference::Type TypeInference::abstract(ElementType t) const {
  if (level_ == 0 && t != ElementType::Boolean) return static_cast<Type>(ElementType::Double);
  if (level_ == 1 && is_integer(t)) return static_cast<Type>(ElementType::Int64);
  if (level_ == 1 && t == ElementType::Single) return static_cast<Type>(ElementType::Double);
  return static_cast<Type>(t);
}

void TypeInference::run(const std::map<Driver, ElementType>& given, const std::set<Driver>& open) {
  prepare();
  given_ = &given;
  open_ = &open;
  for (level_ = 0; level_ < levels; ++level_) {
    coarser_ = std::move(types_);
    types_.assign(static_cast<std::size_t>(model_.open.size()), Unknown);
    // Nodes that read no input may be shared by blocks: they are found once, here, in the order of the graph.
    for (const NodeId id : stoppable_nodes(model_.open)) at(id) = of_node(model_.open.origin(id), id);
    std::deque<int> queue;
    std::vector<char> queued(model_.instances.size(), 1);
    for (std::size_t k = 0; k < model_.instances.size(); ++k) queue.push_back(static_cast<int>(k));
    while (!queue.empty()) {
      check_stop();
      const int index = queue.front();
      queue.pop_front();
      queued[static_cast<std::size_t>(index)] = 0;
      const Instance& instance = model_.instances[static_cast<std::size_t>(index)];
      if (model_.equations[index].roles.outputs.empty() || !update(index)) continue;
      for (int port = 0; port < static_cast<int>(instance.outputs.size()); ++port)
        for (const auto [reader, input] : readers_({index, port}))
          if (!std::exchange(queued[static_cast<std::size_t>(reader)], char{1})) queue.push_back(reader);
    }
  }
  level_ = levels - 1;
  last_given_ = given, last_open_ = open;
  given_ = &last_given_, open_ = &last_open_;
}

// Whether an output may have changed.
bool TypeInference::update(int index) {
  const auto k = static_cast<std::size_t>(index);
  bool changed = false;
  for (bool again = true; again;) {
    again = false;
    for (NodeId id : nodes_[k])
      if (const Type t = of_node(index, id); t != at(id)) {
        at(id) = t;
        changed = true;
        again = !feedback_[k].empty();
      }
  }
  return changed;
}

TypeInference::Type TypeInference::of_node(int instance, NodeId id) const {
  const ir::Node& n = model_.open.node(id);
  if (ir::is_leaf(n.op)) return of_leaf(instance, n);
  if (n.op == Op::Call && ir::is_bitwise(model_.open, id)) return common_type_of(id);
  if (n.op == Op::Call) return static_cast<Type>(ElementType::Double);
  const TypeRule rule = ir::type_rule_of(n.op);
  if (rule == TypeRule::Truth) return static_cast<Type>(ElementType::Boolean);
  if (rule == TypeRule::Arithmetic) return arithmetic(id);
  if (rule == TypeRule::Floating) return floating(id);
  return common_type_of(id);
}

// Of what is chosen from or put together; a condition does not count.
TypeInference::Type TypeInference::common_type_of(NodeId id) const {
  Type t = Neutral;
  const auto operands = model_.open.operands(id);
  for (NodeId operand : operands.subspan(model_.open.node(id).op == Op::Select ? 1 : 0))
    t = join(t, at(operand));
  return t;
}

TypeInference::Type TypeInference::of_leaf(int instance, const ir::Node& n) const {
  switch (n.op) {
    case Op::Constant:
    case Op::Parameter:
      return Neutral;
    case Op::Mode:
      return static_cast<Type>(ElementType::Boolean);
    case Op::Input:
      return of_input(
          model_.instances[static_cast<std::size_t>(model_.input_owner[static_cast<std::size_t>(n.slot)])],
          n.slot);
    default:
      break;
  }
  if (n.op != Op::Captured && n.op != Op::Discrete) return static_cast<Type>(ElementType::Double);
  Type t = n.op == Op::Captured ? Neutral : Unknown;
  for (const Feedback& feedback : feedback_[static_cast<std::size_t>(std::max(instance, 0))])
    if (feedback.leaf == n.op && n.slot >= feedback.first && n.slot < feedback.first + feedback.count)
      t = join(t, at(feedback.value));
  return t;
}

namespace {

// No port: what the compiler drives, hits and the like, which is boolean.
std::optional<std::size_t> port_of(const EquationSystem& model, const Instance& instance, int slot) {
  const auto& first = model.equations[instance].input_first;
  const auto behind = std::upper_bound(first.begin(), first.end(), slot) - first.begin();
  const auto port = static_cast<std::size_t>(behind - 1);
  if (behind == 0 || slot >= first[port] + model.shapes[instance].inputs[port].size()) return std::nullopt;
  return port;
}

}  // namespace

TypeInference::Type TypeInference::of_input(const Instance& instance, int slot) const {
  const auto port = port_of(model_, instance, slot);
  if (!port) return static_cast<Type>(ElementType::Boolean);
  Type t = Neutral;
  for (const Segment& segment : model_.segments[instance][*port])
    if (segment.from.instance >= 0) t = join(t, of_output(segment.from));
  return t;
}

TypeInference::Type TypeInference::arithmetic(NodeId id) const {
  constexpr Type boolean = static_cast<Type>(ElementType::Boolean);
  Type t = Neutral;
  bool moves = false, booleans = true;
  for (NodeId operand : model_.open.operands(id)) {
    const Type o = at(operand);
    if (o == Neutral) continue;
    moves = true;
    if (level_ > 0 && coarser_[static_cast<std::size_t>(operand)] == boolean) continue;
    booleans = false;
    t = join(t, o == boolean ? Type{Unknown} : o);
  }
  if (!moves) return Neutral;
  return level_ == 0 || booleans ? static_cast<Type>(ElementType::Double) : t;
}

TypeInference::Type TypeInference::floating(NodeId id) const {
  constexpr Type single = static_cast<Type>(ElementType::Single),
                 wide = static_cast<Type>(ElementType::Double);
  Type t = Neutral;
  for (NodeId operand : model_.open.operands(id)) {
    const Type o = at(operand);
    if (o == Neutral) continue;
    const bool fine = level_ == levels - 1 && coarser_[static_cast<std::size_t>(operand)] == wide;
    t = join(t, !fine ? wide : o >= single ? o : Type{Unknown});
  }
  return t;
}

TypeInference::Type TypeInference::of_output(const Driver& from) const {
  if (auto it = given_->find(from); it != given_->end()) return abstract(it->second);
  if (open_->contains(from)) return Unknown;
  const Roles& source = model_.equations[from.instance].roles;
  if (source.outputs.empty()) return static_cast<Type>(ElementType::Double);
  const Type t = at(source.outputs[static_cast<std::size_t>(from.port)]);
  return t == Neutral ? static_cast<Type>(ElementType::Double) : t;
}

std::optional<ElementType> TypeInference::output(const Driver& from) const {
  const Type t = of_output(from);
  return t >= 0 ? std::optional(static_cast<ElementType>(t)) : std::nullopt;
}

std::optional<ElementType> TypeInference::input(const Instance& instance, std::size_t port) const {
  Type t = Neutral;
  for (const Segment& segment : model_.segments[instance][port])
    if (segment.from.instance >= 0) t = join(t, of_output(segment.from));
  if (t == Neutral) return ElementType::Double;  // nothing drives it: zero
  return t >= 0 ? std::optional(static_cast<ElementType>(t)) : std::nullopt;
}

// An input that carries what is remembered from pass to pass; that may begin with a value of no type.
bool TypeInference::is_memory(int slot) const {
  const Instance& owner =
      model_.instances[static_cast<std::size_t>(model_.input_owner[static_cast<std::size_t>(slot)])];
  return slot >= model_.equations[owner].hidden_first + hidden_input_count;
}

// Read from what is stored: a part of an input may be a leaf that is younger than the last run().
ElementType TypeInference::type_of_input(int slot) const {
  const Instance& owner =
      model_.instances[static_cast<std::size_t>(model_.input_owner[static_cast<std::size_t>(slot)])];
  const auto port = port_of(model_, owner, slot);
  return port ? stored_[owner].inputs[*port] : ElementType::Boolean;
}

bool TypeInference::holds(const Driver& from, ElementType t) const {
  return holds(model_.equations[from.instance].roles.outputs[static_cast<std::size_t>(from.port)], t, 0);
}

int TypeInference::whole_bits(ir::Value v) const {
  for (const ElementType t :
       {ElementType::Int16, ElementType::UInt16, ElementType::Int32, ElementType::UInt32})
    if (holds(v.id, t, 0)) return bits_of(t);
  return 0;
}

bool TypeInference::holds(NodeId id, ElementType t, int depth) const {
  constexpr int deepest = 50;  // what is deeper is converted once more than it had to be
  const ir::Node& n = model_.open.node(id);
  if (n.op == Op::Constant) {
    for (double v : model_.open.constant_values(id))
      if (!embeds(v, t)) return false;
    return true;
  }
  if (n.op == Op::Mode) return embeds(ElementType::Boolean, t);
  if (n.op == Op::Input && !is_memory(n.slot)) return embeds(type_of_input(n.slot), t);
  if (ir::is_leaf(n.op) || depth > deepest) return t == ElementType::Double;
  const TypeRule rule = ir::type_rule_of(n.op);
  if (rule == TypeRule::Truth) return true;
  if (rule != TypeRule::Pass) return t == ElementType::Double;
  for (NodeId operand : model_.open.operands(id).subspan(n.op == Op::Select ? 1 : 0))
    if (!holds(operand, t, depth + 1)) return false;
  return true;
}

}  // namespace sim::compile_phases
