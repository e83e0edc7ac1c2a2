#include "sim_core/backends/interpreter/lane_tape.h"

#include <algorithm>
#include <tuple>

#include "sim_core/ir/reachable.h"

namespace sim::interpreter {

using ir::NodeId;
using ir::Op;

namespace {

struct Item {
  std::int32_t level, guard;
  Op op;
  unsigned moves;
  bool scattered;
  NodeId node;
};

// Which operations the lanes know; others would not be linear in the direction.
bool known(const ir::Node& n, unsigned moves, int lanes) {
  switch (n.op) {
    case Op::Slice:
    case Op::Gather:
    case Op::Concat:
    case Op::Total:
    case Op::Transpose:
    case Op::Call:
      return true;
    case Op::MatMul:
      return moves != 3;
    case Op::LinearSolve:
    case Op::Constrained:
      return moves == 2;
    default:
      return ir::is_elementwise(n.op) && lane_loop(n.op, moves, false, lanes);
  }
}

class LaneScheduler {
 public:
  LaneScheduler(const ir::Graph& graph, const std::vector<char>& moves, std::vector<std::int32_t>& place,
                std::int32_t& next, LaneTape& tape)
      : graph_(graph), moves_(moves), place_(place), next_(next), tape_(tape) {}

  // Nodes come with operands first. False: the lanes cannot do it.
  bool add(const std::vector<NodeId>& nodes, const Guards& guards) {
    std::vector<std::int32_t> level(static_cast<std::size_t>(graph_.size()), 0);
    std::vector<Item> items;
    for (NodeId id : nodes) {
      const ir::Node& n = graph_.node(id);
      std::int32_t l = 0;
      unsigned moves = 0, bit = 1;
      for (NodeId operand : graph_.operands(id)) {
        l = std::max(l, level[static_cast<std::size_t>(operand)]);
        if (moves_[static_cast<std::size_t>(operand)]) moves |= bit;
        bit <<= bit < 1u << 30 ? 1 : 0;
      }
      if (!known(n, moves, tape_.lanes)) return false;
      l += n.op != Op::Slice;
      level[static_cast<std::size_t>(id)] = l;
      items.push_back({l, guards.of(id), n.op, moves, ir::is_elementwise(n.op) && n.shape.is_scalar(), id});
    }
    // By level; on a level slices last, as they rename what that level has computed.
    std::stable_sort(items.begin(), items.end(), [](const Item& a, const Item& b) {
      const bool slice_a = a.op == Op::Slice, slice_b = b.op == Op::Slice;
      return std::tuple(a.level, slice_a, a.guard, a.op, a.moves, a.scattered) <
             std::tuple(b.level, slice_b, b.guard, b.op, b.moves, b.scattered);
    });
    const Item* last = nullptr;
    for (const Item& item : items) {
      place(item, last);
      last = &item;
    }
    return true;
  }

 private:
  std::int32_t at(NodeId id) const { return place_[static_cast<std::size_t>(id)]; }
  bool moving(NodeId id) const { return moves_[static_cast<std::size_t>(id)] != 0; }
  // Distance of neighboring elements.
  std::int32_t stride(NodeId id) const { return moving(id) ? tape_.lanes : 1; }

  void place(const Item& item, const Item* last) {
    const ir::Node& n = graph_.node(item.node);
    auto& here = place_[static_cast<std::size_t>(item.node)];
    if (n.op == Op::Slice) {
      here = at(n.a) + n.slot * tape_.lanes;
      return;
    }
    here = next_;
    const bool joins = item.scattered && last && !tape_.runs.empty() && tape_.runs.back().scattered &&
                       std::tie(last->level, last->guard, last->op, last->moves) ==
                           std::tie(item.level, item.guard, item.op, item.moves);
    if (!joins) {
      LaneRun run{.op = n.op};
      run.moves = item.moves;
      run.scattered = item.scattered;
      run.out = next_;
      run.node = item.node;
      run.guard = item.guard;
      run.first = static_cast<std::int32_t>(n.op == Op::Call ? tape_.calls.size() : tape_.indices.size());
      if (ir::is_elementwise(n.op)) run.loop = lane_loop(n.op, item.moves, item.scattered, tape_.lanes);
      tape_.runs.push_back(run);
    }
    LaneRun& run = tape_.runs.back();
    run.count += n.shape.size();
    next_ += n.shape.size() * tape_.lanes;
    add_operands(item, n, run);
  }

  void add_operands(const Item& item, const ir::Node& n, LaneRun& run) {
    if (item.scattered) {
      for (NodeId operand : graph_.operands(item.node)) tape_.indices.push_back(at(operand));
    } else if (n.op == Op::Call) {
      LaneCall call{graph_.call_site(n.slot).function, {}, {}};
      for (NodeId operand : graph_.operands(item.node))
        call.arguments.push_back({at(operand), graph_.node(operand).shape.size(), moving(operand)});
      call.outputs = call.function->output_shapes();
      tape_.calls.push_back(std::move(call));
    } else if (n.op == Op::Concat) {  // place, elements, whether they have lanes
      for (NodeId operand : graph_.operands(item.node))
        for (std::int32_t value : {at(operand), graph_.node(operand).shape.size(), moving(operand) ? 1 : 0})
          tape_.indices.push_back(value);
    } else if (n.op == Op::Gather) {
      for (std::int32_t index : graph_.list(n.slot)) tape_.indices.push_back(at(n.a) + index * tape_.lanes);
    } else if (n.op == Op::Transpose) {
      for (int j = 0; j < n.shape.cols; ++j)
        for (int i = 0; i < n.shape.rows; ++i)
          tape_.indices.push_back(at(n.a) + (j + i * n.shape.cols) * tape_.lanes);
    } else {
      int k = 0;
      for (NodeId operand : graph_.operands(item.node)) {
        run.from[k] = at(operand);
        run.step[k++] = graph_.node(operand).shape.is_scalar() ? 0 : stride(operand);
      }
    }
  }

  const ir::Graph& graph_;
  const std::vector<char>& moves_;
  std::vector<std::int32_t>& place_;
  std::int32_t& next_;
  LaneTape& tape_;
};

}  // namespace

std::optional<LaneTape> MemoryMap::make_lane_tape(const Kernel& kernel, int lanes) {
  const ir::Graph& graph = program_->graph;
  LaneTape tape;
  tape.lanes = lanes;
  std::vector<NodeId> moving, still, directed;  // both; independent of the direction; dependent on it
  std::vector<char> moves(static_cast<std::size_t>(graph.size()), 0);
  std::vector<std::int32_t> places = place_;
  double numbers = static_cast<double>(program_->state_count) * lanes;
  std::int32_t next = scratch_at_;
  tape.seed_at = next;
  next += program_->state_count * lanes;
  bool reads_state = false;
  for (NodeId id : ir::reachable(graph, kernel.results)) {
    const ir::Node& n = graph.node(id);
    reads_state = reads_state || n.op == Op::State;
    char& directed_here = moves[static_cast<std::size_t>(id)];
    directed_here = n.op == Op::Seed;
    for (NodeId operand : graph.operands(id))
      directed_here = directed_here || moves[static_cast<std::size_t>(operand)];
    if (n.op == Op::Seed) {
      places[static_cast<std::size_t>(id)] = tape.seed_at + n.slot * lanes;
      continue;
    }
    if (places[static_cast<std::size_t>(id)] >= 0) continue;
    moving.push_back(id);
    (directed_here ? directed : still).push_back(id);
    numbers += static_cast<double>(n.shape.size()) * (directed_here ? lanes : 1);
  }
  if (numbers > 1e9) return {};
  const auto held = [&](NodeId id) {
    return hold_ && !moves_by_itself(graph.node(id).op) && place_[static_cast<std::size_t>(id)] >= 0;
  };
  constexpr long least_saved = 16;
  const Guards guards(graph, moving, kernel.results, held, least_saved);
  tape.still = schedule(still, places, next, false, &guards);
  tape.still.reads_state = reads_state;
  add_gates(guards, places, tape.still);
  if (!LaneScheduler(graph, moves, places, next, tape).add(directed, guards)) return {};
  for (NodeId id : kernel.results) {
    const std::int32_t first = places[static_cast<std::size_t>(id)];
    const bool zero = !moves[static_cast<std::size_t>(id)];
    for (int i = 0; i < graph.node(id).shape.size(); ++i)
      tape.rows_at.push_back(zero ? -1 : first + i * lanes);
  }
  size_ = std::max(size_, next);
  return tape;
}

}  // namespace sim::interpreter
