#include "sim_core/compile/network_equations.h"

#include "sim_core/compile/phases.h"
#include "sim_core/ir/values.h"

namespace sim::compile_phases {

namespace {

using Member = NetworkTopology::Member;

bool is_zero(ir::Value v) {
  const ir::Graph& graph = *v.graph;
  return graph.node(v.id).op == ir::Op::Constant && graph.constant_values(v.id)[0] == 0;
}

// The matrices and the right side of a constrained system, while they are being written.
class System {
 public:
  System(ir::Graph& graph, int unknowns, int constraints, bool approximate) : graph_(graph) {
    site_.approximate = approximate;
    site_.unknowns = unknowns;
    site_.constraints = constraints;
    right_.assign(static_cast<std::size_t>(site_.size()), graph.constant(0));
    site_.origins.assign(static_cast<std::size_t>(site_.size()), 0);
  }

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

  ir::Value solve() {
    std::vector<ir::Value> values = mass_;
    values.insert(values.end(), constraint_.begin(), constraint_.end());
    const auto joined = [&](const std::vector<ir::Value>& parts) {
      return graph_.concat(parts, vector_shape(static_cast<int>(parts.size())));
    };
    return graph_.constrained(site_, joined(values), joined(right_));
  }

 private:
  using Entries = std::vector<ir::ConstrainedSite::Entry>;
  void add(int row, int column, ir::Value v, Entries& entries, std::vector<ir::Value>& values) {
    if (is_zero(v)) return;
    entries.push_back({row, column});
    values.push_back(v);
  }

  ir::Graph& graph_;
  ir::ConstrainedSite site_;
  std::vector<ir::Value> mass_, constraint_, right_;
};

class Network {
 public:
  Network(Equations& e, const NetworkTopology& network) : e_(e), graph_(e.graph()), network_(network) {
    for (const Member& member : network.branches) {
      said_.push_back(e(In{member.said}));
      next_.push_back(e(In{member.said + 1}));
    }
    for (std::size_t b = 0; b < network.branches.size(); ++b) {
      now_.push_back(law(b, BranchElement::Across));
      next_laws_.push_back(law(b, BranchElement::Next));
    }
    find_known_nodes();
  }

  void write() {
    const ir::Value solution = rates().solve();
    const ir::Value switches = switched();
    find_settled_laws(projection(next_laws_, true).solve());
    const ir::Value projected = projection(settled_laws_, false).solve();
    check_solvable(projected);
    int state = 0;
    for (std::size_t b = 0; b < network_.branches.size(); ++b) {
      const Member& member = network_.branches[b];
      output(b, BranchInput::Across, across(b, solution));
      output(b, BranchInput::Through, element(solution, through_at(b)));
      output(b, BranchInput::Impulse, impulses_[b]);
      const ir::Value x = said(b, BranchElement::State);
      output(b, BranchInput::State,
             member.stores ? select(switches, element(projected, state++), x) : graph_.constant(0));
    }
    const auto behind = static_cast<int>(network_.branches.size()) * branch_inputs;
    e_.output(Out{behind + static_cast<int>(NetworkInput::Switches)}, switches);
    e_.output(Out{behind + static_cast<int>(NetworkInput::EnergyLoss)}, energy_loss(switches, projected));
  }

 private:
  int nodes() const { return network_.node_count; }
  int branches() const { return static_cast<int>(network_.branches.size()); }
  int states() const {
    int count = 0;
    for (const Member& member : network_.branches) count += member.stores;
    return count;
  }
  const Member& member(std::size_t b) const { return network_.branches[b]; }
  int through_at(std::size_t b) const { return nodes() + static_cast<int>(b); }

  ir::Value element(ir::Value v, int k) { return graph_.slice(v, k, scalar_shape); }
  ir::Value said(std::size_t b, BranchElement which) {
    const int at = static_cast<int>(which), first = static_cast<int>(BranchElement::Next);
    if (at >= first) return element(next_[b], at - first);
    return element(said_[b], static_cast<int>(member(b).nodes.size()) + at);
  }
  BranchLaw law(std::size_t b, BranchElement first) {
    const int at = static_cast<int>(first);
    return {said(b, first), said(b, static_cast<BranchElement>(at + 1)),
            said(b, static_cast<BranchElement>(at + 2))};
  }
  ir::Value weight(std::size_t b, std::size_t k) { return element(said_[b], static_cast<int>(k)); }
  void output(std::size_t b, BranchInput which, ir::Value v) {
    e_.output(Out{static_cast<int>(b) * branch_inputs + static_cast<int>(which)}, v);
  }

  // Where an inertia, a mass or a capacitor to the reference is, the potential is its state: what reads it
  // has no part in the solution of the whole.
  void find_known_nodes() {
    known_.resize(static_cast<std::size_t>(nodes()));
    for (std::size_t b = 0; b < network_.branches.size(); ++b) {
      const Member& m = member(b);
      int only = -1, count = 0;
      for (std::size_t k = 0; k < m.nodes.size(); ++k)
        if (m.nodes[k] >= 0) only = static_cast<int>(k), ++count;
      if (!m.stores || !m.across || count != 1) continue;
      ir::Value& known = known_[static_cast<std::size_t>(m.nodes[static_cast<std::size_t>(only)])];
      if (!known) known = now_[b].value / weight(b, static_cast<std::size_t>(only));
    }
  }

  ir::Value across(std::size_t b, ir::Value solution) {
    ir::Value sum;
    for (std::size_t k = 0; k < member(b).nodes.size(); ++k) {
      const int node = member(b).nodes[k];
      const ir::Value w = weight(b, k);
      if (node < 0 || is_zero(w)) continue;
      const ir::Value known = known_[static_cast<std::size_t>(node)];
      const ir::Value term = w * (known ? known : element(solution, node));
      sum = sum ? sum + term : term;
    }
    return sum ? sum : graph_.constant(0);
  }

  // The balance at each node, and the laws. `e`, `j`: columns of the first potential and through variable.
  void add_equations(System& system, const std::vector<BranchLaw>& laws, int e, int j) {
    for (int node = 0; node < nodes(); ++node) {
      const int owner = network_.node_owner[static_cast<std::size_t>(node)];
      system.set_origin(e + node, owner);
      system.set_origin(system.constraint_at(node), owner);
    }
    for (std::size_t b = 0; b < network_.branches.size(); ++b) {
      const BranchLaw& of = laws[b];
      const int row = nodes() + static_cast<int>(b), column = j + static_cast<int>(b);
      system.set_origin(column, member(b).owner);
      system.set_origin(system.constraint_at(row), member(b).owner);
      for (std::size_t k = 0; k < member(b).nodes.size(); ++k) {
        const int node = member(b).nodes[k];
        if (node < 0) continue;
        system.add_constraint(node, column, weight(b, k));
        system.add_constraint(row, e + node, of.across * weight(b, k));
      }
      system.add_constraint(row, column, of.through);
    }
  }

  // States that the network constrains may be off by what integration leaves, and at the start by more.
  System rates() {
    System system(graph_, nodes() + branches(), nodes() + branches(), true);
    add_equations(system, now_, 0, nodes());
    for (std::size_t b = 0; b < network_.branches.size(); ++b) {
      const BranchLaw& of = now_[b];
      system.add_right(system.constraint_at(nodes() + static_cast<int>(b)), of.value);
      add_least_constraint(system, b, of);
    }
    return system;
  }

  void add_least_constraint(System& system, std::size_t b, const BranchLaw& of) {
    const Member& m = member(b);
    const ir::Value slope = said(b, BranchElement::Slope);
    if (m.stores && m.across)
      system.add_mass(through_at(b), through_at(b), 1.0 / said(b, BranchElement::Capacity));
    for (std::size_t k = 0; k < m.nodes.size(); ++k) {
      if (m.nodes[k] < 0) continue;
      for (std::size_t l = 0; m.stores && !m.across && l < m.nodes.size(); ++l)
        if (m.nodes[l] >= 0)
          system.add_mass(m.nodes[k], m.nodes[l],
                          weight(b, k) * weight(b, l) / said(b, BranchElement::Capacity));
      if (!is_zero(slope)) system.add_right(m.nodes[k], -(of.through * weight(b, k) * slope));
    }
    if (!is_zero(slope)) system.add_right(through_at(b), -(of.across * slope));
  }

  // Unknown are the states, then the potentials, then the through variables.
  System projection(const std::vector<BranchLaw>& laws, bool approximate) {
    const int n = states();
    System system(graph_, n + nodes() + branches(), nodes() + branches(), approximate);
    add_equations(system, laws, n, n + nodes());
    int state = 0;
    for (std::size_t b = 0; b < network_.branches.size(); ++b) {
      const int row = nodes() + static_cast<int>(b);
      if (!member(b).stores) {
        system.add_right(system.constraint_at(row), laws[b].value);
        continue;
      }
      const ir::Value gain = said(b, BranchElement::Gain), energy = capacity_of_state(b);
      system.set_origin(state, member(b).owner);
      system.add_constraint(row, state, -gain);
      system.add_mass(state, state, energy);
      system.add_right(state++, energy * said(b, BranchElement::State));
    }
    return system;
  }

  // D: the energy is 1/2 D x^2.
  ir::Value capacity_of_state(std::size_t b) {
    const ir::Value gain = said(b, BranchElement::Gain);
    return said(b, BranchElement::Capacity) * gain * gain;
  }

  int law_multiplier_at(std::size_t b) const {
    return states() + nodes() + branches() + nodes() + static_cast<int>(b);
  }

  ir::Value energy_loss(ir::Value switches, ir::Value projected) {
    ir::Value loss = graph_.constant(0);
    int state = 0;
    for (std::size_t b = 0; b < network_.branches.size(); ++b) {
      if (!member(b).stores) continue;
      const ir::Value before = said(b, BranchElement::State), after = element(projected, state++);
      loss = loss + capacity_of_state(b) * (before - after) * (before + after) * 0.5;
    }
    return select(switches, loss, graph_.constant(0));
  }

  // An element that only holds one way decides at the instant itself. Tried under its next law, it closes
  // where what its law leaves open would press it open the wrong way (minus the multiplier, where the law
  // fixes the through variable), and opens where others keep it from holding.
  void find_settled_laws(ir::Value tried) {
    const ir::Value one = graph_.constant(1), zero = graph_.constant(0);
    for (std::size_t b = 0; b < network_.branches.size(); ++b) {
      const BranchLaw& next = next_laws_[b];
      const ir::Value open = ir::make(ir::Op::NotEqual, next.through, zero);
      ir::Value across = zero;
      for (std::size_t k = 0; k < member(b).nodes.size(); ++k)
        if (const int node = member(b).nodes[k]; node >= 0)
          across = across + weight(b, k) * element(tried, states() + node);
      const ir::Value impulse = select(open, -element(tried, law_multiplier_at(b)), across);
      const ir::Value closes = open & (impulse < graph_.constant(-least_impulse));
      const ir::Value opens = logical_not(open) & (impulse > graph_.constant(least_gap));
      impulses_.push_back(select(closes, graph_.constant(-1), select(opens, one, zero)));
      const ir::Value takes_over = said(b, BranchElement::TakesOver);
      const auto settled = [&](ir::Value otherwise, ir::Value closed, ir::Value opened) {
        return select(takes_over, select(closes, closed, select(opens, opened, otherwise)), otherwise);
      };
      settled_laws_.push_back({settled(next.across, one, zero), settled(next.through, zero, one),
                               settled(next.value, zero, zero)});
    }
  }

  // Looked at in every major step: whether there are states for which the equations have a solution at all.
  void check_solvable(ir::Value projected) {
    e_.check(ir::make(ir::Op::IsNan, graph_.total(projected)), CheckAction::Error,
             "the network has no solution");
  }

  // At the start too: initial states may contradict the constraints.
  ir::Value switched() {
    const ir::Value begun = e_.memory(graph_.constant(0));
    e_.store(begun, graph_.constant(1));
    ir::Value any = logical_not(begun);
    for (int input : network_.switch_inputs) any = any | e_(In{input});
    return any;
  }

  Equations& e_;
  ir::Graph& graph_;
  const NetworkTopology& network_;
  std::vector<ir::Value> said_, next_;  // by branch: what its component says
  std::vector<BranchLaw> now_, next_laws_, settled_laws_;
  std::vector<ir::Value> impulses_;
  std::vector<ir::Value> known_;  // by node
};

}  // namespace

void write_network(Equations& e, const NetworkTopology& network) { Network(e, network).write(); }

}  // namespace sim::compile_phases
