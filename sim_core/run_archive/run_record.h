#pragma once
// A run that is kept: what it was made of, how it ended, and where its rows are. The summary is small, so
// that a list of hundreds opens at once; details and rows are read from the run's file when somebody looks at
// them.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim_core/base/diagnostic.h"
#include "sim_core/base/id.h"
#include "sim_core/model_run/model_run.h"

namespace sim {

// A signal that was recorded: columns first, first + 1, ... of the log.
struct RunSignal {
  std::string name;                   // the line's name, else that of the block
  std::vector<std::string> elements;  // names of the columns
  std::string block;  // path of where it comes from; empty: not known, as in an imported table
  Id id = no_id;      // of that block
  int port = 0;
  int first = 0;
  std::string unit;                  // empty: not known
  bool held = false;                 // changes at major steps only: a staircase
  std::vector<std::string> viewers;  // paths of the scopes that showed it
  int count() const { return static_cast<int>(elements.size()); }
  bool operator==(const RunSignal&) const = default;
};

struct RunSummary {
  std::string id;            // unique, 16 hexadecimal digits
  std::string name;          // "Run 3"
  std::int64_t created = 0;  // when it ended: milliseconds since 1970, UTC
  bool pinned = false;       // never removed to make room
  std::string notes;
  std::vector<std::string> tags;     // the user's, to find it by
  int color = -1;                    // which of the window's colors its lines have; -1: none chosen
  std::optional<bool> under_scopes;  // what the user said; nothing: while it is one of the newest
  std::string model_name,
      model_path;  // the path is empty for a model that was not saved, or an imported table
  std::string solver;
  RunEnd end = RunEnd::Finished;
  double start_time = 0, end_time = 0;  // s, simulated
  double run_seconds = 0;
  std::uint64_t steps = 0;
  std::uint64_t rows = 0;
  std::vector<RunSignal> recorded;
  int column_count() const;
  bool operator==(const RunSummary&) const = default;
};

struct RunDetails {
  std::string model;  // the text of the .flx file as it was run; empty for an imported table
  RunStatistics statistics;
  Diagnostics messages;
  std::vector<StepRecord> steps;  // the step trace, in a few records
};

struct RunRecord {
  RunSummary summary;
  std::shared_ptr<const RunDetails> details;  // null: in the file
  std::shared_ptr<const SignalLog> log;       // null: in the file
  std::string file;                           // empty: only in memory
  // What the rows take, in bytes.
  std::uint64_t data_bytes() const;
};

// A new random id.
std::string new_run_id();

// The record of a run that is over. The rows are shared with the run, not copied.
RunRecord record_run(const Diagram& diagram, const std::shared_ptr<const ModelRun>& run,
                     const RunResult& result);

}  // namespace sim
