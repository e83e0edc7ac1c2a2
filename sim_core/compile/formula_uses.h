#pragma once
// What the formulas of a compiled model read of its variables, and what they were written for: as long as the
// decisions have the values that they had, the program is right for other values of the variables.
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "sim_core/base/id.h"
#include "sim_core/ir/graph.h"

namespace sim {

struct VariablesRead {
  std::set<std::string, std::less<>> tunable;  // read as parameters of the program
  std::set<std::string, std::less<>> fixed;    // looked up as constants, found or not
};

struct FormulaDecision {
  Id block = no_id;
  ir::NodeId value = ir::no_node;  // of FormulaUses::graph
};

struct FormulaUses {
  std::map<Id, VariablesRead> blocks;
  ir::Graph graph;  // made of constants and of Parameter leaves, those of the program
  std::vector<FormulaDecision> decisions;
};

}  // namespace sim
