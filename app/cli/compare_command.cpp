// fluxion-cli compare: whether runs are as a baseline was, for scripts that watch over models.
#include <algorithm>
#include <cstdio>

#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "app/cli/result_files.h"
#include "sim_core/base/text.h"
#include "sim_core/run_archive/comparison_report.h"
#include "sim_core/run_archive/mat_import.h"
#include "sim_core/run_archive/run_file.h"
#include "sim_core/scripting/assignments.h"

namespace fluxion {

// As of the program diff: 1 says that they differ, 2 that it is not known.
static constexpr int alike = 0, different = 1, trouble = 2;

static sim::Result<sim::RunRecord> open(const std::string& path) {
  return path.ends_with(sim::run_file_ending) ? sim::read_run(path) : sim::import_table(path);
}

static sim::Result<sim::CompareOptions> readOptions(const Arguments& arguments) {
  sim::CompareOptions options;
  for (const auto& [option, into] :
       {std::pair{"--abs", &sim::Tolerance::absolute}, std::pair{"--rel", &sim::Tolerance::relative},
        std::pair{"--time", &sim::Tolerance::time}}) {
    const auto text = arguments.last(option);
    if (!text) continue;
    const auto value = sim::parse_number(*text);
    if (!value || !(*value >= 0))
      return sim::error(option, "'" + *text + "' is not a tolerance", "write a number that is not negative");
    options.tolerance.*into = *value;
  }
  for (const std::string& text : arguments.all("--signal")) {
    // A name may hold '=', a tolerance too: the first one behind the name counts.
    const auto assignment = sim::split_assignment(text);
    if (!assignment)
      return sim::error("--signal", "'" + text + "' is not NAME=TOLERANCE",
                        "write speed=0.1 or speed=abs=0.1,time=1e-3");
    const auto tolerance = sim::parse_tolerance(assignment->second);
    if (!tolerance)
      return sim::error("--signal " + assignment->first, tolerance.error().message, tolerance.error().remedy);
    options.by_signal[assignment->first] = *tolerance;
  }
  return options;
}

// A tolerance for a signal that neither run has is a slip of the pen.
static std::optional<sim::Diagnostic> unknownSignal(const sim::CompareOptions& options,
                                                    const sim::RunComparison& found) {
  std::vector<std::string> known;
  for (const sim::SignalVerdict& verdict : found.verdicts) known.push_back(verdict.name);
  for (const auto& [name, tolerance] : options.by_signal)
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      const std::string near = sim::did_you_mean(name, known);
      return sim::error("--signal " + name, "there is no signal of this name",
                        near.empty() ? "the comparison without --signal lists them" : near);
    }
  return std::nullopt;
}

static bool writeReport(const Arguments& arguments, const std::string& html) {
  const auto path = arguments.last("--report");
  return !path || writeText(*path, html);
}

int compareCommand(const Arguments& arguments) {
  const auto options = readOptions(arguments);
  if (!options) {
    report("fluxion-cli", options.errors());
    return trouble;
  }
  const auto baseline = open(arguments.model);
  if (!baseline) {
    report({}, baseline.errors());
    return trouble;
  }
  int status = alike;
  std::string page;
  for (const std::string& path : arguments.others) {
    const auto other = open(path);
    if (!other) {
      report({}, other.errors());
      status = trouble;
      continue;
    }
    const sim::RunComparison found = sim::compare_runs(*baseline, *other, *options);
    if (const auto unknown = unknownSignal(*options, found)) {
      report("fluxion-cli", {*unknown});
      status = trouble;
      continue;
    }
    const sim::ReportTitle title{arguments.model, path};
    if (!arguments.has("--quiet"))
      std::fputs(sim::comparison_text(found, baseline->summary, title).c_str(), stdout);
    page += sim::comparison_html(found, baseline->summary, title);
    if (found.count(sim::Verdict::Failed) > 0) status = trouble;
    if (!found.within() || found.verdicts.empty()) status = std::max(status, different);
  }
  return writeReport(arguments, page) ? status : trouble;
}

}  // namespace fluxion
