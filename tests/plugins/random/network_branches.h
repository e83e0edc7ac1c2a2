#pragma once
// The branches that the elements of a network are made of, for network_reference.h.
#include <utility>
#include <vector>

#include "tests/plugins/random/network_spec.h"

namespace sim {

struct ReferenceBranch {
  enum class Law { Capacity, Inductance, Resistance, Across, Through, Switch, OneWay, Friction };
  Law law = Law::Through;
  int element = 0;
  std::vector<std::pair<int, long double>> ends;  // node, weight
  long double value = 0;
  int state = -1;                          // of a capacity or an inductance, in y
  int signal = -1;                         // the first of its two places in y; -1: none
  int position = -1, side = 0;             // of a stop: its place in y; 1 the lower one, -1 the upper one
  long double kinetic = 0, breakaway = 0;  // times the signal
};

// Those of one element, the index of which is kept in them.
void add_branches(const NetworkElement& element, int index, std::vector<ReferenceBranch>& branches);

}  // namespace sim
