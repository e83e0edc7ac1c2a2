#pragma once
// Velocities of a mechanism together with what the components store that meet it: those nearest in energy
// that satisfy its constraints and their laws,
//
//   minimize 1/2 (v - v0)' M (v - v0) + 1/2 sum capacity (gain (s - s0))^2
//   under    A v = b,   W_v v + W_e e = value (of laws without a through variable),   W_e e = gain s (of what
//   stores in its across variable),   sum of weight_b j_b = 0 at nodes where all through variables j are
//   known
//
// with the potentials e of their nodes. Known is j of what stores in it, gain s; of a gyrator, by the across
// variable of its partner; and of a law without an across variable. So what flows in a pipe keeps to the
// piston.
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
  // The through variable of a coupled branch.
  struct Flow {
    int weights = 0;
    std::vector<int> columns;
    int state = -1;    // that it is
    int partner = -1;  // of a gyrator
    bool stores_across = false, decided = false;
  };
  // A node of other components: which branches end there, and with which of their ends.
  struct Node {
    struct End {
      std::size_t flow, end;
    };
    std::vector<End> ends;
  };
  static std::size_t at(int k) { return static_cast<std::size_t>(k); }
  std::span<const double> behind(std::span<const double> u, const Flow& flow) const {
    return u.subspan(at(flow.weights) + flow.columns.size());
  }
  bool knows(const Flow& flow, std::span<const double> u) const;
  bool is_closed(const Node& node, std::span<const double> u) const;
  void fill(std::span<const double> u);
  void fill_balances(std::span<const double> u, std::vector<double>::iterator to);
  void load_right(std::span<const double> u, std::span<const double> speeds);
  double known_flow(const Flow& flow, std::span<const double> u, std::span<const double> speeds) const;

  int bodies_ = 0, states_ = 0;  // numbers of v and of s
  bool at_start_ = false;
  std::vector<Row> rows_;
  std::vector<Flow> flows_;
  std::vector<Node> nodes_;  // one more constraint each, behind the rows
  std::unique_ptr<ConstrainedSystem> system_;
  std::vector<double> values_, right_, solution_;
};

}  // namespace sim::compile_phases
