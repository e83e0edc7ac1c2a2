#pragma once
// The matrices of a MAT file (level 5) as a run: one is the time, a vector; those with as many rows, or else
// as many columns, are signals. Of complex ones the imaginary parts are signals too. Others are left out.
#include <string>

#include "sim_core/run_archive/table_preview.h"

namespace sim {

// The record is in memory only; it is named like the file, and its notes say what was left out.
Result<RunRecord> import_mat(const std::string& path, const TableOptions& options = {});
Result<TablePreview> preview_mat(const std::string& path, const TableOptions& options = {});

// By the ending of the name: .mat, else CSV.
Result<RunRecord> import_table(const std::string& path, const TableOptions& options = {});
Result<TablePreview> preview_table(const std::string& path, const TableOptions& options = {});

}  // namespace sim
