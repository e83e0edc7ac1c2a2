#pragma once
// What the program says about a model, on the standard error, one line each: "file: block/path: message (what
// to do)".
#include <string>

#include "sim_core/base/diagnostic.h"

namespace fluxion {

// What `fluxion-cli` ends with.
enum ExitStatus { Success = 0, ModelError = 1, UsageError = 2, Interrupted = 130 };

std::string messageLine(const std::string& file, const sim::Diagnostic& diagnostic);
// Those that are at least as severe as `least`.
void report(const std::string& file, const sim::Diagnostics& diagnostics,
            sim::Severity least = sim::Severity::Note);
// The same of what ends a command.
ExitStatus refused(const std::string& file, const sim::Diagnostics& problems);

}  // namespace fluxion
