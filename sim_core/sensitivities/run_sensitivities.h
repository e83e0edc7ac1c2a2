#pragma once
// The derivatives of what a run records along parameters, integrated beside the run: for each parameter p the
// variational equations
//
//   S' = df/dx S + df/dd D + df/dp,    dy/dp = dy/dx S + dy/dd D + dy/dp
//
// along the accepted solution, where S are the derivatives of the states and D those of the discrete slots.
// Both begin with the derivatives of the initial values. At an instant that is fixed, such as a sample hit,
// states and slots are updated with the derivatives of their updates. Where an instant moves by dT with p, a
// zero crossing g = 0 or a time that parameters decide on,
//
//   dT = -(dg/dx S + dg/dd D + dg/dp) / (dg/dt along the solution),    S+ = R (S + f- dT) - f+ dT
//
// with the equations f- before it, f+ behind it, and the derivatives R of what is reset (P. I. Barton, C. K.
// Lee, ACM Trans. Model. Comput. Simul. 12 (2002) 256-289).
#include <memory>
#include <string>
#include <vector>

#include "sim_core/linear_analysis/lifted_program.h"
#include "sim_core/simulate/step_watcher.h"

namespace sim {

// How the elements of Program::parameters move with each of some quantities.
struct ParameterDirections {
  std::vector<ParameterRange> slots;             // that move, ascending
  std::vector<std::vector<double>> derivatives;  // by quantity: of the elements of the slots
  std::vector<double> sizes;                     // by quantity: what is a large change of it, not 0
};

// The slots of a program's graph that hold these elements of its parameters, as a whole each.
std::vector<ParameterRange> parameter_slots(const Program& program, const std::vector<char>& elements);

// What is differentiated, made once for a program and its slots.
class SensitivityEquations {
 public:
  // Throws as lift() does.
  SensitivityEquations(const Program& program, const std::vector<ParameterRange>& slots);
  ~SensitivityEquations();

  // Whether it is of this program too, which differs in parameters only.
  bool fits(const Program& program, const std::vector<ParameterRange>& slots) const;
  // Why derivatives of runs of this program cannot be integrated; empty: they can.
  const std::string& refusal() const;
  // The paths of blocks that give no derivatives: they are differentiated numerically.
  const std::vector<std::string>& without_derivative() const;

 private:
  friend class RunSensitivities;
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// Watches one run (WatchSteps).
class RunSensitivities : public StepWatcher {
 public:
  // Of these columns of the log. The equations must outlive it, and serve one run at a time.
  RunSensitivities(const SensitivityEquations& equations, const ParameterDirections& directions,
                   std::vector<int> columns);
  ~RunSensitivities() override;

  // Why there are none of this run; empty: there are.
  const std::string& refusal() const;
  // Where they are less exact than the run, once it is over, in words; empty: nowhere.
  std::string doubt() const;
  // At each time that has a row in the log, ascending, for its last row: the derivatives of the columns along
  // the first quantity, then along the next one, ...
  const std::vector<double>& times() const;
  const std::vector<std::vector<double>>& rows() const;

  void begin(RunParts& run, double t, std::span<const double> x) override;
  void step(RunParts& run, double from, double to) override;
  void arrive(RunParts& run, double t, std::span<const double> x, std::span<const int> crossed) override;
  void update(RunParts& run, double t, std::span<const double> x) override;
  void settled(RunParts& run, double t, std::span<const double> x) override;
  void recorded(RunParts& run, double t, std::span<const double> x) override;

 private:
  void update_latches(RunParts& run, double t, std::span<const double> x);
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sim
