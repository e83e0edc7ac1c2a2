#pragma once
// Diagram -> Program, as a list of named phases (phases.h). Compilation works on values and keeps no
// reference to the diagram; it may run in any thread. It never throws for what a user can write: what is
// wrong is named, with its place, and as much as one pass can find is reported together.
#include <memory>

#include "sim_core/base/result.h"
#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/program/program.h"

namespace sim {

struct Compilation {
  std::shared_ptr<const Program> program;
  Diagnostics warnings;
  std::vector<std::string> reductions;  // what block reduction left out, and why; one sentence each
};

Result<Compilation> compile(const Diagram& diagram, const BlockLibrary& library);

}  // namespace sim
