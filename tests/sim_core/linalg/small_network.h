#pragma once
// Networks for tests of decisions at single instants.
#include "sim_core/linalg/switching_network.h"

namespace sim {

// A network that is written branch by branch. A through variable flows out of the first node, into the
// branch.
struct Net {
  using Kind = NetworkBranch::Kind;
  int nodes = 0;
  std::vector<NetworkBranch> branches;
  SwitchingNetwork::Given given;

  int node() { return nodes++; }
  std::size_t add(Kind kind, int from, int to = -1) {
    branches.push_back({kind, {from, to}});
    given.weights.insert(given.weights.end(), {1, -1});
    for (auto* laws : {&given.before, &given.next}) laws->push_back({0, 1, 0});
    given.loose.push_back(0), given.crossed.push_back(0), given.rests.push_back(0), given.ways.push_back(0);
    for (auto* numbers : {&given.slopes, &given.states, &given.limits, &given.kinetics})
      numbers->push_back(0);
    given.capacities.push_back(1);
    return branches.size() - 1;
  }
  std::size_t law(int from, int to, const NetworkLaw& of, double slope = 0) {
    const std::size_t b = add(Kind::Law, from, to);
    given.before[b] = given.next[b] = of;
    given.slopes[b] = slope;
    return b;
  }
  std::size_t force(int on, double f, double slope = 0) {
    return law(on, -1, {0, 1, -f}, slope == 0 ? 0 : -slope);
  }
  std::size_t motion(int of, double v, double slope = 0) { return law(of, -1, {1, 0, v}, slope); }
  std::size_t damper(int from, int to, double d) { return law(from, to, {-d, 1, 0}); }
  std::size_t body(int at, double mass, double v = 0) {
    const std::size_t b = add(Kind::StoresAcross, at);
    given.before[b] = {1, 0, 0};
    given.states[b] = v, given.capacities[b] = mass;
    return b;
  }
  std::size_t coil(int from, int to, double l, double i = 0) {
    const std::size_t b = add(Kind::StoresThrough, from, to);
    given.before[b] = {0, 1, 0};
    given.states[b] = i, given.capacities[b] = l;
    return b;
  }
  std::size_t one_way(int from, int to = -1, int way = 0) {
    const std::size_t b = add(Kind::OneWay, from, to);
    given.limits[b] = 1, given.ways[b] = way;
    return b;
  }
  std::size_t diode(int plus, int minus, int way = 0) { return one_way(minus, plus, way); }
  std::size_t friction(int from, int to, double kinetic, double breakaway, int way = 0) {
    const std::size_t b = add(Kind::Friction, from, to);
    given.kinetics[b] = kinetic, given.limits[b] = breakaway, given.ways[b] = way;
    return b;
  }
  void write_laws_of_states() {
    for (std::size_t b = 0; b < branches.size(); ++b)
      if (branches[b].stores())
        given.next[b] = given.before[b] =
            branches[b].kind == Kind::StoresAcross ? NetworkLaw{1, 0, 0} : NetworkLaw{0, 1, 0};
  }
  SwitchingNetwork::Outcome decide() {
    write_laws_of_states();
    return SwitchingNetwork(nodes, branches).decide(given);
  }
};

}  // namespace sim
