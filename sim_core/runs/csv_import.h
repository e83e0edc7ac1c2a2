#pragma once
// A table of measurements, or of another program, as a run: the first row names the signals, the time is one
// column. Delimiter (comma, semicolon, tab) and decimal sign are found out; "speed [m/s]" or "speed (m/s)" is
// a name with its unit, "x[1]", "x[2]", ... are the elements of x; two rows at one time are a jump; an empty
// field is no number. What cannot be read is an error with its line and column.
#include <cstddef>
#include <string>
#include <string_view>

#include "sim_core/base/result.h"
#include "sim_core/runs/run_record.h"

namespace sim {

struct CsvImport {
  std::string time_column;  // its name; empty: "time" or "t" if there is one, else the first
  std::size_t max_columns = 10'000;
  std::size_t max_bytes = std::size_t{2} << 30;
};

// The record is in memory only; it is named like the file.
Result<RunRecord> import_csv(const std::string& path, const CsvImport& options = {});
Result<RunRecord> import_csv_text(std::string_view text, const std::string& file_name,
                                  const CsvImport& options = {});

}  // namespace sim
