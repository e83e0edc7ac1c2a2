#pragma once
// Gains of a PID controller for a gain crossover and a phase margin of its loop:
//
//   L(j w) = exp(j (PM - 180 degrees)) at the crossover w,   L = p L_P + i L_I + d L_D
//
// where L_P, L_I, L_D are what each part of the block makes of the plant, read from the block's equations, so
// that filters and integration methods of the block count. Two equations give the two gains of PI and PD. PID
// controllers have a gain more: their integral time is four times the derivative time, p^2 = 4 i d, a double
// zero of the controller. K. J. Astrom, T. Hagglund, Advanced PID Control (2006), sections 6.2 and 7.2. P and
// I have one gain: they come to the crossover, with the phase margin that it has.
#include <memory>

#include "sim_core/pid_tuning/pid_controller.h"
#include "sim_core/pid_tuning/pid_loop.h"

namespace sim {

struct PidTarget {
  PidKind kind = PidKind::PID;
  double crossover = 1;      // rad/s
  double phase_margin = 60;  // degrees
};

struct PidTuning {
  PidTarget target;
  PidGains gains;
  PidLoop loop;
  Diagnostics notes;  // what is met otherwise than asked for
};

class PidTuner {
 public:
  // Reads the block alone; the library must outlive it.
  static Result<PidTuner> prepare(const Diagram& diagram, const BlockLibrary& library, PidPlant plant);

  const PidPlant& plant() const { return plant_; }
  // The loop as the block has its gains now.
  Result<PidLoop> present() const;

  // Errors: no gains of one sign come to the target, by which angle; the loop would be unstable.
  Result<PidTuning> tune(const PidTarget& target) const;

  // A target to begin with: the largest integral gain, or without one the largest crossover, up to three
  // times the slowest dynamics of the plant, or to the crossover of the loop as it is, with a phase margin of
  // 60 degrees, or 45 or 30, and a largest sensitivity below 0.85/sin(PM/2). Errors: a controller of this
  // kind makes no such loop.
  Result<PidTarget> suggestion(PidKind kind) const;

  // What the sliders of a window may run over, rad/s.
  double slowest() const { return slowest_; }
  double fastest() const { return fastest_; }

 private:
  PidTuner(PidPlant plant, PidController controller);
  double filter_for(PidKind kind, double crossover) const;
  Result<PidGains> gains_for(const PidTarget& target) const;
  Result<PidTuning> try_target(const PidTarget& target) const;
  void find_range();

  PidPlant plant_;
  PidController controller_;
  double slowest_ = 0, fastest_ = 0, preferred_ = 0;  // rad/s
};

}  // namespace sim
