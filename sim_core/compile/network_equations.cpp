#include "sim_core/compile/network_equations.h"

#include "sim_core/compile/network_terms.h"
#include "sim_core/compile/settle_branches.h"
#include "sim_core/ir/constrained.h"

namespace sim::compile_phases {

namespace {

class Network : NetworkTerms {
 public:
  Network(Equations& e, const NetworkTopology& network)
      : NetworkTerms(e, network), e_(e), graph_(e.graph()), network_(network) {
    for (std::size_t b = 0; b < network.branches.size(); ++b) {
      now_.push_back(law(b, BranchElement::Across));
      next_laws_.push_back(law(b, BranchElement::Next));
    }
    begun_ = e.memory(graph_.constant(0));
    e.store(begun_, graph_.constant(1));
    find_known_nodes();
  }

  void write() {
    const ir::Value solution = rates().solve();
    const ir::Value switches = switched();
    settled_ = settle_branches(*this, next_laws_, states_before(), changes());
    for (std::size_t b = 0; b < network_.branches.size(); ++b)
      settled_laws_.push_back(settled_law(*this, b, next_laws_[b], settled_[b]));
    const ir::Value projected = projection(settled_laws_).solve();
    check_solvable(projected);
    tell_of_jump(switches, projected);
    int state = 0;
    for (std::size_t b = 0; b < network_.branches.size(); ++b) {
      const Member& member = network_.branches[b];
      output(b, BranchInput::Across, across(b, solution));
      output(b, BranchInput::Through, element(solution, through_at(b)));
      output(b, BranchInput::Settles, settled_[b]);
      const ir::Value x = said(b, BranchElement::State);
      output(b, BranchInput::State,
             member.stores ? select(switches, element(projected, state++), x) : graph_.constant(0));
    }
    const auto behind = static_cast<int>(network_.branches.size()) * branch_inputs;
    e_.output(Out{behind + static_cast<int>(NetworkInput::Switches)}, switches);
    e_.output(Out{behind + static_cast<int>(NetworkInput::EnergyLoss)}, energy_loss(switches, projected));
  }

 private:
  int through_at(std::size_t b) const { return nodes() + static_cast<int>(b); }

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
  void add_equations(NetworkSystem& system, const std::vector<BranchLaw>& laws, int e, int j) {
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
  NetworkSystem rates() {
    NetworkSystem system(graph_, nodes() + branches(), nodes() + branches());
    system.approximate();
    add_equations(system, now_, 0, nodes());
    for (std::size_t b = 0; b < network_.branches.size(); ++b) {
      const BranchLaw& of = now_[b];
      system.add_right(system.constraint_at(nodes() + static_cast<int>(b)), of.value);
      add_least_constraint(system, b, of);
    }
    return system;
  }

  void add_least_constraint(NetworkSystem& system, std::size_t b, const BranchLaw& of) {
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
  NetworkSystem projection(const std::vector<BranchLaw>& laws) {
    const int n = states();
    NetworkSystem system(graph_, n + nodes() + branches(), nodes() + branches());
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

  // Whether anything switches that does not itself wait for what branches settle on.
  ir::Value switched_from_outside() {
    ir::Value any = logical_not(begun_);
    for (const NetworkTopology::Switch& input : network_.switches)
      if (!input.waits) any = any | e_(In{input.input});
    return any;
  }

  ir::Value changes() {
    ir::Value any = switched_from_outside();
    for (std::size_t b = 0; b < network_.branches.size(); ++b)
      if (member(b).hold != BranchHold::ByLaw)
        any = any | ir::make(ir::Op::NotEqual, next_laws_[b].across, now_[b].across);
    return any;
  }

  // What branches settle from. States that a closed diode or a lock has held until now may be off by what
  // integration leaves, and must not be taken for a blow; where something has really jumped they are.
  std::vector<ir::Value> states_before() {
    const ir::Value jumped = switched_from_outside();
    NetworkSystem system = projection(now_);
    system.approximate();
    const ir::Value kept = system.solve();
    std::vector<ir::Value> states(network_.branches.size());
    int state = 0;
    for (std::size_t b = 0; b < network_.branches.size(); ++b)
      if (member(b).stores) states[b] = select(jumped, said(b, BranchElement::State), element(kept, state++));
    return states;
  }

  // Impulses on elements that switch, and on all at the start.
  void tell_of_jump(ir::Value switches, ir::Value projected) {
    std::vector<ir::Value> impulses;
    for (std::size_t b = 0; b < network_.branches.size(); ++b) {
      const auto of = static_cast<std::size_t>(member(b).switches);
      const ir::Value taking_part = logical_not(begun_) | e_(In{network_.switches[of].input});
      impulses.push_back(member(b).stores ? graph_.constant(0)
                                          : select(taking_part, element(projected, law_multiplier_at(b)),
                                                   graph_.constant(0)));
    }
    const ir::Value loss = energy_loss(switches, projected),
                    all = graph_.concat(impulses, vector_shape(branches()));
    e_.jump(switches & moves(loss, all), loss, select(switches, all, graph_.constant(0)));
  }

  // What rounding makes of no jump is none.
  ir::Value moves(ir::Value loss, ir::Value impulses) {
    ir::Value energy = graph_.constant(0);
    std::vector<ir::Value> momenta;
    for (std::size_t b = 0; b < network_.branches.size(); ++b) {
      if (!member(b).stores) continue;
      const ir::Value x = said(b, BranchElement::State);
      momenta.push_back(said(b, BranchElement::Capacity) * said(b, BranchElement::Gain) * x);
      energy = energy + capacity_of_state(b) * ir::square(x);
    }
    if (momenta.empty()) return graph_.constant(1);
    const Shape shape = vector_shape(static_cast<int>(momenta.size()));
    return ir::moves(loss, energy, impulses, graph_.concat(momenta, shape));
  }

  // Looked at in every major step: whether there are states for which the equations have a solution at all.
  void check_solvable(ir::Value projected) {
    e_.check(ir::make(ir::Op::IsNan, graph_.total(projected)), CheckAction::Error,
             "the network has no solution");
  }

  // At the start too: initial states may contradict the constraints.
  ir::Value switched() {
    ir::Value any = logical_not(begun_);
    for (const NetworkTopology::Switch& input : network_.switches) any = any | e_(In{input.input});
    return any;
  }

  Equations& e_;
  ir::Graph& graph_;
  const NetworkTopology& network_;
  std::vector<BranchLaw> now_, next_laws_, settled_laws_;  // by branch
  std::vector<ir::Value> settled_;                         // by branch
  ir::Value begun_;
  std::vector<ir::Value> known_;  // by node
};

}  // namespace

void write_network(Equations& e, const NetworkTopology& network) { Network(e, network).write(); }

}  // namespace sim::compile_phases
