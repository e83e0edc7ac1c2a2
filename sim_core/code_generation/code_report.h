#pragma once
// What was generated, as a page (report.html): blocks and lines, parameters, sizes, operations, what was left
// out. The same code gives the same bytes.
#include <optional>
#include <string>
#include <vector>

#include "sim_core/backends/c_source/c_source.h"
#include "sim_core/code_generation/code_measures.h"

namespace sim {

struct ReportedBlock {
  std::string path, type;
};

struct CodeReportRequest {
  std::string model;   // "pendulum.flx, Plant/Controller"
  std::string target;  // "Shared library"
  std::string method;  // "ode4"
  double fixed_step = 0;
  std::vector<ReportedBlock> blocks;     // of the model
  std::vector<std::string> reductions;   // what was left out, and why: sentences
  std::vector<std::string> not_tunable;  // parameters that are numbers in the code: "Plant/Gain: k"
  std::vector<std::string> early;        // blocks of slower rates that model_step() computes
  const c_source::WrittenModel* written = nullptr;
  std::optional<CodeMeasures> measures;
};

std::string code_report(const CodeReportRequest& request);

// In short, for who asks before anything is written.
struct CodeSummary {
  long long model_bytes = 0, parameter_bytes = 0;  // of an instance, and of the parameters in it
  long long operations = 0;                        // a step
};
CodeSummary code_summary(const c_source::WrittenModel& written);

// The lines of a C file that come from each block: those behind its comment, up to the next one or the end of
// the function. Lines count from 1.
struct BlockLines {
  std::string path;
  std::vector<std::pair<int, int>> ranges;  // first and last line
};
std::vector<BlockLines> lines_of_blocks(const std::string& text, const std::vector<ReportedBlock>& blocks);

}  // namespace sim
