#pragma once
// Diagram -> Program, as a list of named phases (phases.h). Compilation works on values and keeps no
// reference to the diagram; it may run in any thread. It never throws for what a user can write: what is
// wrong is named, with its place, and as much as one pass can find is reported together.
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/program/program.h"

namespace sim {

struct Compilation {
  std::shared_ptr<const Program> program;
  Diagnostics warnings;
  std::vector<std::string> reductions;  // what block reduction left out, and why; one sentence each
  // What the program was made from, so that it cannot be changed in it (retune.h): parameters, as their first
  // index into Program::parameters, and blocks whose formulas name variables.
  std::set<int> fixed_parameters = {};
  std::set<Id> formula_blocks = {};
  std::map<std::string, std::string> data_files = {};  // by path: size and time of the last change
};

Result<Compilation> compile(const Diagram& diagram, const BlockLibrary& library);

}  // namespace sim
