#pragma once
// Notices a mechanism that begins at a singular position, such as a dead center, and cannot leave it: the
// errors of its own states keep steps so short that it is still there thousands of steps later. One that
// rests there, or comes through, is left alone.
#include <cstdint>

#include "sim_core/simulate/run_parts.h"

namespace sim {

class SingularWatch {
 public:
  void begin() { watches_ = true; }
  // Of a step that the error of this state has kept short. False: the run ends.
  bool step(RunParts& run, int state);

 private:
  bool watches_ = false;
  std::int64_t kept_short_ = 0, look_at_ = 1000;
};

}  // namespace sim
