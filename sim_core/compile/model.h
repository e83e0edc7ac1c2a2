#pragma once
// A model while it is being compiled: its blocks, their equations and the program they become.
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "sim_core/compile/instance.h"

namespace sim::compile_phases {

// The unit of sorting: one output of one instance.
using Unit = Driver;

// Outputs that are strongly connected. If the torn ones are known, the others follow one after the other.
struct AlgebraicLoop {
  std::vector<Unit> units;
  std::vector<LoopInfo::Torn> torn;
  std::vector<Unit> sequence;  // the others
};

struct Model {
  const Diagram& diagram;
  const BlockLibrary& library;
  Program& program;
  Diagnostics diagnostics;
  std::vector<std::string> reductions;
  // What the program was made from besides its tables: parameters, as their first index into
  // Program::parameters.
  std::set<int> fixed_parameters;
  struct Variables {
    explicit Variables(std::shared_ptr<const expr::Workspace> w) : workspace(std::move(w)) {}
    std::shared_ptr<const expr::Workspace> workspace;
    expr::WorkspaceScope scope{*workspace};
  };
  std::map<Id, std::unique_ptr<Variables>> variables;  // by masked subsystem; no_id: those of the model
  std::vector<Instance> instances;
  std::map<Id, int> instance_of;     // by block
  ir::Graph open;                    // the equations of all blocks, not linked yet
  std::vector<int> input_owner;      // by Input leaf element: the instance
  std::vector<Unit> order;           // every output, drivers first
  std::vector<AlgebraicLoop> loops;  // strongly connected outputs
  std::map<Id, int> repeated;        // by subsystem: the Iterator or For Each block inside
  std::deque<Block> made_blocks;     // of instances that are in no diagram
  std::deque<BlockType> made_types;
  std::uint64_t random_seed = 0;      // the setting RandomSeed
  std::set<Id> looked_at = {};        // blocks whose outputs count as recorded
  std::set<Id> kept_to_look_at = {};  // those of them that nothing else needs
  int first_variable = 0;             // from here on Program::parameters are variables of formulas

  void fail(const Instance& at, std::string message, std::string remedy) {
    diagnostics.push_back(error(at.path, std::move(message), std::move(remedy), at.id));
  }
  // Whether there is an error among the diagnostics. Each is looked at once, however often this is asked.
  bool failed() {
    for (; checked < diagnostics.size(); ++checked)
      found_error = found_error || diagnostics[checked].severity == Severity::Error;
    return found_error;
  }
  std::size_t checked = 0;
  bool found_error = false;
};

}  // namespace sim::compile_phases
