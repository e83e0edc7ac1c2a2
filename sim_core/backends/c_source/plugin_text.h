#pragma once
// A continuous model as a plug-in block (plugins/sdk): outputs, derivatives, the exact Jacobian with its
// pattern, zero crossings, invariants; in C, written from the same tapes as models are.
#include <string>
#include <vector>

#include "sim_core/backends/c_source/c_source.h"

namespace sim::c_source {

struct PluginPort {
  std::string name;
  int width = 1;
};

struct PluginPlan {
  std::string model;  // for comments
  std::string id, label, description;
  std::vector<PluginPort> inputs, outputs;
  // The inputs of the block are states of the program, so that derivatives along them are known: which
  // elements of its state are the block's states, and which its inputs, port by port.
  std::vector<int> states, input_elements;
  std::vector<int> output_elements;  // results of Logged
  std::vector<double> initial;       // of the states
};

// What has no form in a plug-in, block by block; empty: it can be written.
Diagnostics plugin_refusals(const Program& program);

// For a program that is not refused: plugin.c.
WrittenModel write_plugin(Program program, const PluginPlan& plan);

}  // namespace sim::c_source
