#pragma once
// The branches of a network, as its reference solves it (network_reference.h): a stop is two of them, and so
// is a gyrator.
#include <utility>
#include <vector>

#include "tests/plugins/random/network_spec.h"

namespace sim {

struct ReferenceBranch {
  enum class Law { Capacity, Inductance, Resistance, Across, Through, Switch, OneWay, Friction, Gyrator };
  Law law = Law::Through;
  int element = 0;
  std::vector<std::pair<int, long double>> ends;  // node, weight
  long double value = 0;
  int partner = 0;              // of a gyrator: 1, its other branch is the next one; -1, the one before
  int state = -1;               // of a capacity or an inductance, in y
  int signal = -1;              // the first of its two places in y; -1: none
  int position = -1, side = 0;  // of a stop: its place in y; 1 the lower one, -1 the upper one
  long double kinetic = 0, breakaway = 0;  // times the signal
};

std::vector<ReferenceBranch> branches_of(const NetworkSpec& spec);

}  // namespace sim
