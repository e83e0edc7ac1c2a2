#pragma once
// A random network while it is drawn: its elements, and which of its nodes rigid elements join.
#include <string>
#include <vector>

#include "tests/plugins/random/network_dice.h"

namespace sim {

class NetworkDraw : protected NetworkDice {
 protected:
  using Kind = NetworkElement::Kind;
  using NetworkDice::NetworkDice;

  int new_node() {
    united_.push_back(spec_.nodes + 1);
    return spec_.nodes++;
  }
  // False: they were joined already. -1: a reference.
  bool unite(int a, int b) {
    const int from = root(a), to = root(b);
    united_[static_cast<std::size_t>(from)] = to;
    return from != to;
  }

  NetworkElement& add(Kind kind, const std::string& name, int a, int b) {
    NetworkElement e;
    e.kind = kind;
    e.a = a, e.b = b;
    e.name = name + std::to_string(spec_.elements.size());
    e.value = size();
    spec_.elements.push_back(e);
    return spec_.elements.back();
  }

  NetworkSpec spec_;

 private:
  int root(int node) const {
    int k = node + 1;
    while (united_[static_cast<std::size_t>(k)] != k) k = united_[static_cast<std::size_t>(k)];
    return k;
  }

  std::vector<int> united_{0};  // first the references, then by node
};

}  // namespace sim
