#pragma once
// The C compiler that is there, and libraries that it makes of generated code.
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sim_core/base/diagnostic.h"

namespace sim {

// The words of $CC, or else the first of cc, gcc and clang that is found in $PATH; nothing: there is none.
std::optional<std::vector<std::string>> c_compiler();

struct ProgramResult {
  bool started = false;
  int status = -1;     // 0: it succeeded
  std::string output;  // of both streams, at most 64 kB
};
// Runs a program in `folder` without a shell. It is ended where the work of this thread is asked to stop,
// which throws WorkStopped.
ProgramResult run_program(const std::vector<std::string>& words, const std::filesystem::path& folder);

// Compiles sources in `folder` to the shared library `library` there, which appears whole or not at all.
Diagnostics build_library(const std::filesystem::path& folder, const std::vector<std::string>& sources,
                          const std::vector<std::string>& flags, const std::string& library);

}  // namespace sim
