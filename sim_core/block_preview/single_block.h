#pragma once
// A diagram around one block: what drives its inputs, and outports that record its outputs.
#include <map>
#include <string>
#include <vector>

#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"

namespace sim {

// A block by itself: its type, the texts of its parameters (defaults where there is none), and the variables
// that these may use.
struct BlockQuestion {
  std::string type;
  std::map<std::string, std::string> parameters;
  std::map<Id, Variable> variables = {};
};

// A block that drives an input.
struct Source {
  std::string type;
  std::map<std::string, std::string> parameters;
};

struct SingleBlock {
  Diagram diagram;
  Id block = no_id;
  std::vector<Id> sources;  // by input
  std::vector<std::string> input_names, output_names;
};

// The block with `source` at each input: `source(k)` says what drives input k.
template <class SourceOf>
SingleBlock single_block(const BlockQuestion& question, const BlockLibrary& library, SourceOf source);

// The block alone, and its ports.
SingleBlock begin_single_block(const BlockQuestion& question, const BlockLibrary& library);
Id add_source(SingleBlock& bench, int input, const Source& source);
// An Outport for each output.
void record_outputs(SingleBlock& bench);

template <class SourceOf>
SingleBlock single_block(const BlockQuestion& question, const BlockLibrary& library, SourceOf source) {
  SingleBlock bench = begin_single_block(question, library);
  for (int k = 0; k < static_cast<int>(bench.input_names.size()); ++k) add_source(bench, k, source(k));
  record_outputs(bench);
  return bench;
}

}  // namespace sim
