#pragma once
// The signals that a run records, by names as people write them: "we" is a signal, "y[2]" an element of one,
// "Speeds/we" the signal that a scope shows, "Speeds" what it shows if that is one signal.
#include <string>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/program/program.h"

namespace sim {

struct RecordedSignal {
  std::string name;
  std::vector<std::string> elements;  // names of its columns
  std::vector<int> columns;           // of the log
  std::string unit;                   // empty: not known
  std::string block;                  // path of where it comes from; empty: of no block
  bool held = false;                  // changes at major steps only: a staircase
  std::vector<std::string> viewers;   // paths of the scopes that show it
};

// All of them, in the order of the log.
std::vector<RecordedSignal> recorded_signals(const Program& program);

// The one of this name; an unknown name offers near ones.
Result<RecordedSignal> find_recorded(const std::vector<RecordedSignal>& all, const std::string& name);

}  // namespace sim
