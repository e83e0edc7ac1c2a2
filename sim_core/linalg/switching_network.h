#pragma once
// Which way each element of a network goes, from an instant on, that holds one way only or by dry friction,
// and what the states are behind the instant. In a one-way branch, across >= 0, through <= 0, and their
// product is 0: it holds or it is free. In a friction branch |through| <= limit while it is locked (across =
// 0), and through is its kinetic resistance one way or the other while it slips.
//
// What happens right behind the instant is a power series in time (network_series.h): impulses, values,
// derivatives. The signs of a branch's variables are those of their first terms that are not 0 to within the
// rounding of what went into them. So wanted are ways under which each one-way branch that holds is pressed
// and each that is free opens, each lock carries no impulse and no more than its limit, and each that slips
// slips the way it says: the rational complementarity problem. No step, resistance or tolerance is chosen:
// the network's own numbers decide, in whatever units. Where all terms are 0, what was goes on.
//
// Behind impulses (Moreau's: plastic, of least energy) what they have left is looked at again: a stop that
// has been hit may let go at once. Where a force jumps, a spring does, and what has no mass moves with it: a
// stop that is hit on the way holds where its gap is closed. Dry friction passes no impulse. Where breakaway
// is above kinetic friction, several states may be consistent; locks go on holding up to breakaway, and those
// that cannot, taken together at breakaway, let go, first those whose slip no force decides.
//
// Friction of what a contact presses together (NetworkBranch::pressed_by) has for its limits shares of what
// presses, and passes impulses with those of its contact, up to the same share (pressed_friction.h).
//
// Ways are changed all together where they are wrong, as long as they become fewer, then one at a time, and
// in small networks in the end all are tried.
//
// W. P. M. H. Heemels, J. M. Schumacher, S. Weiland, The rational complementarity problem, Linear Algebra
// Appl. 294 (1999) 93-135; J. J. Judice, F. M. Pires, A block principal pivoting algorithm for large-scale
// strictly monotone linear complementarity problems, Computers & Operations Research 21 (1994) 587-596; K. G.
// Murty, Note on a Bard-type scheme for solving the complementarity problem, Opsearch 11 (1974) 123-130.
#include <limits>
#include <set>
#include <vector>

#include "sim_core/linalg/network_impacts.h"
#include "sim_core/linalg/network_series.h"
#include "sim_core/linalg/pressed_friction.h"

namespace sim {

class SwitchingNetwork {
 public:
  SwitchingNetwork(int nodes, std::vector<NetworkBranch> branches);

  // One for each branch, but for the weights: one for each end, branch by branch.
  struct Given {
    std::vector<double> weights;
    std::vector<NetworkLaw> before, next;  // until and from this instant on; of branches that switch: neither
    std::vector<char> loose;     // what its law asked until now, the states need not satisfy: it has jumped
    std::vector<double> slopes;  // of the laws' values
    std::vector<double> states, capacities;
    // Of friction: breakaway, at contacts as shares; of a one-way branch 1, or 0 where it must be free.
    std::vector<double> limits;
    std::vector<double> kinetics;
    // None: they are constant. Of what holds one way and of friction at contacts limit_slopes are those of
    // their laws' values while they hold.
    std::vector<double> limit_slopes, kinetic_slopes;
    // Of stops (network_impacts.h): beyond is negative before the limit, and -infinity of other branches that
    // hold one way. None: there are no stops.
    std::vector<double> restitutions, slowest, beyond;
    std::vector<double> gyrations, drops;  // as in NetworkSeries::Given
    std::vector<int>
        ways;  // one-way: 1 it holds, 0 it is free; friction: 0 locked, 1 or -1 it slips that way
    std::vector<char> crossed;  // what it watched while it went that way has passed its limit
    std::vector<char> rests;    // by itself, and is there now: no jump and no blow has thrown it there
    bool start = false;         // nothing is known of before
    double time = 0;
  };
  struct Outcome {
    bool found =
        false;  // else no ways are consistent, and under these laws contradict one another, if any do
    std::vector<int> ways;
    std::vector<double> states, impulses;
    // How far the integral of its across variable moves: where a spring jumps what has no mass moves with it,
    // which counts for branches that do not store, and where stops are set back (network_impacts.h) all do.
    std::vector<double> moved;
    std::vector<double>
        slacks;  // what rounding may make of the variable that the branch watches on its new way
  };
  const Outcome& decide(const Given& given);

 private:
  using Kind = NetworkBranch::Kind;
  using Term = NetworkSeries::Term;
  // Of an instant that is located.
  static constexpr double time_rounding = 4 * std::numeric_limits<double>::epsilon();
  using Ways = std::vector<int>;
  static constexpr double far = std::numeric_limits<double>::infinity();
  void settle_states();
  void look_at_impacts();
  void rebound(const std::vector<double>& states_before);
  void set_back();
  NetworkSeries::Given network_with(const std::vector<double>& states) const;
  void look_at_rates();
  bool find_passing();
  bool rests_at_limit(std::size_t branch) const;
  bool settle_onto(bool at_limits);
  bool settle_ways();
  bool take_impulses();
  void find_gaps();
  bool is_stop(std::size_t branch) const;
  void move_stop(std::size_t branch, const NetworkSeries::Term& displacement);
  bool may_hold(std::size_t branch) const { return given_.limits[branch] != 0 || gaps_[branch] < far; }
  bool find();
  bool search(bool all);
  bool search_together(std::set<Ways>& tried);
  bool search_one_by_one(std::set<Ways>& tried);
  bool search_all();
  bool try_ways(const Ways& ways);
  void judge();
  void judge_by_infinite();
  void judge_by_impulses();
  void judge_pressed_impulse(std::size_t branch);
  double limit_slope(std::size_t branch) const {
    return given_.limit_slopes.empty() ? 0 : given_.limit_slopes[branch];
  }
  void judge_by_order(int order);
  bool begin(const Ways& ways);
  std::vector<PressedFriction::Slip> slips_of(const Ways& ways) const;
  void find_forces(const Ways& ways);
  NetworkLaw law_of(std::size_t branch, const Ways& ways) const;
  NetworkLaw friction_law_of(std::size_t branch, const Ways& ways) const;
  double force_of(std::size_t branch) const;
  double slope_of_force(std::size_t branch) const;
  void go(std::size_t branch, const NetworkLaw& law, int way);
  bool weaken_slipping();
  bool strengthen_resting();
  std::vector<std::size_t> decided_by_no_force(const std::vector<std::size_t>& slipping);

  NetworkSeries series_;
  std::vector<NetworkBranch> branches_;
  PressedFriction friction_;
  NetworkImpacts impacts_;
  std::vector<std::size_t> switching_;
  Given given_;
  Outcome outcome_;
  std::vector<NetworkLaw> laws_;
  std::vector<double> slopes_;              // of their values
  std::vector<int> sides_;                  // of friction that begins to slip
  std::vector<double> slips_, approaches_;  // until now, of what switches: across variables and their rates
  std::vector<char> passes_;                // friction that does not come to rest where it has none
  std::vector<double> uncertainties_;       // of states, by branch
  std::vector<double> gaps_;      // of a one-way branch that may not hold: what it has to close by; or far
  std::vector<double> closing_;   // those of the ways that are being tried
  std::vector<char> at_contact_;  // of bodies: friction, what presses it, and what turns with them
  std::vector<char> weak_, demoted_;  // friction that holds no more than its kinetic resistance
  // Of the ways that are being tried:
  Ways ways_, wanted_;
  std::vector<char> undecided_, rests_;
  std::vector<int> at_limit_;
  std::vector<double> thrown_, pushed_;  // states with the impulses of friction that slips, and these
  bool dead_ = false;  // laws contradict one another, and changing one of these ways would not help
  Ways contradiction_;
};

}  // namespace sim
