#pragma once
// Diagram -> Program, as a list of named phases (phases.h). Compilation works on values and keeps no
// reference to the diagram; it may run in any thread. It never throws for what a user can write: what is
// wrong is named, with its place, and as much as one pass can find is reported together.
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/block/block_library.h"
#include "sim_core/compile/formula_uses.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/program/program.h"

namespace sim {

struct Compilation {
  std::shared_ptr<const Program> program;
  Diagnostics warnings;
  std::vector<std::string> reductions;  // what block reduction left out, and why; one sentence each
  // What the program was made from, so that it cannot be changed in it (retune.h): parameters, as their first
  // index into Program::parameters, and what formulas were written for.
  std::set<int> fixed_parameters = {};
  std::shared_ptr<const FormulaUses> formulas = {};
  std::map<std::string, std::string> data_files = {};  // by path: size and time of the last change
  // Whose outputs somebody looks at, and those of them that take part in the run for no other reason.
  std::set<Id> looked_at = {}, kept_to_look_at = {};
};

// `looked_at`: outputs, as lines leave them, that count as recorded although the model does not record them:
// no block that they need is left out. The columns of the log are the same.
Result<Compilation> compile(const Diagram& diagram, const BlockLibrary& library,
                            std::span<const PortRef> looked_at = {});

// The same for who tells errors of the model from all else: throws WorkStopped and OverBudget (base/work.h).
Result<Compilation> compile_or_throw(const Diagram& diagram, const BlockLibrary& library,
                                     std::span<const PortRef> looked_at = {});

}  // namespace sim
