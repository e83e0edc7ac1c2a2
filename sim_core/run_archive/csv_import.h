#pragma once
// A table of measurements, or of another program, as a run: the first row names the signals, the time is one
// column. Delimiter (comma, semicolon, tab) and decimal sign are found out; "speed [m/s]" or "speed (m/s)" is
// a name with its unit, "x[1]", "x[2]", ... are the elements of x; two rows at one time are a jump; an empty
// field is no number; columns of words are left out. What cannot be read is an error with its line and
// column.
#include <string>
#include <string_view>

#include "sim_core/run_archive/table_preview.h"

namespace sim {

// The record is in memory only; it is named like the file.
Result<RunRecord> import_csv(const std::string& path, const TableOptions& options = {});
Result<RunRecord> import_csv_text(std::string_view text, const std::string& file_name,
                                  const TableOptions& options = {});
Result<TablePreview> preview_csv(const std::string& path, const TableOptions& options = {});

}  // namespace sim
