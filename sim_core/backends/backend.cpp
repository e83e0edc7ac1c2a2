#include "sim_core/backends/backend.h"

namespace sim {

static std::string_view reason(const BackendUse& use) {
  if (!use.available) return "this build has no machine code";
  if (use.too_large > 0) return "the equations are too large for machine code";
  if (use.refused > 0) return "the system gives no memory for machine code";
  return "the equations were evaluated too rarely to be worth machine code";
}

std::string described(Backend asked, const BackendUse& use) {
  if (asked == Backend::Interpreter) return "interpreter, as the setting Backend says";
  if (use.native == 0) return "interpreter: " + std::string(reason(use));
  if (use.too_large + use.refused == 0) return "machine code";
  return "machine code, in part the interpreter: " + std::string(reason(use));
}

}  // namespace sim
