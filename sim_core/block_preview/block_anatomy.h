#pragma once
// What the compiler finds in one block by itself: its direct feedthrough, states, zero crossings and events.
// Read from the block's equations, so that it is true of whatever the block's author wrote.
#include <string>
#include <vector>

#include "sim_core/base/sample_time.h"
#include "sim_core/block_preview/single_block.h"
#include "sim_core/program/read_sets.h"

namespace sim {

struct AnatomyCrossing {
  std::string text;  // "u passes upper"; what cannot be said in short is "…"
  bool located = true;
  bool operator==(const AnatomyCrossing&) const = default;
};

struct BlockAnatomy {
  bool compiled = false;                     // false: the block cannot stand by itself; all below is empty
  std::vector<std::string> inputs, outputs;  // names of the ports
  ReadSets feedthrough;
  std::vector<std::string> states, discrete;  // names; slots without a name are not listed
  int state_count = 0, discrete_count = 0;    // elements
  std::vector<AnatomyCrossing> crossings;
  int time_events = 0;  // instants that are known beforehand
  bool reads_time = false, reads_past = false;
  bool at_hits = false;  // it has sample hits
  SampleTime sample_time;
  std::vector<std::string> fixed_parameters;  // declared tunable, but read as numbers while it was compiled
  std::vector<double> thresholds;             // parameters that crossings compare with
};

// Each input is driven by a continuous signal, of the first of a few widths that the block can have.
BlockAnatomy block_anatomy(const BlockQuestion& question, const BlockLibrary& library);

// What is located under which circumstances: with the defaults, and besides with each other choice of a
// parameter (one changed at a time).
struct CrossingRule {
  std::string circumstance;  // empty: with the defaults; else "LimitOutput = on"
  std::vector<AnatomyCrossing> crossings;
  int time_events = 0;
};
std::vector<CrossingRule> crossing_rules(const BlockType& type, const BlockLibrary& library);

}  // namespace sim
