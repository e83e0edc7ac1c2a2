#pragma once
// What the compiler made of a model, for people and for scripts: blocks in execution order with their signals
// and direct feedthrough, states, zero crossings, time events, invariants, the pattern of the Jacobian with
// its colors, and what was left out.
#include <string>
#include <vector>

#include "sim_core/model_run/model_run.h"

namespace sim {

// A page of text, lines end in LF. Long lists are cut, with the number of what is left out.
std::string info_text(const ModelRun& run);

// Everything, as indented JSON that ends with a line end. Blocks, states and columns are counted from 0.
std::string info_json(const ModelRun& run);

// The sums of states that the equations conserve, in words: "x1 + x2 + x3". Single states that never change
// are none.
std::vector<std::string> conserved_sums(const Program& program);

}  // namespace sim
