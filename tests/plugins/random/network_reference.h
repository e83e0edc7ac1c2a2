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
// What leads from one domain to another is one branch with four ends, or two branches each of which has the
// other's across variable in its law.
//
// Between instants states and signals obey one linear differential equation, which is solved by its power
// series; what is watched is sampled densely and located by bisection.
#include <cmath>
#include <string>
#include <vector>

#include "tests/plugins/random/network_spec.h"

namespace sim {

class NetworkReference {
 public:
  explicit NetworkReference(const NetworkSpec& spec) : spec_(spec) {}

  struct Instant {
    double time = 0;
    std::vector<std::string> elements;  // that go another way from here on
    bool known = false;                 // beforehand: a signal says so
    // Of what hits a stop: its speed there, relative to the largest of the position and its limit; per
    // second.
    double speed = HUGE_VAL;
  };
  struct Result {
    std::string failure;                      // empty: it is solved
    std::vector<std::vector<double>> values;  // for each instant of the spec, the watched potentials
    std::vector<Instant> instants;
  };
  Result run() const;

 private:
  const NetworkSpec& spec_;
};

}  // namespace sim
