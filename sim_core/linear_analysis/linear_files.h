#pragma once
// Linear models as text, JSON, CSV and MAT files (docs/linear-analysis.md lists the members).
#include <span>
#include <string>

#include "sim_core/base/diagnostic.h"
#include "sim_core/linear_analysis/linear_model.h"

namespace sim {

// For people: sizes, matrices (large ones are cut), poles, delays, blocks that cut paths, notes.
std::string linear_text(const LinearModel& model);

// An object for one model, an array for several; numbers read back exactly. Ends with a line end.
std::string linear_json(std::span<const LinearModel> models);

// The whole matrix, a line a row: names of states, inputs and delays above, those of rows at the left; a
// first column with the time where there are several models.
std::string linear_csv(std::span<const LinearModel> models);

// A, B, C, D, x, u, y, t, sample_time, delays with B_v, C_w and so on; of several models numbers 1, 2, ...
// behind the names. Errors: the file cannot be written.
Diagnostics write_linear_mat(const std::string& path, std::span<const LinearModel> models);

}  // namespace sim
