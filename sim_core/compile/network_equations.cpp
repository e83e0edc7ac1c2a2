#include "sim_core/compile/network_equations.h"

#include <algorithm>

#include "sim_core/compile/network_contradiction.h"
#include "sim_core/compile/network_decision.h"
#include "sim_core/compile/network_energies.h"
#include "sim_core/compile/network_friction.h"
#include "sim_core/compile/network_known_nodes.h"
#include "sim_core/compile/network_terms.h"
#include "sim_core/ir/constrained.h"
#include "sim_core/program/jump_kind.h"

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
    ends_at_.resize(static_cast<std::size_t>(nodes()));
    for (std::size_t b = 0; b < network.branches.size(); ++b)
      for (std::size_t k = 0; k < member(b).nodes.size(); ++k)
        if (const int node = member(b).nodes[k]; node >= 0)
          ends_at_[static_cast<std::size_t>(node)].emplace_back(b, k);
    begun_ = e.memory(graph_.constant(0));
    e.store(begun_, graph_.constant(1));
    known_ = known_potentials(*this);
    known_throughs_ = known_throughs(*this);
  }

  void write() {
    const auto [solution, pivot] =
        solve_with_friction(*this, nodes(), [this](bool homogeneous) { return rates(homogeneous); });
    if (pivot) check_wedging(e_, pivot, deciding_elements());
    contradicted_ = contradicted_by(solution) | prescribes_another_value();
    const ir::Value switches = switched();
    ir::Value settles = switches;  // the states are taken onto what holds
    if (holds_anything()) {
      decide_behind();
      settles = switches | changes();
    } else {
      project_behind();
    }
    tell_of_jump(switches);
    std::vector<BranchPower> powers;
    for (std::size_t b = 0; b < network_.branches.size(); ++b)
      powers.push_back({across(b, solution), element(solution, through_at(b))});
    tell_energies(e_, *this, powers);
    if (network_.senses_energy) show_energies(powers);
    for (std::size_t b = 0; b < network_.branches.size(); ++b) {
      output(b, BranchInput::Across, across(b, solution));
      const ir::Value known = member(b).stores ? ir::Value{} : known_throughs_[b];
      output(b, BranchInput::Through, known ? known : element(solution, through_at(b)));
      const ir::Value x = said(b, BranchElement::State);
      output(b, BranchInput::State,
             member(b).stores ? select(settles, behind_.state[b], x) : graph_.constant(0));
      const bool watches = member(b).hold != BranchHold::ByLaw;
      const ir::Value none = graph_.constant(0);
      output(b, BranchInput::Way, watches ? behind_.way[b] : none);
      output(b, BranchInput::Slack,
             watches ? behind_.slack[b] : logical_not(settles) & excluded(*this, b, now_[b], solution));
      output(b, BranchInput::Moved, behind_.moved[b]);
      output(b, BranchInput::AcrossSize, watches ? across_size(b, solution) : none);
      output(b, BranchInput::ThroughSize, watches ? through_size(b, solution) : none);
    }
    const auto last = static_cast<int>(network_.branches.size()) * branch_inputs;
    e_.output(Out{last + static_cast<int>(NetworkInput::Switches)}, settles);
    e_.output(Out{last + static_cast<int>(NetworkInput::EnergyLoss)}, energy_loss(switches));
  }

 private:
  int through_at(std::size_t b) const { return nodes() + static_cast<int>(b); }

  void show_energies(const std::vector<BranchPower>& powers) {
    int out = static_cast<int>(network_.branches.size()) * branch_inputs + network_inputs;
    for (ir::Value v : sensed_energies(e_, *this, powers)) e_.output(Out{out++}, v);
  }

  void output(std::size_t b, BranchInput which, ir::Value v) {
    e_.output(Out{static_cast<int>(b) * branch_inputs + static_cast<int>(which)}, v);
  }

  ir::Value any_of(std::vector<ir::Value> truths) { return reduced(ir::Op::Or, std::move(truths), graph_); }
  ir::Value sum_of(std::vector<ir::Value> terms) { return reduced(ir::Op::Add, std::move(terms), graph_); }
  ir::Value sum_of_sizes(std::vector<ir::Value> terms) {
    for (ir::Value& term : terms) term = ir::make(ir::Op::Abs, term);
    return sum_of(terms);
  }

  std::vector<ir::Value> across_terms(std::size_t b, ir::Value solution, bool solved_for = false) {
    std::vector<ir::Value> terms;
    for (std::size_t k = 0; k < member(b).nodes.size(); ++k) {
      const int node = member(b).nodes[k];
      const ir::Value w = weight(b, k);
      if (node < 0 || is_zero(w)) continue;
      const ir::Value known = solved_for ? ir::Value{} : known_[static_cast<std::size_t>(node)];
      terms.push_back(w * (known ? known : element(solution, node)));
    }
    return terms;
  }
  ir::Value across(std::size_t b, ir::Value solution) { return sum_of(across_terms(b, solution)); }
  ir::Value across_size(std::size_t b, ir::Value solution) { return sum_of_sizes(across_terms(b, solution)); }

  // What meets at the nodes of a branch.
  ir::Value through_size(std::size_t b, ir::Value solution) {
    std::vector<ir::Value> terms;
    std::vector<int> nodes = member(b).nodes;
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    for (int node : nodes) {
      if (node < 0) continue;
      for (const auto& [other, end] : ends_at_[static_cast<std::size_t>(node)])
        if (const ir::Value w = weight(other, end); !is_zero(w))
          terms.push_back(w * element(solution, through_at(other)));
    }
    return sum_of_sizes(terms);
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
      if (const int p = member(b).partner; p >= 0) add_gyration(system, b, static_cast<std::size_t>(p), e);
    }
  }

  void add_gyration(NetworkSystem& system, std::size_t b, std::size_t partner, int e) {
    const int row = nodes() + static_cast<int>(b);
    for (std::size_t k = 0; k < member(partner).nodes.size(); ++k)
      if (const int node = member(partner).nodes[k]; node >= 0)
        system.add_constraint(row, e + node, said(b, BranchElement::Gyration) * weight(partner, k));
  }

  // States that the network constrains may be off by what integration leaves, and at the start by more.
  NetworkSystem rates(bool homogeneous) {
    NetworkSystem system(graph_, nodes() + branches(), nodes() + branches());
    system.approximate();
    add_equations(system, now_, 0, nodes());
    for (std::size_t b = 0; b < network_.branches.size(); ++b) {
      const BranchLaw& of = now_[b];
      if (!homogeneous) system.add_right(system.constraint_at(nodes() + static_cast<int>(b)), of.value);
      add_least_constraint(system, b, of, homogeneous);
    }
    return system;
  }

  void add_least_constraint(NetworkSystem& system, std::size_t b, const BranchLaw& of, bool homogeneous) {
    const Member& m = member(b);
    const ir::Value slope = said(b, BranchElement::Slope), drop = said(b, BranchElement::Drop);
    if (m.stores && m.across)
      system.add_mass(through_at(b), through_at(b), 1.0 / said(b, BranchElement::Capacity));
    for (std::size_t k = 0; k < m.nodes.size(); ++k) {
      if (m.nodes[k] < 0) continue;
      for (std::size_t l = 0; m.stores && !m.across && l < m.nodes.size(); ++l)
        if (m.nodes[l] >= 0)
          system.add_mass(m.nodes[k], m.nodes[l],
                          weight(b, k) * weight(b, l) / said(b, BranchElement::Capacity));
      if (homogeneous) continue;
      if (m.drops) system.add_right(m.nodes[k], weight(b, k) * drop / said(b, BranchElement::Capacity));
      if (!is_zero(slope)) system.add_right(m.nodes[k], -(of.through * weight(b, k) * slope));
    }
    if (!homogeneous && !is_zero(slope)) system.add_right(through_at(b), -(of.across * slope));
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

  // What integrates the across variable moves where springs do: an impulse of the potentials is a position.
  ir::Value displacement(std::size_t b, ir::Value projected) {
    std::vector<ir::Value> terms;
    for (std::size_t k = 0; k < member(b).nodes.size(); ++k)
      if (const int node = member(b).nodes[k]; node >= 0)
        terms.push_back(weight(b, k) * element(projected, states() + nodes() + branches() + node));
    return sum_of(std::move(terms));
  }

  bool holds_anything() const {
    return std::any_of(network_.branches.begin(), network_.branches.end(),
                       [](const Member& m) { return m.hold != BranchHold::ByLaw; });
  }

  // What is behind the instant where laws switch by themselves only.
  void project_behind() {
    const ir::Value projected = projection(next_laws_).solve();
    check_solvable(projected);
    int state = 0;
    for (std::size_t b = 0; b < network_.branches.size(); ++b) {
      behind_.state.push_back(member(b).stores ? element(projected, state++) : ir::Value{});
      behind_.impulse.push_back(element(projected, law_multiplier_at(b)));
      behind_.moved.push_back(member(b).stores ? graph_.constant(0) : displacement(b, projected));
    }
  }

  // What is behind it where branches hold one way only or by friction.
  void decide_behind() {
    const ir::Value changes = this->changes();
    NetworkInstant instant{changes, logical_not(begun_), e_.time(), contradicted_, {}, {}};
    for (std::size_t b = 0; b < network_.branches.size(); ++b) {
      const NetworkTopology::Switch& input = network_.switches[static_cast<std::size_t>(member(b).switches)];
      instant.loose.push_back(jumps(b));
      instant.switching.push_back(input.waits ? graph_.constant(0) : e_(In{input.input}));
    }
    behind_ = decide(*this, instant);
    // The elements that contradict one another are named by the projection that fails.
    std::vector<BranchLaw> laws = next_laws_;
    for (std::size_t b = 0; b < laws.size(); ++b)
      if (member(b).hold != BranchHold::ByLaw) laws[b] = law_of_way(b);
    const ir::Value failed = changes & logical_not(behind_.found);
    check_solvable(projection(laws).solve_where(failed));
    e_.check(failed, CheckAction::Error,
             "no way for " + deciding_elements() +
                 " to hold or to let go is consistent: what is prescribed here leaves them none");
  }

  std::string deciding_elements() const {
    constexpr std::size_t most_named = 4;
    const auto& paths = network_.deciding;
    std::string names;
    for (std::size_t k = 0; k < std::min(paths.size(), most_named); ++k)
      names += (k == 0 ? "'" : ", '") + paths[k] + "'";
    return paths.size() > most_named ? names + " and others" : names;
  }

  BranchLaw law_of_way(std::size_t b) const {
    const ir::Value way = behind_.way[b], zero = graph_.constant(0);
    if (member(b).hold == BranchHold::OneWay) return {way, 1.0 - way, zero};
    if (const int contact = member(b).pressed_by; contact >= 0) {
      const ir::Value sticks = logical_not(way) & behind_.way[static_cast<std::size_t>(contact)];
      return {sticks, 1.0 - sticks, zero};
    }
    const ir::Value locked = logical_not(way);
    return {locked, 1.0 - locked, way * said(b, BranchElement::Kinetic)};
  }

  // Its law stays, but what it prescribes is another value.
  ir::Value jumps(std::size_t b) {
    const NetworkTopology::Switch& input = network_.switches[static_cast<std::size_t>(member(b).switches)];
    if (input.waits || member(b).stores || is_zero(now_[b].value)) return graph_.constant(0);
    const ir::Value same = logical_not(ir::make(ir::Op::NotEqual, next_laws_[b].across, now_[b].across));
    return (e_(In{input.input}) | contradicted_) & same;
  }

  // Whether what sources prescribe is, to the last bit, what it was when the step ended. What comes from an
  // energy follows states, which have just jumped.
  ir::Value prescribes_another_value() {
    std::vector<ir::Value> values;
    for (std::size_t b = 0; b < network_.branches.size(); ++b)
      if (!member(b).stores && !member(b).potential && member(b).hold == BranchHold::ByLaw &&
          !is_zero(now_[b].value))
        values.push_back(now_[b].value);
    if (values.empty()) return graph_.constant(0);
    const Shape shape = vector_shape(static_cast<int>(values.size()));
    const ir::Value all = graph_.concat(values, shape),
                    before = e_.memory(graph_.constant(shape, std::vector<double>(values.size(), 0.0)));
    e_.follow(before, all);
    e_.store(before, all);
    return begun_ & (graph_.total(ir::make(ir::Op::NotEqual, all, before)) > graph_.constant(0));
  }

  // What the rates make of the states.
  ir::Value contradicted_by(ir::Value solution) {
    NetworkRates rates;
    for (std::size_t b = 0; b < network_.branches.size(); ++b) {
      rates.across.push_back(sum_of(across_terms(b, solution, true)));
      rates.through.push_back(element(solution, through_at(b)));
      rates.values.push_back(now_[b].value);
    }
    return contradicted(*this, rates);
  }

  ir::Value energy_loss(ir::Value switches) {
    std::vector<ir::Value> losses;
    for (std::size_t b = 0; b < network_.branches.size(); ++b) {
      if (!member(b).stores || !member(b).has_energy) continue;
      const ir::Value before = said(b, BranchElement::State), after = behind_.state[b];
      losses.push_back(capacity_of_state(b) * (before - after) * (before + after) * 0.5);
    }
    return select(switches, sum_of(std::move(losses)), graph_.constant(0));
  }

  // Where branches are decided on: anything switches that does not itself wait for that, or what one watches
  // has passed its limit.
  ir::Value changes() {
    std::vector<ir::Value> any{logical_not(begun_), contradicted_};
    for (const NetworkTopology::Switch& input : network_.switches)
      if (!input.waits) any.push_back(e_(In{input.input}));
    for (std::size_t b = 0; b < network_.branches.size(); ++b)
      if (member(b).hold != BranchHold::ByLaw) any.push_back(said(b, BranchElement::Crossed));
    return any_of(std::move(any));
  }

  // Impulses on elements that switch, and on all at the start.
  void tell_of_jump(ir::Value switches) {
    std::vector<ir::Value> impulses;
    for (std::size_t b = 0; b < network_.branches.size(); ++b) {
      const auto of = static_cast<std::size_t>(member(b).switches);
      const ir::Value taking_part = logical_not(begun_) | e_(In{network_.switches[of].input});
      impulses.push_back(member(b).stores ? graph_.constant(0)
                                          : select(taking_part, behind_.impulse[b], graph_.constant(0)));
    }
    const ir::Value loss = energy_loss(switches), all = graph_.concat(impulses, vector_shape(branches()));
    const ir::Value kind =
        select(moves(loss, all), graph_.constant(jump_of_states), graph_.constant(jump_of_laws));
    e_.jump(select(switches, kind, graph_.constant(no_jump)), loss,
            select(switches, all, graph_.constant(0)));
  }

  // What rounding makes of no jump is none.
  ir::Value moves(ir::Value loss, ir::Value impulses) {
    std::vector<ir::Value> energies, momenta;
    for (std::size_t b = 0; b < network_.branches.size(); ++b) {
      if (!member(b).stores) continue;
      const ir::Value x = said(b, BranchElement::State);
      momenta.push_back(said(b, BranchElement::Capacity) * said(b, BranchElement::Gain) * x);
      energies.push_back(capacity_of_state(b) * ir::square(x));
    }
    if (momenta.empty()) return graph_.constant(0);
    const Shape shape = vector_shape(static_cast<int>(momenta.size()));
    return ir::moves(loss, sum_of(std::move(energies)), impulses, graph_.concat(momenta, shape));
  }

  // Whether there are states for which the equations have a solution at all.
  void check_solvable(ir::Value projected) {
    e_.check(ir::make(ir::Op::IsNan, graph_.total(projected)), CheckAction::Error,
             "the network has no solution");
  }

  // At the start too: initial states may contradict the constraints.
  ir::Value switched() {
    std::vector<ir::Value> any{logical_not(begun_), contradicted_};
    for (const NetworkTopology::Switch& input : network_.switches) any.push_back(e_(In{input.input}));
    return any_of(std::move(any));
  }

  Equations& e_;
  ir::Graph& graph_;
  const NetworkTopology& network_;
  std::vector<BranchLaw> now_, next_laws_;  // by branch
  NetworkDecision behind_;
  ir::Value begun_, contradicted_;
  std::vector<ir::Value> known_;           // by node
  std::vector<ir::Value> known_throughs_;  // by branch
  std::vector<std::vector<std::pair<std::size_t, std::size_t>>>
      ends_at_;  // by node: branch, which of its ends
};

}  // namespace

void write_network(Equations& e, const NetworkTopology& network) { Network(e, network).write(); }

}  // namespace sim::compile_phases
