#pragma once
// A row of bodies, each joined to the next by a disc clutch, and a torque on the first: what the benchmark
// compares a diagram with, written by hand for this row alone.
#include <vector>

namespace sim {

struct ClutchRow {
  std::vector<double> inertia, speed;      // of each body; speed at the start
  std::vector<double> kinetic, breakaway;  // torque of each clutch
  double torque = 0, end = 0;
  static ClutchRow of(int clutches);
};

struct ClutchRun {
  std::vector<double> times, speeds;  // each row of the log: all speeds
  int steps = 0, instants = 0, evaluations = 0;
};
// Dormand and Prince's method with error control, slips located to a few units in the last place, momentum
// kept where a clutch locks.
ClutchRun run_by_hand(const ClutchRow& row, double relative, double absolute);

}  // namespace sim
