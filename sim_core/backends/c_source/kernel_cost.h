#pragma once
// How much a kernel computes, for the report on generated code.
#include <cstdint>
#include <string>
#include <vector>

#include "sim_core/backends/interpreter/tape.h"
#include "sim_core/ir/graph.h"

namespace sim::c_source {

struct KernelCost {
  std::string name;             // of the function in C
  std::int64_t operations = 0;  // additions, products, comparisons, functions: each counts as one
  int evaluations = 1;          // a step
  int calls = 0;                // of functions that blocks bring along; what they do is not counted
};

// Upper bounds: what stands in an `if` counts.
KernelCost cost_of(const std::string& name, const interpreter::Tape& tape, const ir::Graph& graph);

}  // namespace sim::c_source
