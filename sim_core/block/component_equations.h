#pragma once
// The part of a block's equations (equations.h) that components of physical networks are written with.
#include <vector>

#include "sim_core/base/domain.h"
#include "sim_core/block/equation_handles.h"
#include "sim_core/ir/values.h"

namespace sim {

struct BranchEnd {
  Terminal at;
  ir::Value weight;
};

// across * (across variable) + through * (through variable) = value
struct BranchLaw {
  ir::Value across, through, value;
};

// Of a branch that holds one way only or by dry friction (Equations::goes).
struct BranchWay {
  ir::Value way;  // until this instant; one-way: 1 it holds, 0 it is free; friction: 0 it is locked, 1 or -1
                  // it slips forwards or backwards
  ir::Value crossed;  // 1 where what it watched on that way has passed its limit
  ir::Value limit;    // of friction the most that it holds, as a through variable, at a contact as a share of
                      // what presses; one-way: 1 where it may hold
  ir::Value kinetic;  // of friction its resistance while it slips
  ir::Value limit_slope,
      kinetic_slope;  // of limits; limit_slope: at contacts of what holds (Equations::slope)
  // Of a stop: what part of the speed of an impact it gives back, the speed up to which it gives back none,
  // and how far the integral of its across variable is beyond its limit: below 0 before it, -infinity of
  // what has no limit to its position.
  ir::Value restitution, slowest, beyond;
  ir::Value rests;  // 1 where what has crossed has come to its limit by itself, and is there at this instant
};

struct EnergyTerm {
  EnergyKind kind;
  Domain domain;
  ir::Value value;
};

class ComponentEquations {
 public:
  virtual ~ComponentEquations() = default;

  // Components of physical networks (compile/network_equations.h says what is solved). Along a branch flows a
  // through variable j: out of each terminal k flows weight_k j into it. Its across variable is
  // sum_k weight_k (potential of terminal k), so that their product is the power that the branch takes up.
  virtual void branch(Branch, const std::vector<BranchEnd>& ends) = 0;
  virtual ir::Value across(Branch) = 0;
  virtual ir::Value through(Branch) = 0;
  // What holds between the two. Where it switches, `next` is the law from this instant on: made of modes and
  // of what a major step knows, it is looked at where switches() says that something changes.
  virtual void law(Branch, const BranchLaw& now) = 0;
  virtual void law(Branch, const BranchLaw& now, const BranchLaw& next) = 0;
  // A gyrator (BlockTypeBuilder::gyrator), which neither stores nor loses: the power that one branch takes up
  // the other one gives, whatever the ratio is. It says the laws of both.
  //   through(one) = -ratio * across(other)     through(other) = ratio * across(one)
  virtual void gyrates(Branch one, Branch other, ir::Value ratio) = 0;
  // What is lost of the across variable in front of what stores: capacity gain dx/dt = across - drop.
  virtual void drop(Branch, ir::Value) = 0;
  // The time derivative of the law's value, for what prescribes a state.
  virtual void slope(Branch, ir::Value) = 0;
  // The branch stores 1/2 capacity (gain x)^2: its across (or through) variable is gain x, and
  // gain dx/dt = through (or across) / capacity.
  virtual void stores(Branch, State, ir::Value capacity, ir::Value gain = {}) = 0;
  // What the branch stores, J, where that is not 1/2 capacity (gain x)^2.
  virtual void stored(Branch, ir::Value energy) = 0;
  // In a major step where `condition` is not 0 the network takes on its new laws: its states become those
  // nearest in energy that satisfy them. The condition is an edge.
  virtual void switches(ir::Value condition) = 0;
  // The way that a one-way or friction branch goes from this instant on: the network decides on all of them
  // together (linalg/switching_network.h), where one of them has crossed or something else switches.
  virtual ir::Value goes(Branch, const BranchWay& now) = 0;
  // What rounding may make of the variable that such a branch watches on its way, behind this instant; -1
  // where nobody has decided again. Of a branch by law: 1 where the network leaves its across variable no way
  // to follow slope(). And the magnitudes of the terms that its variables balance, summed: rounding.
  virtual ir::Value slack(Branch) = 0;
  virtual ir::Value across_size(Branch) = 0;
  virtual ir::Value through_size(Branch) = 0;
  // How far the integral of the across variable moves at this instant: because springs jump, and what has no
  // mass moves with them, or because stops are set back onto limits that a step has gone past
  // (linalg/network_impacts.h). Whatever integrates an across variable follows: by
  // integrates(), or by a reset where network_switches().
  virtual ir::Value moved(Branch) = 0;
  virtual void integrates(State, Branch) = 0;
  // The energy that the whole network loses at this instant.
  virtual ir::Value energy_loss() = 0;
  // 1 in such a step, whichever component brings it about.
  virtual ir::Value network_switches() = 0;
  // Of the whole network, where the component senses it (BlockTypeBuilder::senses_energy).
  virtual ir::Value network_energy(EnergyKind) = 0;
  // What statistics tell of a network; powers where the setting EnergyBalance asks for them.
  virtual void energy(const EnergyTerm&) = 0;
  virtual bool balances_energy() = 0;
};

}  // namespace sim
