#pragma once
// What happens in a linear network right behind an instant, as power series in the time since then. Unknown
// are the potentials e of the nodes and the through variables j of the branches:
//
//   sum of weight_b j_b over the branches at a node = 0                        for each node
//   across_b (sum of weight_b e over the nodes of b) + through_b j_b = value_b  for each branch: its law
//
// In the law of a branch of a gyrator stands gyration_b times the across variable of its partner besides.
//
// A branch that stores has its state u for value (u = its across or its through variable), and
// capacity du/dt = the other one, less a drop of it. The terms are, in this order:
//
//   impulses   the states become those nearest in energy for which the laws have a solution
//   (ConstrainedSystem);
//              the multipliers are the impulses that does it takes (Moreau)
//   order 0    e and j, with these states fixed. Where the laws leave some open, those under which the states
//              go on satisfying what the laws ask of them (Gauss's principle of least constraint)
//   order k    their k-th derivatives: the same equations for the derivatives of states and values
//
// Values of laws are taken to change evenly. Each number comes with a bound of what rounding makes of the
// numbers that went into it: the equations are solved again with each row disturbed by the rounding of its
// terms, three times, with different shares and signs. Where laws contradict one another, whatever the states
// are, the equations are satisfied as well as they can be, and what is left of each law tells which way an
// infinitely large variable would point.
//
// W. P. M. H. Heemels, J. M. Schumacher, S. Weiland, The rational complementarity problem, Linear Algebra
// Appl. 294 (1999) 93-135; J. J. Moreau, Numerical aspects of the sweeping process, Comput. Methods Appl.
// Mech. Eng. 177 (1999) 329-349.
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "sim_core/linalg/constrained_system.h"

namespace sim {

struct NetworkBranch {
  enum class Kind { Law, StoresAcross, StoresThrough, OneWay, Friction };
  Kind kind = Kind::Law;
  std::vector<int> nodes;  // at its ends; -1: the reference
  int partner = -1;        // of a gyrator: its other branch
  bool drops = false;      // it stores in its through variable, behind a drop
  int pressed_by = -1;     // of friction at a contact: the one-way branch that presses (pressed_friction.h)
  bool stores() const { return kind == Kind::StoresAcross || kind == Kind::StoresThrough; }
  bool switches() const { return kind == Kind::OneWay || kind == Kind::Friction; }
  bool is_pressed() const { return pressed_by >= 0; }
  std::size_t contact() const { return static_cast<std::size_t>(pressed_by); }
};
struct NetworkLaw {
  double across = 0, through = 0, value = 0;
};

class NetworkSeries {
 public:
  NetworkSeries(int nodes, std::vector<NetworkBranch> branches);

  // One number for each branch, but for the weights: one for each end, branch by branch.
  struct Given {
    std::span<const double> weights;
    std::span<const NetworkLaw> laws;  // of branches that store: across and through only
    std::span<const double> slopes;    // of the laws' values
    std::span<const double> states, capacities;
    std::span<const double> uncertainties;  // of the states; none: they are exact
    // How far each branch may still close before a law that fixes its across variable holds: by so much less
    // than 0 does the impulse move the integral of that variable. None: 0.
    std::span<const double> gaps;
    // Of gyrators; and what is lost in front of what stores in its through variable, which counts as
    // constant. None: 0.
    std::span<const double> gyrations, drops;
  };
  // The impulses and the states behind them. False: a number is not finite.
  bool begin(const Given& given);
  // The next order, from 0. What was given is still there.
  bool next();

  // How much larger than what disturbing the rows does to them the bounds of terms are.
  static constexpr double least_caution = 16;
  void set_caution(double caution) { caution_ = caution; }

  struct Term {
    double value = 0, bound = 0;
    bool positive() const { return value > bound; }
    bool negative() const { return value < -bound; }
    int sign() const { return positive() ? 1 : negative() ? -1 : 0; }
    bool zero() const { return !positive() && !negative(); }
  };
  // The laws contradict one another, in the term that was computed last.
  bool contradictory() const { return contradictory_; }
  // Of a branch whose law fixes its across variable: through; else across. An infinitely large one, or an
  // impulse.
  Term infinite(std::size_t branch) const { return infinite_[branch]; }
  Term impulse(std::size_t branch) const { return impulse_[branch]; }
  // How far the impulses move the integral of its across variable, where what has no mass follows a spring.
  Term displacement(std::size_t branch) const;
  // Of the order that was computed last.
  Term across(std::size_t branch) const;
  Term through(std::size_t branch) const;
  double state(std::size_t branch) const { return behind_[branch]; }
  // Of order 0: by how much a state changes per second.
  double rate(std::size_t branch) const;
  // Whether an impulse has moved it.
  bool moved(std::size_t branch) const { return moved_[branch] != 0; }

 private:
  static constexpr std::size_t samples = 3;
  using Vector = std::vector<double>;
  // A number, and what it would be if its terms were rounded otherwise.
  struct Disturbed {
    double value = 0;
    std::array<double, samples> by{};
  };
  struct System {
    int unknowns = 0, constraints = 0;
    std::vector<ConstrainedSystem::Entry> mass, constraint;
    Vector values;
    std::unique_ptr<ConstrainedSystem> solver;
    Vector right, solution;
    std::array<Vector, samples> right_by, solution_by;
  };

  void make(System& system, bool projects);
  bool fill(System& system, bool projects);
  bool solve(System& system);
  template <class What>
  static void each_term(const System& system, const Vector& solution, const What& what);
  void find_contradictions(const System& system);
  Disturbed value_of(const System& system, int at) const;
  Term term(const Disturbed& d, double size, double least_size) const;
  double drop_of(std::size_t branch) const { return given_.drops.empty() ? 0 : given_.drops[branch]; }
  Disturbed across_of(std::size_t branch, double& size) const;
  int node_count() const { return nodes_; }
  int branch_count() const { return static_cast<int>(branches_.size()); }
  int state_count() const;

  int nodes_;
  std::vector<NetworkBranch> branches_;
  Given given_;
  System projection_, rates_;
  int order_ = -1;
  bool contradictory_ = false;
  double caution_ = least_caution;
  Vector correction_, left_, terms_,
      disturbed_terms_;  // by equation: what is left of it, and its largest terms
  double least_variable_ = 0, least_multiplier_ = 0, least_displacement_ = 0;
  std::vector<Term> infinite_, impulse_;
  std::vector<Disturbed> states_;  // their derivatives of this order
  std::vector<double> behind_;
  std::vector<char> moved_;
  std::vector<std::size_t> first_weight_;
};

}  // namespace sim
