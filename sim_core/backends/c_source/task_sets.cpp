#include "sim_core/backends/c_source/task_sets.h"

#include <algorithm>
#include <set>

#include "sim_core/ir/reachable.h"
#include "sim_core/ir/values.h"
#include "sim_core/linalg/decides_network.h"

namespace sim::c_source {

using ir::NodeId;
using ir::Op;

bool gives_results(KernelKind kind) {
  return kind != KernelKind::Watched && kind != KernelKind::InitialState &&
         kind != KernelKind::InitialDiscrete;
}

bool decides_network(const ir::Graph& graph, NodeId id) {
  const ir::Node& n = graph.node(id);
  return n.op == Op::Call && dynamic_cast<const DecidesNetwork*>(graph.call_site(n.slot).function.get());
}

namespace {

// Slots and modes that some results read.
struct Reads {
  std::vector<char> slots, modes;
  bool slot(int first, int count) const { return any(slots, first, count); }
  bool mode(int first, int count) const { return any(modes, first, count); }
  static bool any(const std::vector<char>& flags, int first, int count) {
    return std::any_of(flags.begin() + first, flags.begin() + first + count, [](char f) { return f != 0; });
  }
};

class Finder {
 public:
  Finder(Program& program, const FixedStepRun& run) : program_(program), graph_(program.graph) {
    sets_.rates = slow_rates(program, run);
  }

  TaskSets find() {
    for (NodeId id = 0; id < graph_.size(); ++id)
      if (const ir::Node& n = graph_.node(id); n.op == Op::Mode)
        mode_leaves_.emplace_back(n.slot, n.shape.size());
    list_results();
    for (const SlowRate& rate : sets_.rates) {
      sets_.between.push_back(with_modes(nodes_of(sets_.results), rate.within, 0));
      sets_.at_hits.push_back(with_modes(nodes_of(sets_.results), rate.contains, 1));
    }
    // What is held may hang on branches that are.
    while (std::count_if(sets_.results.begin(), sets_.results.end(),
                         [this](TaskedResult& result) { return assign(result); }) > 0) {
    }
    keep_signals_together();
    while (drop_what_others_read()) keep_signals_together();
    for (int r = 0; r < static_cast<int>(sets_.rates.size()); ++r) {
      sets_.branches.push_back(branches_of(r, sets_.at_hits));
      sets_.branches_between.push_back(branches_of(r, sets_.between));
    }
    find_unread();
    return std::move(sets_);
  }

 private:
  void list_results() {
    for (int k = 0; k < kernel_count; ++k) {
      const auto kind = static_cast<KernelKind>(k);
      if (!gives_results(kind)) continue;
      int first = 0;
      for (const NodeId node : program_.kernel(kind).results) {
        sets_.results.push_back({kind, first, node});
        first += graph_.node(node).shape.size();
      }
    }
  }
  static std::vector<NodeId> nodes_of(const std::vector<TaskedResult>& results) {
    std::vector<NodeId> nodes;
    for (const TaskedResult& result : results) nodes.push_back(result.node);
    return nodes;
  }
  std::vector<NodeId> with_modes(const std::vector<NodeId>& nodes, const std::vector<int>& modes,
                                 double value) {
    ir::Replacements known;
    for (const int mode : modes)
      known[graph_.leaf(Op::Mode, mode, scalar_shape).id] = graph_.constant(value).id;
    return ir::replaced_nodes(graph_, nodes, known);
  }
  int size(const TaskedResult& result) const { return graph_.node(result.node).shape.size(); }
  int slot_of(const TaskedResult& update) const {
    return program_.updates[static_cast<std::size_t>(update.first)].slot;
  }
  const CrossingInfo& crossing_of(const TaskedResult& result, int k = 0) const {
    return program_.crossings[static_cast<std::size_t>(result.first + k)];
  }

  // The slowest rate that it can wait for.
  bool assign(TaskedResult& result) {
    if (result.task >= 0) return false;
    for (int r = static_cast<int>(sets_.rates.size()); r-- > 0 && result.task < 0;)
      if ((result.kind == KernelKind::Updates && changes_at_hits_only(result, r)) ||
          (result.kind == KernelKind::Logged && is_held(result.node, r)) ||
          (result.kind == KernelKind::Crossings && is_one_mode(result) && is_held(result.node, r)))
        result.task = r;
    return result.task >= 0;
  }
  bool changes_at_hits_only(const TaskedResult& update, int rate) {
    const Shape shape = graph_.node(update.node).shape;
    return sets_.between[static_cast<std::size_t>(rate)][static_cast<std::size_t>(update.node)] ==
           graph_.leaf(Op::Discrete, slot_of(update), shape).id;
  }
  const TaskedResult* update_of(int slot, int count, int rate) {
    for (const TaskedResult& result : sets_.results)
      if (result.kind == KernelKind::Updates && slot >= slot_of(result) &&
          slot + count <= slot_of(result) + size(result))
        return changes_at_hits_only(result, rate) ? &result : nullptr;
    return nullptr;
  }
  // Whether it stays from a hit to the next what it is at the hit, whatever else changes.
  bool is_held(NodeId node, int rate) {
    const auto r = static_cast<std::size_t>(rate);
    const NodeId later = sets_.between[r][static_cast<std::size_t>(node)];
    ir::Replacements updated;
    for (const NodeId id : ir::reachable(graph_, std::vector<NodeId>{later})) {
      const ir::Node n = graph_.node(id);
      if (n.op == Op::Constant || n.op == Op::Parameter) continue;
      if (n.op == Op::Mode && is_decided(n.slot, n.shape.size(), rate)) continue;
      if (ir::is_leaf(n.op) && n.op != Op::Discrete) return false;
      if (n.op == Op::Solve || n.op == Op::History || n.op == Op::HistorySlope || decides_network(graph_, id))
        return false;
      if (n.op != Op::Discrete) continue;
      const TaskedResult* update = update_of(n.slot, n.shape.size(), rate);
      if (!update) return false;
      const ir::Value next{&graph_, sets_.at_hits[r][static_cast<std::size_t>(update->node)]};
      updated[id] = graph_.slice(next, n.slot - slot_of(*update), n.shape).id;
    }
    if (updated.empty()) return false;
    const auto moved = ir::replaced_nodes(graph_, {later}, updated);
    return moved[static_cast<std::size_t>(later)] == sets_.at_hits[r][static_cast<std::size_t>(node)];
  }
  // Whether these modes are those of a crossing of the rate's task.
  bool is_decided(int first, int count, int rate) const {
    return std::any_of(sets_.results.begin(), sets_.results.end(), [&](const TaskedResult& result) {
      if (result.kind != KernelKind::Crossings || result.task != rate) return false;
      const CrossingInfo& c = crossing_of(result);
      const auto among = [&](int mode) {
        return mode >= 0 && first >= mode && first + count <= mode + size(result);
      };
      return among(c.mode) || among(c.below_mode);
    });
  }
  bool decides_all(const TaskedResult& result) const {
    const auto& between = sets_.between[static_cast<std::size_t>(result.task)];
    for (const NodeId id :
         ir::reachable(graph_, std::vector<NodeId>{between[static_cast<std::size_t>(result.node)]}))
      if (const ir::Node& n = graph_.node(id);
          n.op == Op::Mode && !is_decided(n.slot, n.shape.size(), result.task))
        return false;
    return true;
  }
  // A function whose modes lie side by side and mean the same.
  bool is_one_mode(const TaskedResult& result) const {
    const CrossingInfo& first = crossing_of(result);
    for (int k = 0; k < size(result); ++k) {
      const CrossingInfo& c = crossing_of(result, k);
      if (c.rules_execution || c.mode != first.mode + k || c.unordered != first.unordered ||
          c.below_mode != (first.below_mode < 0 ? -1 : first.below_mode + k))
        return false;
    }
    return true;
  }

  // A signal that is recorded has its elements in one place.
  void keep_signals_together() {
    for (bool again = true; again;) {
      again = false;
      for (const LoggedSignal& signal : program_.logged) {
        std::set<int> tasks;
        for (TaskedResult* part : parts_of(signal)) tasks.insert(part->task);
        if (tasks.size() < 2) continue;
        for (TaskedResult* part : parts_of(signal)) part->task = -1;
        again = true;
      }
    }
  }
  std::vector<TaskedResult*> parts_of(const LoggedSignal& signal) {
    std::vector<TaskedResult*> parts;
    for (TaskedResult& result : sets_.results)
      if (result.kind == KernelKind::Logged && result.first < signal.first + signal.count() &&
          signal.first < result.first + size(result))
        parts.push_back(&result);
    return parts;
  }

  Reads reads_of(const std::vector<NodeId>& nodes) const {
    Reads reads{std::vector<char>(static_cast<std::size_t>(program_.discrete_count), 0),
                std::vector<char>(static_cast<std::size_t>(program_.mode_count), 0)};
    for (const NodeId id : ir::reachable(graph_, nodes)) {
      const ir::Node& n = graph_.node(id);
      if (n.op == Op::Discrete) std::fill_n(reads.slots.begin() + n.slot, n.shape.size(), char{1});
      if (n.op == Op::Mode) std::fill_n(reads.modes.begin() + n.slot, n.shape.size(), char{1});
    }
    return reads;
  }
  NodeId at_hit(const TaskedResult& result) const {
    return sets_.at_hits[static_cast<std::size_t>(result.task)][static_cast<std::size_t>(result.node)];
  }

  // What is read between the hits of a rate by anybody but its task.
  Reads read_between(int rate) {
    const auto r = static_cast<std::size_t>(rate);
    const int mode = sets_.rates[r].mode;
    std::vector<NodeId> nodes;
    for (const TaskedResult& result : sets_.results) {
      if (result.task == rate) continue;
      if (result.task < 0) {
        nodes.push_back(sets_.between[r][static_cast<std::size_t>(result.node)]);
        continue;
      }
      const auto& implied = sets_.rates[static_cast<std::size_t>(result.task)].contains;
      if (std::find(implied.begin(), implied.end(), mode) == implied.end()) nodes.push_back(at_hit(result));
    }
    ir::Replacements known;
    for (const int m : sets_.rates[r].within)
      known[graph_.leaf(Op::Mode, m, scalar_shape).id] = graph_.constant(0).id;
    const auto between = ir::replaced_nodes(graph_, nodes, known);
    for (NodeId& node : nodes) node = between[static_cast<std::size_t>(node)];
    return reads_of(nodes);
  }
  // What is read at hits, where slots that are primed are read before they are first updated.
  Reads read_at_hits() const {
    std::vector<NodeId> nodes;
    for (const TaskedResult& result : sets_.results)
      nodes.push_back(result.task < 0 ? result.node : at_hit(result));
    return reads_of(nodes);
  }
  // Modes that a task decides on are known to nobody else, at hits neither. Loops are computed by the base.
  Reads read_by_others(int rate) const {
    std::vector<NodeId> nodes, own;
    for (const TaskedResult& result : sets_.results)
      (result.task == rate ? own : nodes).push_back(result.task < 0 ? result.node : at_hit(result));
    for (const NodeId id : ir::reachable(graph_, own))
      if (graph_.node(id).op == Op::Solve) nodes.push_back(id);
    return reads_of(nodes);
  }
  bool is_primed(const TaskedResult& update) const {
    const auto first = program_.updates.begin() + update.first;
    return std::any_of(first, first + size(update), [](const UpdateInfo& u) { return u.primed; });
  }
  // Whether some are read together with others.
  bool is_cut(int first, int count) const {
    return std::any_of(mode_leaves_.begin(), mode_leaves_.end(), [&](const auto& leaf) {
      const int end = leaf.first + leaf.second;
      return leaf.first < first + count && first < end && (leaf.first < first || end > first + count);
    });
  }
  bool drop_what_others_read() {
    bool dropped = false;
    const Reads at_hits = read_at_hits();
    for (int r = 0; r < static_cast<int>(sets_.rates.size()); ++r) {
      const Reads reads = read_between(r), others = read_by_others(r);
      const std::set<int> circular = modes_in_circles(r);
      for (TaskedResult& result : sets_.results) {
        if (result.task != r) continue;
        bool drop = false;
        if (result.kind == KernelKind::Updates)
          drop = reads.slot(slot_of(result), size(result)) ||
                 (is_primed(result) && at_hits.slot(slot_of(result), size(result)));
        if (result.kind == KernelKind::Crossings) {
          const CrossingInfo& c = crossing_of(result);
          drop =
              circular.contains(c.mode) || others.mode(c.mode, size(result)) || is_cut(c.mode, size(result));
          if (c.below_mode >= 0)
            drop = drop || others.mode(c.below_mode, size(result)) || is_cut(c.below_mode, size(result));
        }
        if (result.kind != KernelKind::Updates) drop = drop || !decides_all(result);
        if (drop) result.task = -1;
        dropped = dropped || drop;
      }
    }
    return dropped;
  }

  // The crossings of a task in an order in which each reads modes of earlier ones only.
  std::vector<const TaskedResult*> ordered_crossings(int rate, std::vector<const TaskedResult*>& left) const {
    std::vector<const TaskedResult*> ordered;
    for (const TaskedResult& result : sets_.results)
      if (result.kind == KernelKind::Crossings && result.task == rate) left.push_back(&result);
    const auto reads_one_of = [&](const TaskedResult* function,
                                  const std::vector<const TaskedResult*>& others) {
      const Reads reads = reads_of({at_hit(*function)});
      return std::any_of(others.begin(), others.end(), [&](const TaskedResult* other) {
        const CrossingInfo& c = crossing_of(*other);
        return reads.mode(c.mode, size(*other)) ||
               (c.below_mode >= 0 && reads.mode(c.below_mode, size(*other)));
      });
    };
    for (bool found = true; found && !left.empty();) {
      found = false;
      for (std::size_t k = 0; k < left.size(); ++k)
        if (!reads_one_of(left[k], left)) {
          ordered.push_back(left[k]);
          left.erase(left.begin() + static_cast<std::ptrdiff_t>(k--));
          found = true;
        }
    }
    return ordered;
  }
  std::set<int> modes_in_circles(int rate) const {
    std::vector<const TaskedResult*> left;
    ordered_crossings(rate, left);
    std::set<int> modes;
    for (const TaskedResult* result : left) modes.insert(crossing_of(*result).mode);
    return modes;
  }
  // Where modes do not depend on themselves, a run settles on what their functions say.
  ir::Replacements branches_of(int rate, const std::vector<std::vector<NodeId>>& all) {
    const auto& known = all[static_cast<std::size_t>(rate)];
    std::vector<const TaskedResult*> none;
    std::vector<NodeId> wanted;
    for (const TaskedResult& result : sets_.results)
      if (result.task == rate) wanted.push_back(known[static_cast<std::size_t>(result.node)]);
    ir::Replacements branches;
    for (const TaskedResult* result : ordered_crossings(rate, none)) {
      const NodeId at = known[static_cast<std::size_t>(result->node)];
      const ir::Value function{&graph_,
                               ir::replaced_nodes(graph_, {at}, branches)[static_cast<std::size_t>(at)]};
      graph_.set_origin(graph_.origin(at));
      const CrossingInfo& c = crossing_of(*result);
      const ir::Value zero = graph_.constant(0);
      const ir::Value above = c.unordered ? ir::logical_not(function < zero) : function >= zero;
      for (const NodeId id : ir::reachable(graph_, wanted)) {
        const ir::Node n = graph_.node(id);
        if (n.op != Op::Mode) continue;
        if (n.slot >= c.mode && n.slot + n.shape.size() <= c.mode + size(*result))
          branches[id] = graph_.slice(above, n.slot - c.mode, n.shape).id;
        else if (c.below_mode >= 0 && n.slot >= c.below_mode &&
                 n.slot + n.shape.size() <= c.below_mode + size(*result))
          branches[id] = graph_.slice(function <= zero, n.slot - c.below_mode, n.shape).id;
      }
      graph_.set_origin(-1);
    }
    return branches;
  }

  // What only shows a value that the task gives anyway.
  void find_unread() {
    std::vector<NodeId> nodes;
    for (TaskedResult& result : sets_.results) {
      result.unread = result.task >= 0 && result.kind == KernelKind::Updates;
      if (!result.unread) nodes.push_back(result.task < 0 ? result.node : at_hit(result));
    }
    for (bool more = true; more;) {
      more = false;
      const Reads reads = reads_of(nodes);
      for (TaskedResult& result : sets_.results) {
        if (!result.unread || !reads.slot(slot_of(result), size(result))) continue;
        result.unread = false;
        nodes.push_back(at_hit(result));
        more = true;
      }
    }
  }

  Program& program_;
  ir::Graph& graph_;
  TaskSets sets_;
  std::vector<std::pair<int, int>> mode_leaves_;  // first mode, how many
};

}  // namespace

TaskSets task_sets(Program& program, const FixedStepRun& run) { return Finder(program, run).find(); }

}  // namespace sim::c_source
