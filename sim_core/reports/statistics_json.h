#pragma once
// What a run cost and what happened in it, as JSON for scripts: docs/command-line.md lists the members.
#include <string>

#include "sim_core/model_run/model_run.h"

namespace sim {

// "finished", "stopped" or "failed".
std::string to_text(RunEnd end);

// Indented JSON that ends with a line end. Numbers that are not finite become null.
std::string statistics_json(const RunResult& result);

}  // namespace sim
