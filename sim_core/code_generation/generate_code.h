#pragma once
// From a diagram to the files of its generated code: what the command line and the window share.
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/backends/c_source/c_source.h"
#include "sim_core/base/result.h"
#include "sim_core/block/block_library.h"
#include "sim_core/code_generation/code_report.h"
#include "sim_core/diagram/diagram.h"

namespace sim {

enum class CodeTarget { C, Shared, Plugin };
struct CodeTargetInfo {
  CodeTarget target;
  std::string_view name, label;  // on the command line, in the window
};
inline constexpr CodeTargetInfo code_targets[] = {
    {CodeTarget::C, "c", "C source"},
    {CodeTarget::Shared, "shared", "Shared library"},
    {CodeTarget::Plugin, "plugin", "Plug-in block"},
};

// Sample rates are computed all in one step function, or each in one of its own.
enum class CodeTasks { Single, PerRate };
struct CodeTasksInfo {
  CodeTasks tasks;
  std::string_view name, label;
};
inline constexpr CodeTasksInfo code_tasks[] = {
    {CodeTasks::Single, "single", "One step function"},
    {CodeTasks::PerRate, "per-rate", "One for each sample rate"},
};

struct PrecisionInfo {
  c_source::Precision precision;
  std::string_view name, label;
};
inline constexpr PrecisionInfo code_precisions[] = {
    {c_source::Precision::Double, "double", "Double (64 bits)"},
    {c_source::Precision::Single, "float", "Single (32 bits)"},
};

struct CodeRequest {
  std::string model;  // its name, "pendulum.flx", for comments
  CodeTarget target = CodeTarget::C;
  std::string subsystem;  // its path; empty: the whole model
  c_source::Precision precision = c_source::Precision::Double;
  CodeTasks tasks = CodeTasks::Single;
};

struct GeneratedCode {
  c_source::WrittenModel written;
  CodeReportRequest report;  // of `written`, which it does not point to yet
  std::string library;       // the file that the compiler makes of it, without its folder; empty: none
  Diagnostics warnings;      // of the compilation
  Diagnostics early = {};    // what slower rates compute in the base step: a warning for each rate
};

// Errors say what cannot be generated, all of it at once.
Result<GeneratedCode> generate_code(const Diagram& diagram, const BlockLibrary& library,
                                    const CodeRequest& request);

// Writes the files (code_folder.h) with their report, and builds the library, where there is one: then the
// report says what the compiler made of it; `measure`: it says that also where there is no library. What
// could not be built has left the source behind.
Diagnostics write_code(const std::filesystem::path& folder, const GeneratedCode& code, bool measure = false);

}  // namespace sim
