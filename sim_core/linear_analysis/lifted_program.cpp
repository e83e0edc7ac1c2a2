#include "sim_core/linear_analysis/lifted_program.h"

#include <algorithm>
#include <unordered_map>

#include "sim_core/base/stoppable.h"
#include "sim_core/ir/dependencies.h"
#include "sim_core/ir/reachable.h"
#include "sim_core/ir/tangents.h"
#include "sim_core/ir/values.h"

namespace sim {

namespace {

using ir::NodeId;
using ir::Op;

// What the rows need, the equations of algebraic loops too; ascending.
std::vector<NodeId> needed_nodes(const ir::Graph& graph, const std::vector<NodeId>& rows) {
  std::vector<char> needed(static_cast<std::size_t>(graph.size()), 0);
  NodeId last = -1;
  const auto need = [&](NodeId id) {
    if (id == ir::no_node) return;
    needed[static_cast<std::size_t>(id)] = 1;
    last = std::max(last, id);
  };
  for (NodeId id : rows) need(id);
  std::vector<NodeId> out;
  for (NodeId id = last; id >= 0; --id) {
    if (!needed[static_cast<std::size_t>(id)]) continue;
    out.push_back(id);
    for (NodeId operand : graph.operands(id)) need(operand);
    if (graph.node(id).op != Op::Solve) continue;
    const ir::LoopSite& site = graph.loop_site(graph.node(id).slot);
    need(site.residual);
    for (NodeId direction : site.directions) need(direction);
    if (site.branches.count == 0) continue;
    need(site.branches.functions);
    need(site.branches.residual);
    for (NodeId direction : site.branches.directions) need(direction);
  }
  std::reverse(out.begin(), out.end());
  return out;
}

class Lifting {
 public:
  Lifting(const Program& original, const LiftQuestion& question)
      : original_(original), question_(question), program_(std::make_shared<Program>()) {}

  LiftedProgram run() {
    copy_tables();
    find_floors();
    const std::vector<NodeId> nodes = needed_nodes(original_.graph, question_.rows);
    number_states(nodes);
    for (NodeId id : stoppable(nodes)) copy(id);
    differentiate();
    lifted_.program = program_;
    return std::move(lifted_);
  }

 private:
  // What a frame holds beside the states stays where it is.
  void copy_tables() {
    program_->parameters = question_.parameters;
    program_->discrete_count = original_.discrete_count;
    program_->mode_count = original_.mode_count;
    program_->captured_count = original_.captured_count;
    program_->unknown_count = original_.unknown_count;
    program_->branch_count = original_.branch_count;
    program_->blocks = original_.blocks;
    program_->loops = original_.loops;
    program_->loop_method = original_.loop_method;
    program_->derivatives_read_mode = original_.derivatives_read_mode;
    program_->derivatives_read_discrete = original_.derivatives_read_discrete;
  }

  void number_states(const std::vector<NodeId>& nodes) {
    int next = original_.state_count;
    lifted_.d_at = next;
    if (question_.discrete) next += original_.discrete_count;
    lifted_.p_at = next;
    for (const ParameterRange& range : question_.inputs) next += range.count;
    if (question_.time) lifted_.t_at = next++;
    lifted_.v_at = next;
    for (NodeId id : nodes) {
      const ir::Node& n = original_.graph.node(id);
      if (n.op != Op::History) continue;
      lifted_.delays.push_back({id, n.a, n.slot, next, n.shape.size()});
      delay_of_[id] = lifted_.delays.size() - 1;
      next += n.shape.size();
    }
    lifted_.h_at = lifted_.held_parameters_at = next;
    for (const ParameterRange& range : question_.held) next += range.count;
    for (NodeId id : nodes) {
      const ir::Node& n = original_.graph.node(id);
      if (n.op != Op::HistorySlope) continue;
      lifted_.held.push_back({id, next, n.shape.size()});
      held_of_[id] = next;
      next += n.shape.size();
    }
    for (LiftedProgram::Delay& delay : lifted_.delays) {
      if (!moves(delay.time)) continue;
      delay.slope_at = next;
      delay.time_at = next + delay.count;
      next += delay.count + original_.graph.node(delay.time).shape.size();
    }
    program_->state_count = next;
  }

  // Whether anything but the time and parameters that are no inputs decides on this node.
  bool moves(NodeId node) const {
    const NodeId result[] = {node};
    for (NodeId id : ir::reachable(original_.graph, result)) {
      const ir::Node& n = original_.graph.node(id);
      if (n.op == Op::State || n.op == Op::Solve || n.op == Op::History || input_of(n) >= 0) return true;
      if (n.op == Op::Discrete && question_.discrete) return true;
    }
    return false;
  }

  // The state that stands for a parameter leaf; -1: none does.
  int input_of(const ir::Node& n) const { return state_of(n, question_.inputs, lifted_.p_at); }
  static int state_of(const ir::Node& n, const std::vector<ParameterRange>& ranges, int at) {
    if (n.op != Op::Parameter) return -1;
    for (const ParameterRange& range : ranges) {
      if (n.slot >= range.first && n.slot + n.shape.size() <= range.first + range.count)
        return at + n.slot - range.first;
      at += range.count;
    }
    return -1;
  }

  void copy(NodeId id) {
    ir::Graph& graph = program_->graph;
    const ir::Node& n = original_.graph.node(id);
    for (; next_floor_ < floors_.size() && floors_[next_floor_] <= id; ++next_floor_)
      floor_now_[floors_[next_floor_]] = graph.size();
    graph.set_origin(original_.graph.origin(id));
    int state = n.op == Op::State ? n.slot : -1;
    if (n.op == Op::Discrete && question_.discrete) state = lifted_.d_at + n.slot;
    if (n.op == Op::Time) state = lifted_.t_at;
    if (state < 0) state = input_of(n);
    if (state < 0) state = state_of(n, question_.held, lifted_.held_parameters_at);
    if (n.op == Op::HistorySlope) state = held_of_.at(id);
    if (state >= 0) {
      copies_[id] = graph.leaf(Op::State, state, n.shape).id;
    } else if (n.op == Op::History) {
      copies_[id] = past_signal(id).id;
    } else if (n.op == Op::Solve) {
      copies_[id] = loop(original_.graph.loop_site(n.slot)).id;
    } else {
      std::vector<ir::Value> operands;
      for (NodeId operand : original_.graph.operands(id)) operands.push_back(copied(operand));
      copies_[id] = graph.copy_node(original_.graph, id, operands).id;
    }
  }

  // v + slope (time - time at the point): what the delay gives, and how that moves with the delay.
  ir::Value past_signal(NodeId id) {
    ir::Graph& graph = program_->graph;
    const ir::Node& n = original_.graph.node(id);
    const LiftedProgram::Delay& delay = lifted_.delays[delay_of_.at(id)];
    const ir::Value v = graph.leaf(Op::State, delay.first, n.shape);
    if (delay.slope_at < 0) return v;
    const ir::Value slope = graph.leaf(Op::State, delay.slope_at, n.shape);
    const ir::Value held = graph.leaf(Op::State, delay.time_at, original_.graph.node(delay.time).shape);
    return v + slope * (copied(delay.time) - held);
  }

  ir::Value loop(ir::LoopSite site) {
    const auto renew = [&](NodeId& id) { id = copied(id).id; };
    site.floor = floor_now_.at(site.floor);
    renew(site.residual);
    for (NodeId& direction : site.directions) renew(direction);
    for (NodeId& operand : site.operands) renew(operand);
    if (site.branches.count > 0) {
      renew(site.branches.functions);
      renew(site.branches.residual);
      for (NodeId& direction : site.branches.directions) renew(direction);
    }
    return program_->graph.solve(std::move(site));
  }

  ir::Value copied(NodeId id) { return {&program_->graph, copies_.at(id)}; }

  void differentiate() {
    ir::Graph& graph = program_->graph;
    Kernel rows, derivatives;
    for (NodeId id : question_.rows) {
      rows.results.push_back(copies_.at(id));
      rows.size += graph.node(rows.results.back()).shape.size();
    }
    find_pattern(rows);
    ir::Tangents tangents(graph);
    tangents.prepare(rows.results);
    for (NodeId id : rows.results) {
      const Shape shape = graph.node(id).shape;
      ir::Value d = tangents({&graph, id});
      if (!d) d = graph.constant(shape, std::vector<double>(static_cast<std::size_t>(shape.size()), 0.0));
      derivatives.results.push_back(d.id);
    }
    derivatives.size = rows.size;
    program_->analytical = tangents.analytical();
    program_->without_derivative.assign(tangents.opaque_origins().begin(), tangents.opaque_origins().end());
    program_->kernel(KernelKind::Watched) = rows;
    program_->kernel(KernelKind::Tangents) = std::move(derivatives);
  }

  void find_pattern(const Kernel& rows) {
    ir::Dependencies reads(program_->graph, Op::State, program_->parameters);
    reads.prepare(rows.results);
    std::vector<std::pair<int, int>> entries;
    int row = 0;
    for (NodeId id : rows.results)
      for (const std::span<const int> element : reads(id)) {
        for (int column : element)
          if (column < lifted_.columns()) entries.emplace_back(row, column);
        ++row;
      }
    program_->jacobian_pattern = make_pattern(row, program_->state_count, entries);
    program_->jacobian_coloring = color_columns(program_->jacobian_pattern);
  }

  void find_floors() {
    for (NodeId id = 0; id < original_.graph.size(); ++id)
      if (original_.graph.node(id).op == Op::Solve)
        floors_.push_back(original_.graph.loop_site(original_.graph.node(id).slot).floor);
    std::sort(floors_.begin(), floors_.end());
  }

  const Program& original_;
  const LiftQuestion& question_;
  std::shared_ptr<Program> program_;
  LiftedProgram lifted_;
  std::unordered_map<NodeId, NodeId> copies_;
  std::unordered_map<NodeId, std::size_t> delay_of_;
  std::unordered_map<NodeId, int> held_of_;
  // Where the equations of algebraic loops begin: in the original, and by that in the copy.
  std::vector<NodeId> floors_;
  std::size_t next_floor_ = 0;
  std::unordered_map<NodeId, NodeId> floor_now_;
};

}  // namespace

LiftedProgram lift(const Program& original, const LiftQuestion& question) {
  return Lifting(original, question).run();
}

}  // namespace sim
