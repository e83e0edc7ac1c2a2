#pragma once
// The file of a run, NAME.flxrun: a line of text, two parts in JSON, and the columns as little-endian
// numbers. docs/run-file.md describes it. Reading distrusts its input: lengths, limits and checksums are
// looked at before anything is believed, and a file that is not whole is one diagnostic with its place.
#include <memory>
#include <span>
#include <string>

#include "sim_core/base/result.h"
#include "sim_core/run_archive/run_record.h"

namespace sim {

inline constexpr std::string_view run_file_ending = ".flxrun";

// Whole or not at all. What the record has not in memory is taken from its file, which may be the one that is
// written. Returns why it failed; empty: it is there.
Diagnostics write_run(const std::string& path, const RunRecord& record);

// The summary; details and rows stay in the file.
Result<RunRecord> read_run(const std::string& path);
// Those of a record in memory, or in its file.
Result<std::shared_ptr<const RunDetails>> run_details(const RunRecord& record);

// Some columns of a record, as those of a log.
struct RunColumns {
  std::shared_ptr<const SignalLog> log;
  int first = 0;  // the first of them in the log
};
// `count` columns from `first` on. Of a file no other columns are read, and checksums are compared.
Result<RunColumns> run_columns(const RunRecord& record, int first, int count);
Result<RunColumns> run_columns(const RunRecord& record, const RunSignal& signal);
// All of them.
Result<std::shared_ptr<const SignalLog>> run_log(const RunRecord& record);

}  // namespace sim
