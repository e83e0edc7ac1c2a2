#include "sim_core/backends/interpreter/tape.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "sim_core/backends/interpreter/run_tape.h"
#include "sim_core/base/stoppable.h"
#include "sim_core/ir/graph_parts.h"
#include "sim_core/ir/loops.h"
#include "sim_core/ir/reachable.h"

namespace sim::interpreter {

using ir::NodeId;
using ir::Op;

std::int32_t MemoryMap::leaf_place(const ir::Node& n) const {
  switch (n.op) {
    case Op::Time:
      return time_at();
    case Op::State:
      return state_at_ + n.slot;
    case Op::Parameter:
      return parameter_at_ + n.slot;
    case Op::Discrete:
      return discrete_at_ + n.slot;
    case Op::Mode:
      return mode_at_ + n.slot;
    case Op::Captured:
      return captured_at_ + n.slot;
    case Op::Seed:
      return seed_at_ + n.slot;
    case Op::Unknown:
      return unknown_at_ + n.slot;
    default:
      return -1;
  }
}

bool moves_by_itself(Op op) {
  return op == Op::Time || op == Op::State || op == Op::Seed || op == Op::Input || op == Op::Unknown;
}

void Tape::set_gates(const double* memory) {
  for (std::size_t g = 1; g < gates.size(); ++g)
    open[g] = open[static_cast<std::size_t>(gates[g].parent)] != 0 &&
              (memory[gates[g].condition] != 0) == gates[g].wanted;
}

MemoryMap::MemoryMap(const MemoryMap& other, const Program& program) : MemoryMap(other) {
  program_ = &program;
}

MemoryMap::MemoryMap(const Program& program, bool hold, const Kernel* only, bool one_by_one)
    : program_(&program), hold_(hold) {
  const ir::Graph& graph = program.graph;
  state_at_ = 1;
  parameter_at_ = state_at_ + program.state_count;
  discrete_at_ = parameter_at_ + static_cast<std::int32_t>(program.parameters.size());
  mode_at_ = discrete_at_ + program.discrete_count;
  captured_at_ = mode_at_ + program.mode_count;
  seed_at_ = captured_at_ + program.captured_count;
  unknown_at_ = seed_at_ + program.state_count;
  std::int32_t next = unknown_at_ + program.unknown_count + program.branch_count;
  level_.assign(static_cast<std::size_t>(graph.size()), 0);
  place_.assign(static_cast<std::size_t>(graph.size()), -1);
  std::vector<NodeId> results = only ? only->results : std::vector<NodeId>();
  for (int k = 0; k < kernel_count && !only; ++k) {
    if (static_cast<KernelKind>(k) == KernelKind::Watched) continue;
    const Kernel& kernel = program.kernels[static_cast<std::size_t>(k)];
    results.insert(results.end(), kernel.results.begin(), kernel.results.end());
  }

  // What changes only at events: neither it nor an operand is t, x, s, or an unlinked input.
  std::vector<char> moves(static_cast<std::size_t>(graph.size()), 0);
  std::vector<NodeId> held;
  const std::vector<NodeId> needed = ir::reachable(graph, results);
  for (NodeId id : stoppable(needed)) {
    const ir::Node& n = graph.node(id);
    auto at = static_cast<std::size_t>(id);
    if (n.op == Op::Constant) {
      place_[at] = next;
      initial_.resize(static_cast<std::size_t>(next), 0.0);
      auto values = graph.constant_values(id);
      initial_.insert(initial_.end(), values.begin(), values.end());
      next += n.shape.size();
    } else if (ir::is_leaf(n.op)) {
      place_[at] = leaf_place(n);
      moves[at] = moves_by_itself(n.op);
    } else {
      moves[at] = !hold || n.op == Op::History || n.op == Op::HistorySlope;
      for (NodeId operand : graph.operands(id))
        moves[at] = moves[at] || moves[static_cast<std::size_t>(operand)];
      if (!moves[at]) held.push_back(id);
    }
  }
  held_ = schedule(held, place_, next, one_by_one);
  scratch_at_ = size_ = next;
  charge_.grow(static_cast<std::size_t>(next) * sizeof(double));
  initial_.resize(static_cast<std::size_t>(next), 0.0);
}

// Large vectors are results part by part, from where these are.
std::vector<NodeId> MemoryMap::results_of(const Kernel& kernel) const {
  const ir::Graph& graph = program_->graph;
  std::vector<NodeId> left(kernel.results.rbegin(), kernel.results.rend()), results;
  while (!left.empty()) {
    const NodeId id = left.back();
    left.pop_back();
    if (place_of(id) >= 0 || !ir::has_few_parts(graph, id)) {
      results.push_back(id);
      continue;
    }
    const auto parts = graph.operands(id);
    left.insert(left.end(), parts.rbegin(), parts.rend());
  }
  return results;
}

Tape MemoryMap::make_tape(const Kernel& kernel, bool one_by_one) {
  const ir::Graph& graph = program_->graph;
  std::vector<NodeId> moving;
  bool reads_state = false, reads_seed = false;
  const std::vector<NodeId> results = results_of(kernel), needed = ir::reachable(graph, results);
  for (NodeId id : stoppable(needed)) {
    reads_state = reads_state || graph.node(id).op == Op::State;
    reads_seed = reads_seed || graph.node(id).op == Op::Seed;
    if (place_[static_cast<std::size_t>(id)] < 0) moving.push_back(id);
  }
  std::vector<std::int32_t> place = place_;
  std::int32_t next = scratch_at_;
  const auto held = [&](NodeId id) {
    return hold_ && !moves_by_itself(graph.node(id).op) && place_[static_cast<std::size_t>(id)] >= 0;
  };
  constexpr long least_saved = 16;
  const Guards guards(graph, moving, results, held, one_by_one ? 1 : least_saved);
  Tape tape = schedule(moving, place, next, one_by_one, &guards);
  add_gates(guards, place, tape);
  tape.reads_state = reads_state;
  tape.reads_seed = reads_seed;
  for (NodeId id : results) {
    const Tape::Piece piece{place[static_cast<std::size_t>(id)], graph.node(id).shape.size()};
    if (!tape.results.empty() && tape.results.back().from + tape.results.back().count == piece.from)
      tape.results.back().count += piece.count;
    else
      tape.results.push_back(piece);
  }
  charge_.grow(static_cast<std::size_t>(std::max(0, next - size_)) * sizeof(double));
  size_ = std::max(size_, next);
  return tape;
}

void MemoryMap::add_gates(const Guards& guards, const std::vector<std::int32_t>& place, Tape& tape) {
  for (const Guard& guard : guards.all())
    tape.gates.push_back(
        {guard.parent, guard.condition == ir::no_node ? 0 : place[static_cast<std::size_t>(guard.condition)],
         guard.wanted});
  tape.open.assign(tape.gates.size(), 1);
}

// Pieces that lie side by side are one. Where most are a number or two, they are picked one by one.
void MemoryMap::add_pieces(NodeId concat, const std::vector<std::int32_t>& place, Tape& tape) const {
  const ir::Graph& graph = program_->graph;
  Run& run = tape.runs.back();
  std::int32_t behind = -1, pieces = 0, elements = 0;
  for (NodeId operand : graph.operands(concat)) {
    const std::int32_t at = place[static_cast<std::size_t>(operand)],
                       count = graph.node(operand).shape.size();
    elements += count;
    if (at == behind) {
      tape.indices.back() += count;
    } else {
      tape.indices.insert(tape.indices.end(), {at, count});
      ++pieces;
    }
    behind = at + count;
  }
  constexpr std::int32_t few = 4;
  if (elements > few * pieces) return;
  run.op = Op::Gather;
  std::vector<std::int32_t> picked;
  for (auto k = static_cast<std::size_t>(run.first); k < tape.indices.size(); k += 2)
    for (std::int32_t i = 0; i < tape.indices[k + 1]; ++i) picked.push_back(tape.indices[k] + i);
  tape.indices.resize(static_cast<std::size_t>(run.first));
  tape.indices.insert(tape.indices.end(), picked.begin(), picked.end());
}

namespace {

// A node that is to be computed.
struct Leveled {
  std::int32_t level;
  std::int32_t guard;
  Op op;
  bool scattered;
  NodeId node;
};

// On a level slices come last, as they rename what that level has computed.
bool comes_first(const Leveled& a, const Leveled& b) {
  const bool slice_a = a.op == Op::Slice, slice_b = b.op == Op::Slice;
  return std::tuple(slice_a, a.guard, a.op, a.scattered) < std::tuple(slice_b, b.guard, b.op, b.scattered);
}

// Sorted level by level: levels are counted, what is on one is sorted, and the stop is looked at between.
std::vector<Leveled> by_level(const std::vector<Leveled>& items) {
  std::int32_t highest = 0;
  for (const Leveled& item : items) highest = std::max(highest, item.level);
  std::vector<std::size_t> begin(static_cast<std::size_t>(highest) + 2, 0);
  for (const Leveled& item : items) ++begin[static_cast<std::size_t>(item.level) + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<Leveled> sorted(items.size());
  std::vector<std::size_t> next(begin.begin(), begin.end() - 1);
  for (const Leveled& item : items) sorted[next[static_cast<std::size_t>(item.level)]++] = item;
  for (const std::size_t level : StoppableIndices<std::size_t>(begin.size() - 1, 1024))
    std::stable_sort(sorted.begin() + static_cast<std::ptrdiff_t>(begin[level]),
                     sorted.begin() + static_cast<std::ptrdiff_t>(begin[level + 1]), comes_first);
  return sorted;
}

}  // namespace

// Nodes come with operands first. A slice is only another name for a place.
Tape MemoryMap::schedule(const std::vector<NodeId>& nodes, std::vector<std::int32_t>& place,
                         std::int32_t& next, bool one_by_one, const Guards* guards) const {
  const ir::Graph& graph = program_->graph;
  std::vector<Leveled> items;
  double places = next;
  for (NodeId id : nodes) places += graph.node(id).shape.size();
  need_memory(places * sizeof(double));
  check_stop();
  auto level = [&](NodeId id) -> std::int32_t& { return level_[static_cast<std::size_t>(id)]; };
  for (NodeId id : stoppable(nodes)) {
    const ir::Node& n = graph.node(id);
    std::int32_t l = 0;
    for (NodeId operand : graph.operands(id)) l = std::max(l, level(operand));
    const bool run = n.op != Op::Slice;
    level(id) = l + (run ? 1 : 0);
    items.push_back({l + (run ? 1 : 0), guards ? guards->of(id) : 0, n.op,
                     ir::is_elementwise(n.op) && n.shape.is_scalar(), id});
  }
  if (!one_by_one) items = by_level(items);

  Tape tape;
  auto at = [&](NodeId id) { return place[static_cast<std::size_t>(id)]; };
  std::int32_t run_level = -1;
  for (const Leveled& item : stoppable(items)) {
    const ir::Node& n = graph.node(item.node);
    if (n.op == Op::Slice) {
      place[static_cast<std::size_t>(item.node)] = at(n.a) + n.slot;
      continue;
    }
    place[static_cast<std::size_t>(item.node)] = next;
    const bool joins = !one_by_one && item.scattered && !tape.runs.empty() && tape.runs.back().scattered &&
                       tape.runs.back().op == n.op && tape.runs.back().guard == item.guard &&
                       run_level == item.level;
    if (!joins) {
      Run run{.op = n.op};
      run.scattered = item.scattered;
      run.loop = loop_of(n.op, item.scattered);
      run.out = next;
      run.node = item.node;
      run.guard = item.guard;
      run.first = static_cast<std::int32_t>(tape.indices.size());
      tape.runs.push_back(run);
      run_level = item.level;
    }
    Run& run = tape.runs.back();
    run.count += n.shape.size();
    next += n.shape.size();
    if (item.scattered) {
      for (NodeId operand : graph.operands(item.node)) tape.indices.push_back(at(operand));
    } else if (n.op == Op::Call) {
      run.first = static_cast<std::int32_t>(tape.calls.size());
      CallRun call{graph.call_site(n.slot).function, {}, {}};
      for (NodeId operand : graph.operands(item.node)) call.arguments.push_back(at(operand));
      std::int32_t output = run.out;
      for (const Shape& shape : call.function->output_shapes()) {
        call.outputs.push_back(output);
        output += shape.size();
      }
      tape.calls.push_back(std::move(call));
    } else if (n.op == Op::Solve) {
      const auto at_run = tape.runs.size() - 1;
      SolveRun solve = make_solve(item.node, place, next, one_by_one);
      tape.runs[at_run].first = static_cast<std::int32_t>(tape.solves.size());
      tape.solves.push_back(std::move(solve));
    } else if (n.op == Op::Concat) {
      add_pieces(item.node, place, tape);
    } else if (n.op == Op::Gather) {
      for (std::int32_t index : graph.list(n.slot)) tape.indices.push_back(at(n.a) + index);
    } else {
      int k = 0;
      for (NodeId operand : graph.operands(item.node)) {
        run.from[k] = at(operand);
        run.step[k++] = graph.node(operand).shape.is_scalar() ? 0 : 1;
      }
    }
  }
  for (NodeId id : nodes) level(id) = 0;
  return tape;
}

// The nodes between unknowns and residual are on no tape but the loop's own.
SolveRun MemoryMap::make_solve(NodeId node, std::vector<std::int32_t>& place, std::int32_t& next,
                               bool one_by_one) const {
  const ir::Graph& graph = program_->graph;
  const ir::LoopSite& site = graph.loop_site(graph.node(node).slot);
  SolveRun run;
  run.site = graph.node(node).slot;
  run.unknowns = unknown_at_ + site.first;
  auto at = [&](NodeId id) {
    return graph.node(id).op == Op::Unknown ? leaf_place(graph.node(id))
                                            : place[static_cast<std::size_t>(id)];
  };
  auto tape_of = [&](std::span<const NodeId> results) {
    std::vector<NodeId> fresh;
    for (NodeId id : ir::loop_interior(graph, site, results)) {
      for (NodeId operand : graph.operands(id))
        if (graph.node(operand).op == Op::Unknown) place[static_cast<std::size_t>(operand)] = at(operand);
      if (place[static_cast<std::size_t>(id)] < 0) fresh.push_back(id);
    }
    return schedule(fresh, place, next, one_by_one);
  };
  const NodeId residual[] = {site.residual};
  run.residual = tape_of(residual);
  run.derivatives = tape_of(site.directions);
  run.residual_at = at(site.residual);
  for (NodeId id : site.directions) run.directions_at.push_back(at(id));
  if (site.branches.count > 0) {
    // They are run by themselves, in this order: nothing is shared with those above.
    std::vector<NodeId> results = site.directions;
    results.push_back(site.residual);
    for (NodeId id : ir::loop_interior(graph, site, results)) place[static_cast<std::size_t>(id)] = -1;
    const NodeId functions[] = {site.branches.functions}, branch_residual[] = {site.branches.residual};
    SolveRun::Branches& branches = run.branches;
    branches.functions = tape_of(functions);
    branches.residual = tape_of(branch_residual);
    branches.derivatives = tape_of(site.branches.directions);
    branches.modes = unknown_at_ + site.branches.first;
    branches.mode_at = mode_at_;
    branches.functions_at = at(site.branches.functions);
    branches.residual_at = at(site.branches.residual);
    for (NodeId id : site.branches.directions) branches.directions_at.push_back(at(id));
  }
  for (NodeId id : site.operands)
    if (graph.node(id).op != Op::Constant) run.frontier.push_back({at(id), graph.node(id).shape.size()});
  run.guess = at(site.operands.back());
  return run;
}

}  // namespace sim::interpreter
