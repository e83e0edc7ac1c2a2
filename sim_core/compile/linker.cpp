#include "sim_core/compile/linker.h"

#include <algorithm>
#include <set>
#include <utility>

#include "sim_core/ir/loops.h"
#include "sim_core/ir/values.h"

namespace sim::compile_phases {

Linker::Linker(const SortedSystem& model, Program& program, Report& report)
    : model_(model),
      program_(program),
      report_(report),
      graph_(program.graph),
      linked_(static_cast<std::size_t>(model.open.size()), ir::no_node),
      unknown_reads_(program.graph, ir::Op::Unknown) {
  for (const Instance& instance : stoppable(model.instances))
    outputs_.emplace_back(instance.outputs.size(), ir::no_node);
  for (std::size_t k = 0; k < model_.order.loops.size(); ++k)
    for (const Unit& unit : model_.order.loops[k].units) loop_of_[unit] = k;
}

Linker::Linker(Linker& parent, const Instance& without_rate)
    : Linker(parent.model_, parent.program_, parent.report_) {
  parent_ = &parent;
  without_rate_ = &without_rate;
}

void Linker::link_outputs() {
  std::vector<char> closed(model_.order.loops.size(), 0);
  for (const Unit& unit : stoppable(model_.order.outputs)) {
    auto loop = loop_of_.find(unit);
    if (loop == loop_of_.end())
      link_output(unit);
    else if (!std::exchange(closed[loop->second], 1))
      link_loop(loop->second);
  }
}

void Linker::link_output(const Unit& unit) {
  node_of(unit.instance, unit.port) =
      link(roles(unit.instance).outputs[static_cast<std::size_t>(unit.port)]).id;
}

// First with unknowns in place of the torn outputs; then what was linked so is written again with the
// solution.
void Linker::link_loop(std::size_t index) {
  const AlgebraicLoop& loop = model_.order.loops[index];
  LoopUnknowns unknowns(graph_, program_.loops[index], static_cast<int>(index));
  fresh_.clear();
  in_loop_ = true;
  assume_unknowns(loop, unknowns);
  for (const Unit& unit : loop.sequence) link_output(unit);
  std::vector<ir::NodeId> computed;  // by torn output: what the loop gives back
  const ir::Value solution = solve(index, unknowns, computed);
  in_loop_ = false;
  if (!solution) return;
  std::vector<ir::NodeId*> places;
  for (ir::NodeId open : fresh_) places.push_back(&linked_[static_cast<std::size_t>(open)]);
  for (ir::NodeId& id : computed) places.push_back(&id);
  for (const Unit& unit : loop.sequence) places.push_back(&node_of(unit.instance, unit.port));
  std::vector<ir::NodeId> ids;
  for (const ir::NodeId* place : places) ids.push_back(*place);
  ids = ir::substitute_unknowns(graph_, unknowns.site(), ids, solution);
  for (std::size_t k = 0; k < ids.size(); ++k) *places[k] = ids[k];
  for (std::size_t k = 0; k < loop.torn.size(); ++k) {
    const LoopInfo::Torn& torn = loop.torn[k];
    const Shape shape = model_.shapes[torn.block].outputs[static_cast<std::size_t>(torn.output)];
    node_of(torn.block, torn.output) =
        unknowns.is_whole(k, shape) ? unknowns.solved(k, shape, solution).id : computed[k];
  }
}

void Linker::assume_unknowns(const AlgebraicLoop& loop, LoopUnknowns& unknowns) {
  for (std::size_t k = 0; k < loop.torn.size(); ++k) {
    const LoopInfo::Torn& torn = loop.torn[k];
    const Roles& block = roles(torn.block);
    const auto port = static_cast<std::size_t>(torn.output);
    const ir::NodeId stand_in = unknowns.stand_in(k, model_.shapes[torn.block].outputs[port]).id;
    node_of(torn.block, torn.output) = stand_in;
    if (!block.implicit_output(torn.output)) continue;
    linked_[static_cast<std::size_t>(block.outputs[port])] = stand_in;
    fresh_.push_back(block.outputs[port]);
  }
}

ir::Value Linker::solve(std::size_t index, LoopUnknowns& unknowns, std::vector<ir::NodeId>& computed) {
  LoopInfo& info = program_.loops[index];
  std::vector<ir::Value> residuals, guesses;
  for (std::size_t k = 0; k < info.torn.size(); ++k) {
    const LoopInfo::Torn& torn = info.torn[k];
    const Roles& roles = this->roles(torn.block);
    const auto port = static_cast<std::size_t>(torn.output);
    const ImplicitRole* implicit = roles.implicit_output(torn.output);
    const ir::Value back = link(implicit ? implicit->residual : roles.outputs[port]);
    computed.push_back(back.id);
    residuals.push_back(unknowns.elements(k, back));
    if (implicit)
      info.tolerance = std::max(info.tolerance, implicit->tolerance);
    else
      residuals.back() = residuals.back() - unknowns.elements(k, output({torn.block, torn.output}));
    const auto size = torn.elements.size();
    guesses.push_back(
        roles.guesses[port] != ir::no_node
            ? unknowns.elements(k, link(roles.guesses[port]))
            : graph_.constant(vector_shape(static_cast<int>(size)), std::vector<double>(size, 0.0)));
  }
  return unknowns.solve(model_, program_, report_, unknown_reads_, residuals, guesses,
                        branches_of(model_.order.loops[index]));
}

// The modes of the loop's blocks, as far as what their crossing functions read is linked by now.
std::vector<ir::BranchRole> Linker::branches_of(const AlgebraicLoop& loop) {
  std::vector<int> blocks;
  for (const Unit& unit : loop.units) blocks.push_back(unit.instance);
  std::sort(blocks.begin(), blocks.end());
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
  std::vector<ir::BranchRole> branches;
  for (int block : blocks)
    for (const CrossingRole& role : roles(block).crossings) {
      if (!can_link(role.function)) continue;
      const ir::Value function = link(role.function);
      branches.push_back({graph_.leaf(ir::Op::Mode, role.mode, function.shape()).id, function.id});
      if (role.below_mode >= 0)
        branches.push_back({graph_.leaf(ir::Op::Mode, role.below_mode, function.shape()).id, (-function).id});
    }
  return branches;
}

bool Linker::can_link(ir::NodeId open) const {
  std::set<ir::NodeId> seen;
  for (std::vector<ir::NodeId> stack{open}; !stack.empty();) {
    const ir::NodeId id = stack.back();
    stack.pop_back();
    if (linked_[static_cast<std::size_t>(id)] != ir::no_node || !seen.insert(id).second) continue;
    if (model_.open.node(id).op == ir::Op::Input && !can_link_input(model_.open.node(id).slot)) return false;
    for (ir::NodeId operand : model_.open.operands(id)) stack.push_back(operand);
  }
  return true;
}

bool Linker::can_link_input(int slot) const {
  const int index = model_.input_owner[static_cast<std::size_t>(slot)];
  const Instance& owner = instance(index);
  const BlockEquations& equations = model_.equations[index];
  const auto known = [&](int block, int port) {
    return outputs_[static_cast<std::size_t>(block)][static_cast<std::size_t>(port)] != ir::no_node;
  };
  if (slot >= equations.hidden_first && slot < equations.hidden_first + hidden_input_count) {
    if (owner.controller < 0) return true;
    const int rules = instance(owner.controller).rules_from;
    return known(owner.controller, rules) && known(owner.controller, rules + 1);
  }
  std::size_t port = equations.input_first.size() - 1;
  while (equations.input_first[port] > slot) --port;
  return std::ranges::all_of(model_.segments[owner][port], [&](const Segment& segment) {
    return segment.from.instance < 0 || known(segment.from.instance, segment.from.port);
  });
}

ir::Value Linker::link(ir::NodeId open) {
  if (linked_[static_cast<std::size_t>(open)] == ir::no_node) {
    std::vector<ir::NodeId> stack;
    constexpr std::size_t usual = 16;
    stack.reserve(usual);
    stack.push_back(open);
    while (!stack.empty()) {
      const ir::NodeId id = stack.back();
      if (linked_[static_cast<std::size_t>(id)] != ir::no_node) {
        stack.pop_back();
        continue;
      }
      bool ready = true;
      for (ir::NodeId operand : model_.open.operands(id))
        if (linked_[static_cast<std::size_t>(operand)] == ir::no_node) {
          stack.push_back(operand);
          ready = false;
        }
      if (!ready) continue;
      stack.pop_back();
      copy(id);
    }
  }
  return {&graph_, linked_[static_cast<std::size_t>(open)]};
}

ir::Value Linker::output(const Driver& from) const {
  return {const_cast<ir::Graph*>(&graph_),
          outputs_[static_cast<std::size_t>(from.instance)][static_cast<std::size_t>(from.port)]};
}

// The value of elements [first, first + shape.size()) of an input.
ir::Value Linker::input(const Instance& instance, std::size_t port, int first, Shape shape) {
  std::vector<ir::Value> parts;
  int at = 0;
  for (const Segment& segment : model_.segments[instance][port]) {
    const int lo = std::max(first, at), hi = std::min(first + shape.size(), at + segment.count);
    if (lo < hi) {
      const Shape piece = vector_shape(hi - lo);
      if (segment.from.instance < 0)
        parts.push_back(graph_.constant(piece, std::vector<double>(static_cast<std::size_t>(hi - lo), 0.0)));
      else
        parts.push_back(graph_.slice(output(segment.from), segment.first + lo - at,
                                     hi - lo == shape.size() ? shape : piece));
    }
    at += segment.count;
  }
  ir::Value joined = graph_.concat(parts, shape);
  return joined.shape() == shape ? joined : graph_.slice(joined, 0, shape);
}

void Linker::copy(ir::NodeId id) {
  graph_.set_origin(model_.open.origin(id));
  const ir::Node& n = model_.open.node(id);
  ir::Value value;
  if (n.op == ir::Op::Input) {
    const Instance& owner = instance(model_.input_owner[static_cast<std::size_t>(n.slot)]);
    const BlockEquations& equations = model_.equations[owner];
    if (n.slot >= equations.hidden_first && n.slot < equations.hidden_first + hidden_input_count) {
      value = hidden(owner, static_cast<HiddenInput>(n.slot - equations.hidden_first));
    } else {
      std::size_t port = equations.input_first.size() - 1;
      while (equations.input_first[port] > n.slot) --port;
      value = input(owner, port, n.slot - equations.input_first[port], n.shape);
    }
  } else {
    std::vector<ir::Value> operands;
    operands.reserve(model_.open.operands(id).size());
    for (ir::NodeId operand : model_.open.operands(id))
      operands.push_back({&graph_, linked_[static_cast<std::size_t>(operand)]});
    value = graph_.copy_node(model_.open, id, operands);
  }
  linked_[static_cast<std::size_t>(id)] = value.id;
  fresh_.push_back(id);
}

ir::Value Linker::hidden(const Instance& owner, HiddenInput which) {
  if (which == HiddenInput::Located) {
    if (program_.located_mode < 0) program_.located_mode = program_.mode_count++;
    return graph_.leaf(ir::Op::Mode, program_.located_mode, scalar_shape);
  }
  if (which == HiddenInput::Called) {
    const int control = calling_control(model_, owner);
    return control < 0 ? graph_.constant(1) : output({control, instance(control).rules_from});
  }
  if (which == HiddenInput::Rate) return rate_of_input(owner);
  if (which == HiddenInput::WordLength) {
    const ElementType t =
        model_.types[owner].inputs.empty() ? ElementType::Double : model_.types[owner].inputs.front();
    return graph_.constant(is_integer(t) ? bits_of(t) : 0);
  }
  const SampleTime::Kind time = model_.rates.times[owner].kind;
  if (which == HiddenInput::Executes && time == SampleTime::Kind::Continuous) return graph_.constant(1);
  if (which != HiddenInput::Hit && which != HiddenInput::Executes) {
    const int entering = which == HiddenInput::Entering;
    return owner.controller < 0
               ? graph_.constant(1 - entering)
               : output({owner.controller, instance(owner.controller).rules_from + entering});
  }
  if (time == SampleTime::Kind::Triggered) return graph_.constant(1);
  int mode = model_.rates.hit_modes[owner];
  if (time != SampleTime::Kind::Discrete) {
    if (program_.major_step_mode < 0) program_.major_step_mode = program_.mode_count++;
    mode = program_.major_step_mode;
  }
  return graph_.leaf(ir::Op::Mode, mode, scalar_shape);
}

}  // namespace sim::compile_phases
