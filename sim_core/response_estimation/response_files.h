#pragma once
// Measured responses as text, JSON, CSV and MAT files (docs/linear-analysis.md lists the members).
#include <span>
#include <string>

#include "sim_core/linear_analysis/linear_model.h"
#include "sim_core/response_estimation/estimated_response.h"

namespace sim {

// For people: a table for each input and output. `exact`: the linear model with the same inputs and outputs,
// whose response stands beside it; null: there is none.
std::string response_text(const EstimatedResponse& response, const LinearModel* exact);

// An object for one response, an array for several; numbers read back exactly. Ends with a line end.
std::string response_json(std::span<const EstimatedResponse> responses);

// A line for each point and output.
std::string response_csv(std::span<const EstimatedResponse> responses);

// A row for each point: `input` (from 1) and `frequency` (rad/s), and with a column for each output `real`,
// `imaginary` and `spread`, not a number where nothing was measured; of several responses numbers 1, 2, ...
// behind the names. Errors: the file cannot be written.
Diagnostics write_response_mat(const std::string& path, std::span<const EstimatedResponse> responses);

}  // namespace sim
