#pragma once
// The one door to the backends.
#include <memory>

#include "sim_core/backends/backend.h"
#include "sim_core/backends/executable.h"

namespace sim {

// Of every kernel but Watched. Where this build or this processor has no machine code, it is the interpreter.
std::unique_ptr<Executable> make_executable(std::shared_ptr<const Program> program, Backend backend);

}  // namespace sim
