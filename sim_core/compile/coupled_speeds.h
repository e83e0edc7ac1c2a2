#pragma once
// Velocities of a mechanism together with what the components store that meet it: those nearest in energy
// that satisfy its constraints and their laws,
//
//   minimize 1/2 (v - v0)' M (v - v0) + 1/2 sum capacity (gain (s - s0))^2
//   under    A v = b,   W_v v + W_e e = value (of laws without a through variable),   W_e e = gain s (of what
//   stores)
//
// with the potentials e of their nodes.
#include <memory>
#include <span>
#include <vector>

#include "sim_core/compile/planar_linkage.h"
#include "sim_core/linalg/constrained_system.h"

namespace sim::compile_phases {

class CoupledSpeeds {
 public:
  // What is said of the coupled branches stands in the arguments from `first` on.
  CoupledSpeeds(const LinkageTopology& linkage, int first);

  // speeds: v, then s. at_start: nobody has decided yet on what locks or holds one way. False: there is no
  // solution.
  bool move(std::span<const double> arguments, std::span<double> speeds, bool at_start);

 private:
  struct Row {
    int weights = 0;           // where they begin in the arguments, then what the row is about
    std::vector<int> columns;  // -1: none
    int state = -1;
    bool coupled = false;
    bool decided = false;
    // `behind`: the arguments behind the weights. A law does where it fixes an across variable.
    bool holds(std::span<const double> behind) const;
  };
  bool holds(const Row& row, std::span<const double> behind) const {
    return !(at_start_ && row.decided) && row.holds(behind);
  }
  static std::size_t at(int k) { return static_cast<std::size_t>(k); }
  void fill(std::span<const double> u);
  void load_right(std::span<const double> u, std::span<const double> speeds);

  int bodies_ = 0, states_ = 0;  // numbers of v and of s
  bool at_start_ = false;
  std::vector<Row> rows_;
  std::unique_ptr<ConstrainedSystem> system_;
  std::vector<double> values_, right_, solution_;
};

}  // namespace sim::compile_phases
