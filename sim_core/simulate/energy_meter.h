#pragma once
// Energies of physical networks along a run, for its statistics and the setting EnergyBalance. What is stored
// is looked at at the start and at the end. Where energy is balanced, the powers are integrated over each
// accepted step by a Gauss-Lobatto rule of four points (order 6), from the solver's own interpolation. All is
// computed by a Probe, beside the run.
#include <memory>
#include <span>
#include <vector>

#include "sim_core/simulate/probe.h"
#include "sim_core/simulate/run_parts.h"

namespace sim {

class EnergyMeter {
 public:
  explicit EnergyMeter(RunParts& run);

  // The run begins at (t, x), or goes on there with other parameters.
  void begin(double t, std::span<const double> x);
  // It goes on there, where it has been before.
  void go_back(double t, std::span<const double> x);
  // A step will be accepted: what is inside it, up to `to`.
  void step(double to);
  // It has been, and ends at (t, x). False: the energy is off, and the run has failed.
  bool arrive(double t, std::span<const double> x);
  // Behind what has happened there.
  void settled(double t, std::span<const double> x);
  // For the statistics.
  void end(double t, std::span<const double> x);

 private:
  struct Powers {
    double supplied = 0, dissipated = 0, heat = 0;
  };
  bool balances() const { return run_.statistics.energy.balanced; }
  void look(double t, std::span<const double> x);
  void note_stored();
  double of(EnergyKind kind) const;
  Powers powers() const;
  void add(const Powers& p, double weight);
  void note_event(double energy_before, double heat_before);
  struct Tolerated {
    double energy = 0, heat = 0;
  };
  Tolerated tolerated(double t, std::span<const double> x);
  bool check(double t, std::span<const double> x);

  RunParts& run_;
  std::unique_ptr<Probe> probe_;  // none: there are no networks
  std::vector<double> values_;
  std::vector<double> values_beside_, x_beside_;  // at states that are off by their tolerances
  Powers last_;                                   // at the end of the last step
  double length_ = 0;                             // of the step
};

}  // namespace sim
