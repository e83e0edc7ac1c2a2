#include "sim_core/ir/loop_branches.h"

#include <algorithm>
#include <unordered_map>

#include "sim_core/ir/loops.h"
#include "sim_core/ir/reachable.h"

namespace sim::ir {

namespace {

class BranchWriter {
 public:
  BranchWriter(Graph& graph, LoopSite& site, std::span<const BranchRole> roles)
      : graph_(graph), site_(site), roles_(roles), floor_(site.floor) {
    for (const BranchRole& role : roles) floor_ = std::min(floor_, role.mode);
  }

  // The roles that count, in `own_`; false: there are none.
  bool find_own() {
    std::vector<NodeId> results{site_.residual};
    std::vector<char> read(roles_.size(), 0);
    for (bool more = true; more;) {
      more = false;
      const std::vector<NodeId> needed = reachable(graph_, results, floor_);
      for (std::size_t k = 0; k < roles_.size(); ++k) {
        if (read[k] || !std::binary_search(needed.begin(), needed.end(), roles_[k].mode)) continue;
        read[k] = more = true;
        results.push_back(roles_[k].function);
      }
    }
    needed_ = reachable(graph_, results, floor_);
    std::vector<char> own(roles_.size(), 0);
    for (bool more = true; more;) {
      more = false;
      const std::vector<char> depends = dependents(own);
      for (std::size_t k = 0; k < roles_.size(); ++k) {
        const NodeId function = roles_[k].function;
        if (!read[k] || own[k] || function < floor_ || !depends[at(function)]) continue;
        own[k] = more = true;
      }
    }
    for (std::size_t k = 0; k < roles_.size(); ++k)
      if (own[k]) own_.push_back(roles_[k]);
    return !own_.empty();
  }

  // False: another loop would have to be solved again for each branch.
  bool write(int first) {
    LoopSite::Branches& branches = site_.branches;
    branches.first = first;
    for (const BranchRole& role : own_) {
      const Node leaf = graph_.node(role.mode);
      graph_.set_origin(graph_.origin(role.mode));
      replaced_[role.mode] = graph_.leaf(Op::Unknown, first + branches.count, leaf.shape).id;
      branches.count += leaf.shape.size();
      for (int k = 0; k < leaf.shape.size(); ++k) branches.modes.push_back(leaf.slot + k);
    }
    for (NodeId id : needed_)
      if (!rewrite(id)) return false;
    std::vector<Value> functions;
    for (const BranchRole& role : own_) functions.push_back(now(role.function));
    branches.functions = graph_.concat(functions, vector_shape(branches.count)).id;
    branches.residual = now(site_.residual).id;
    return true;
  }

 private:
  std::size_t at(NodeId id) const { return static_cast<std::size_t>(id - floor_); }
  bool is_unknown(const Node& n) const {
    return n.op == Op::Unknown && n.slot >= site_.first && n.slot < site_.first + site_.count;
  }

  // By node: whether it depends on the unknowns, or on the modes of roles that are known to count.
  std::vector<char> dependents(const std::vector<char>& own) const {
    std::vector<char> depends(at(graph_.size()), 0);
    for (std::size_t k = 0; k < own.size(); ++k)
      if (own[k]) depends[at(roles_[k].mode)] = 1;
    for (NodeId id : needed_) {
      char& here = depends[at(id)];
      here = here || is_unknown(graph_.node(id));
      for (NodeId operand : graph_.operands(id)) here = here || (operand >= floor_ && depends[at(operand)]);
    }
    return depends;
  }

  Value now(NodeId id) const {
    const auto it = replaced_.find(id);
    return {&graph_, it == replaced_.end() ? id : it->second};
  }

  bool rewrite(NodeId id) {
    if (replaced_.contains(id)) return true;
    const std::vector<NodeId> operands(graph_.operands(id).begin(), graph_.operands(id).end());
    const bool changes =
        std::any_of(operands.begin(), operands.end(), [&](NodeId o) { return replaced_.contains(o); });
    if (!changes) return true;
    if (graph_.node(id).op == Op::Solve) return false;
    std::vector<Value> values;
    for (NodeId operand : operands) values.push_back(now(operand));
    graph_.set_origin(graph_.origin(id));
    replaced_[id] = graph_.copy_node(graph_, id, values).id;
    return true;
  }

  Graph& graph_;
  LoopSite& site_;
  std::span<const BranchRole> roles_;
  NodeId floor_;
  std::vector<NodeId> needed_;
  std::vector<BranchRole> own_;
  std::unordered_map<NodeId, NodeId> replaced_;
};

}  // namespace

void add_branches(Graph& graph, LoopSite& site, std::span<const BranchRole> roles, int first,
                  std::span<const std::pair<int, int>> pattern, std::span<const int> group_of) {
  if (roles.empty()) return;
  BranchWriter writer(graph, site, roles);
  if (!writer.find_own()) return;
  if (!writer.write(first)) {
    site.branches = {};
    return;
  }
  LoopSite::Branches& branches = site.branches;
  add_directions(graph, site, branches.residual, pattern, group_of, branches.directions, branches.entries);
}

}  // namespace sim::ir
