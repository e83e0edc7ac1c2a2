#pragma once
// The two JSON parts of a run's file. docs/run-file.md lists the members.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/run_archive/run_record.h"

namespace sim {

// A summary, and the checksums of the columns: time first.
struct RunHeader {
  RunSummary summary;
  std::vector<std::uint32_t> checksums;
};

std::string write_run_header(const RunHeader& header);
std::string write_run_details(const RunDetails& details);

// Whatever the text is: a consistent value, or one diagnostic without a place.
Result<RunHeader> read_run_header(std::string_view text);
Result<RunDetails> read_run_details(std::string_view text);

}  // namespace sim
