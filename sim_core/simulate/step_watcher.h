#pragma once
// Who goes along with a run and computes something of its own from each step: nothing that it looks at
// changes a digit of the run.
#include <span>

namespace sim {

struct RunParts;

class StepWatcher {
 public:
  virtual ~StepWatcher() = default;

  // Where the run begins: states, slots and modes are settled, the hits of the start are on.
  virtual void begin(RunParts& run, double t, std::span<const double> x) = 0;
  // A trial step stands up to `to`: RunParts::interpolate gives the states in it, for the modes as they are.
  virtual void step(RunParts& run, double from, double to) = 0;
  // The end of that step, before anything is latched or switched there. `crossed`: the crossing functions
  // that the step ends behind, as indices into Program::crossings.
  virtual void arrive(RunParts& run, double t, std::span<const double> x, std::span<const int> crossed) = 0;
  // Slots and states are about to be updated, with the modes as they are.
  virtual void update(RunParts& run, double t, std::span<const double> x) = 0;
  // Nothing changes any more at this instant.
  virtual void settled(RunParts& run, double t, std::span<const double> x) = 0;
  // A row of the log has been computed.
  virtual void recorded(RunParts& run, double t, std::span<const double> x) = 0;
};

// As long as it lives, the watcher goes along with the runs that begin in this thread: like Work, it reaches
// what is deep inside of them without being handed on. Not for runs whose parameters change on the way.
class WatchSteps {
 public:
  explicit WatchSteps(StepWatcher* watcher);
  ~WatchSteps();
  WatchSteps(const WatchSteps&) = delete;
  WatchSteps& operator=(const WatchSteps&) = delete;

  static StepWatcher* current();  // of this thread; null: none

 private:
  StepWatcher* const outer_;
};

}  // namespace sim
