#pragma once
// What the equations of a network are written with: what its components say of their branches, and the
// matrices of the systems.
#include <vector>

#include "sim_core/compile/network_equations.h"
#include "sim_core/compile/phases.h"
#include "sim_core/ir/values.h"

namespace sim::compile_phases {

inline bool is_zero(ir::Value v) {
  const ir::Graph& graph = *v.graph;
  return graph.node(v.id).op == ir::Op::Constant && graph.constant_values(v.id)[0] == 0;
}

// Pairs first, then pairs of these: a chain would be evaluated one by one. Of none: 0.
inline ir::Value reduced(ir::Op op, std::vector<ir::Value> values, ir::Graph& graph) {
  if (values.empty()) return graph.constant(0);
  while (values.size() > 1) {
    std::size_t kept = 0;
    for (std::size_t k = 0; k + 1 < values.size(); k += 2)
      values[kept++] = ir::make(op, values[k], values[k + 1]);
    if (values.size() % 2 != 0) values[kept++] = values.back();
    values.resize(kept);
  }
  return values.front();
}

// The matrices and the right side of a constrained system, while they are being written.
class NetworkSystem {
 public:
  NetworkSystem(ir::Graph& graph, int unknowns, int constraints) : graph_(graph) {
    site_.unknowns = unknowns;
    site_.constraints = constraints;
    right_.assign(static_cast<std::size_t>(site_.size()), graph.constant(0));
    site_.origins.assign(static_cast<std::size_t>(site_.size()), 0);
  }

  // Constraints that exclude each other are satisfied as well as they can be.
  void approximate() { site_.approximate = true; }
  void add_mass(int row, int column, ir::Value v) { add(row, column, v, site_.mass, mass_); }
  void add_constraint(int row, int column, ir::Value v) {
    add(row, column, v, site_.constraint, constraint_);
  }
  // Of an unknown, or behind them of a constraint.
  void add_right(int at, ir::Value v) {
    ir::Value& sum = right_[static_cast<std::size_t>(at)];
    sum = is_zero(sum) ? v : sum + v;
  }
  void set_origin(int at, int block) { site_.origins[static_cast<std::size_t>(at)] = block; }
  int constraint_at(int row) const { return site_.unknowns + row; }

  ir::Value solve() { return graph_.constrained(site_, joined(values()), joined(right_)); }
  // Zeros elsewhere, without the cost of the solution.
  ir::Value solve_where(ir::Value condition) {
    const ir::Value zero = graph_.constant(0);
    return graph_.constrained(site_, select(condition, joined(values()), zero),
                              select(condition, joined(right_), zero));
  }

 private:
  using Entries = std::vector<ir::ConstrainedSite::Entry>;
  std::vector<ir::Value> values() const {
    std::vector<ir::Value> values = mass_;
    values.insert(values.end(), constraint_.begin(), constraint_.end());
    return values;
  }
  ir::Value joined(const std::vector<ir::Value>& parts) {
    return graph_.concat(parts, vector_shape(static_cast<int>(parts.size())));
  }
  void add(int row, int column, ir::Value v, Entries& entries, std::vector<ir::Value>& values) {
    if (is_zero(v)) return;
    entries.push_back({row, column});
    values.push_back(v);
  }

  ir::Graph& graph_;
  ir::ConstrainedSite site_;
  std::vector<ir::Value> mass_, constraint_, right_;
};

// What components say.
class NetworkTerms {
 public:
  using Member = NetworkTopology::Member;

  NetworkTerms(Equations& e, const NetworkTopology& network) : graph_(e.graph()), network_(network) {
    for (const Member& member : network.branches) {
      said_.push_back(e(In{member.said}));
      next_.push_back(e(In{member.said + 1}));
    }
  }

  ir::Graph& graph() const { return graph_; }
  int nodes() const { return network_.node_count; }
  int branches() const { return static_cast<int>(network_.branches.size()); }
  int states() const {
    int count = 0;
    for (const Member& member : network_.branches) count += member.stores;
    return count;
  }
  const Member& member(std::size_t b) const { return network_.branches[b]; }

  ir::Value element(ir::Value v, int k) const { return graph_.slice(v, k, scalar_shape); }
  ir::Value said(std::size_t b, BranchElement which) const {
    const int at = static_cast<int>(which), first = static_cast<int>(BranchElement::Next);
    if (at >= first) return element(next_[b], at - first);
    return element(said_[b], static_cast<int>(member(b).nodes.size()) + at);
  }
  BranchLaw law(std::size_t b, BranchElement first) const {
    const int at = static_cast<int>(first);
    return {said(b, first), said(b, static_cast<BranchElement>(at + 1)),
            said(b, static_cast<BranchElement>(at + 2))};
  }
  ir::Value weight(std::size_t b, std::size_t k) const { return element(said_[b], static_cast<int>(k)); }
  std::vector<ir::Value> all_said(std::size_t b) const { return {said_[b], next_[b]}; }

 private:
  ir::Graph& graph_;
  const NetworkTopology& network_;
  std::vector<ir::Value> said_, next_;  // by branch
};

}  // namespace sim::compile_phases
