#pragma once
// Solves a network (network_spec.h) slowly and exactly, with nothing of the engine's: dense, in long double,
// the ways of all switching elements enumerated.
//
// In one mode (one way for each switching element) the network is linear. What is right behind an instant is
// a series in time: impulses (order -1), values (0), derivatives (1, 2, ...) of all potentials e and through
// variables j. Balances hold in every order; the laws of what stores join neighboring orders,
//
//   C across_0 - j_-1 = C u, C across_k+1 = j_k;   L j_0 - across_-1 = L u, L j_k+1 = across_k
//
// with u the states before. One dense system over all orders, solved with its rank revealed, gives impulses,
// the states behind them and all rates. A mode is right where every one-way element has through <= 0 or
// across
// >= 0, every lock carries no impulse and stays within its limit, and what slips slips its way: by the first
// term of each series that is not 0. Behind an impulse the question is asked again. What slips by itself has
// its kinetic friction; what is at rest is asked with its breakaway friction, and what lets go then has its
// kinetic one, whereupon all others are asked again.
//
// Between instants states and signals obey one linear differential equation, which is solved by its power
// series; what is watched is sampled densely and located by bisection.
#include <Eigen/Dense>
#include <map>
#include <string>
#include <vector>

#include "tests/plugins/random/network_spec.h"

namespace sim {

class NetworkReference {
 public:
  explicit NetworkReference(const NetworkSpec& spec);

  struct Instant {
    double time = 0;
    std::vector<std::string> elements;  // that go another way from here on
    bool known = false;                 // beforehand: a signal says so
  };
  struct Result {
    std::string failure;                      // empty: it is solved
    std::vector<std::vector<double>> values;  // for each instant of the spec, the watched potentials
    std::vector<Instant> instants;
  };
  Result run();

 private:
  using Real = long double;
  using Vector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
  using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;

  enum class Law { Capacity, Inductance, Resistance, Across, Through, Switch, OneWay, Friction };
  struct Branch {
    Law law = Law::Through;
    int element = 0;
    std::vector<std::pair<int, Real>> ends;  // node, weight
    Real value = 0;
    int state = -1;                   // of a capacity or an inductance, in y
    int signal = -1;                  // the first of its two places in y; -1: none
    int position = -1, side = 0;      // of a stop: its place in y; 1 the lower one, -1 the upper one
    Real kinetic = 0, breakaway = 0;  // times the signal
  };
  // For each branch. One-way: 1 holds, 0 is free. Switch: 1 closed. Friction: 0 locked; 1 or -1 slips,
  // against its kinetic resistance; 2 or -2 slips against its breakaway resistance, while that is asked for.
  using Mode = std::vector<int>;
  struct Linear {
    Matrix series,
        left;     // times y: potentials and through variables of all orders; what is left of the equations
    Matrix rate;  // dy/dt = rate y
  };

  int unknown(int order, int k) const { return (order + 1) * size_ + k; }
  void add(const NetworkElement& element, int index);
  void load_signals(Real t);
  Real gap(const Branch& b) const;
  Real across(const Vector& series, const Branch& b, int order) const;
  Real through(const Vector& series, std::size_t b, int order) const;
  Vector signal_row(const Branch& b, int order) const;
  Linear make(const Mode& mode) const;
  const Linear& linear(const Mode& mode);
  bool consistent(const Mode& mode, Vector& series);
  bool find(const std::vector<char>& weak, Mode& mode, Vector& series);
  bool settle();
  Real at_rest(const Vector& series) const;
  std::vector<Real> violations(const Linear& of, const Vector& y) const;
  bool goes_wrong(const Linear& of, const Vector& y) const;
  Vector later(const Linear& of, const Vector& y, Real by) const;
  bool go_to(Real end, Result& result);
  void note(Result& result, const Mode& before, bool known) const;

  const NetworkSpec& spec_;
  std::vector<Branch> branches_;
  int size_ = 0;                              // nodes and branches
  std::vector<std::pair<int, int>> signals_;  // element, place in y
  Vector y_;                                  // states, positions, signals with their slopes
  Real time_ = 0;
  Mode mode_;
  std::map<Mode, Linear> known_;
  std::vector<Real> slack_;  // what rounding left of violations at the last instant
};

}  // namespace sim
