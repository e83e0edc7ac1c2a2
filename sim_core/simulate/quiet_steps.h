#pragma once
// The loop of a run in which nothing can happen but steps: no modes, samples, delays, invariants or checks
// in the model, nobody who waits, watches or has a profile made, every step recorded. Such a step is that of
// Simulator::major_step(), without the questions whose answers the model and its settings have given
// beforehand: for a small model these cost more than its equations. Where the method can (Stepper::march),
// several steps are taken before they are written down.
#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

#include "sim_core/simulate/instant.h"
#include "sim_core/simulate/progress_watch.h"
#include "sim_core/simulate/run_observers.h"
#include "sim_core/simulate/run_parts.h"
#include "sim_core/simulate/run_recorder.h"
#include "sim_core/simulate/step_back.h"
#include "sim_core/simulate/step_tracer.h"
#include "sim_core/simulate/trial_steps.h"

namespace sim {

class Work;

class QuietSteps {
 public:
  struct Parts {
    RunParts& run;
    TrialSteps& trials;
    const Instant& instant;
    RunRecorder& recorder;
    RunObservers& observers;
    StepTracer& tracer;
    StepBack& step_back;
    ProgressWatch& progress;
  };
  explicit QuietSteps(const Parts& parts);

  // Goes on to `stop`, or until somebody asks the run for something; not at all where steps are not
  // everything. False: the run has failed. `publish` is called behind each step.
  template <class Publish>
  bool go(double stop, Publish publish) {
    if (!possible()) return true;
    const Work* const work = begin();
    while (t_ < stop && !interrupted(work)) {
      const Marched marched = march(stop);
      if (marched == Marched::ToAnEnd || (marched == Marched::NoStep && !step())) return false;
      publish();
    }
    end();
    return true;
  }

 private:
  bool possible() const;
  const Work* begin();
  bool interrupted(const Work* work) const;
  bool step();
  enum class Marched { NoStep, SomeSteps, ToAnEnd };
  Marched march(double stop);
  std::size_t steps_to_march();
  void choose_steps_at_once(std::chrono::steady_clock::duration taken);
  bool write_down_march();
  bool watch_progress(int worst, bool rejected, double length, double left);
  void end();

  Parts parts_;
  RunParts& run_;
  double t_ = 0;
  MarchedSteps march_;
  std::uint64_t steps_at_once_ = 4;
  std::function<void(std::span<const double>, ErrorWeights&)> follow_tolerances_;
  std::vector<double> largest_;         // of the tolerances, where a march began
  std::int64_t steps_until_march_ = 0;  // behind one that was not written down
  std::int64_t rest_ = 0;               // as many as were
};

}  // namespace sim
