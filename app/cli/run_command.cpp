// fluxion-cli run: the simulation runs in a thread of its own, this one watches it.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <future>
#include <memory>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/interruption.h"
#include "app/cli/messages.h"
#include "app/cli/model_source.h"
#include "app/cli/point_files.h"
#include "app/cli/progress_line.h"
#include "sim_core/base/locale_independent.h"
#include "sim_core/base/text.h"
#include "sim_core/base/told_number.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/files/mat_file.h"
#include "sim_core/model_run/csv.h"
#include "sim_core/model_run/mat_log.h"
#include "sim_core/model_run/model_run.h"
#include "sim_core/operating_points/operating_point_file.h"
#include "sim_core/reports/run_findings.h"
#include "sim_core/reports/statistics_json.h"
#include "sim_core/run_archive/run_file.h"

namespace fluxion {

namespace {

// An output file, if one is asked for.
struct Target {
  std::unique_ptr<sim::OutputFile> file;
  bool onStandardOutput() const { return file && file->path() == "-"; }
};

Target openTarget(const Arguments& arguments, std::string_view option) {
  const auto path = arguments.last(option);
  return {path ? std::make_unique<sim::OutputFile>(*path) : nullptr};
}

// An output that is the model itself would destroy it.
bool isSameFile(const std::string& model, const Target& target) {
  std::error_code unknown;
  return target.file && !target.onStandardOutput() &&
         std::filesystem::equivalent(model, target.file->path(), unknown);
}

bool checkTargets(const std::string& model, const std::vector<const Target*>& targets) {
  sim::Diagnostics problems;
  for (std::size_t k = 0; k < targets.size(); ++k) {
    if (!targets[k]->file) continue;
    const std::string& path = targets[k]->file->path();
    const auto& found = targets[k]->file->problems();
    problems.insert(problems.end(), found.begin(), found.end());
    if (isSameFile(model, *targets[k]))
      problems.push_back(sim::error(path, "this is the model itself", "choose another name"));
    for (std::size_t other = 0; other < k; ++other)
      if (targets[other]->file && targets[other]->file->path() == path)
        problems.push_back(sim::error(path, "two outputs name the same file", "give each its own"));
  }
  report({}, problems);
  return problems.empty();
}

// What became of each invariant: how well it was kept, and what that took.
std::string invariantLines(const sim::RunStatistics& s) {
  constexpr std::size_t most = 8;
  const auto rounded = [](double v) { return sim::to_text(v, 3); };
  std::string text;
  for (std::size_t k = 0; k < std::min(s.invariants.size(), most); ++k) {
    const sim::InvariantRecord& record = s.invariants[k];
    text += "  invariant " + record.name + ": residual at most " + rounded(record.largest_residual);
    if (!record.projected) text += ", not projected";
    if (record.projections > 0)
      text += ", projected " + std::to_string(record.projections) + " times, by at most " +
              rounded(record.largest_projection) + " times the tolerance";
    if (record.failures > 0) text += ", in vain " + std::to_string(record.failures) + " times";
    text += '\n';
  }
  if (s.invariants.size() > most) text += "  and " + std::to_string(s.invariants.size() - most) + " more\n";
  return text;
}

// What stands out in what the run cost, each with its remedy.
std::string profileLines(const sim::RunStatistics& s) {
  std::string text;
  for (const sim::RunFinding& finding : sim::find_costs(s))
    text += "  " + finding.message + " (" + finding.remedy + ")\n";
  if (text.empty()) text = "  nothing stands out in what the run cost\n";
  return text + "  evaluated by " + s.backend + '\n';
}

// What StopFcn made of the run. Large ones are told by their size; --stats has all.
std::string variableLines(const sim::RunResult& result) {
  std::string text;
  for (const auto& [name, value] : result.variables) {
    const std::string whole = sim::expr::to_text(value);
    constexpr std::size_t most = 200;
    text += "  " + name + " = " + (whole.size() <= most ? whole : sim::expr::describe(value)) + '\n';
  }
  return text;
}

std::string summary(const std::string& file, const sim::ModelRun& run, const sim::RunResult& result) {
  const sim::RunStatistics& s = result.statistics;
  const auto count = [](auto n, const std::string& what) {
    return std::to_string(n) + ' ' + what + (n == 1 ? "" : "s");
  };
  std::string text = file + ": " + to_text(result.end) + " at t = " + sim::told_time(s.end_time) +
                     (result.ended_by.empty() ? "" : " by " + result.ended_by) + " after " +
                     count(s.steps, "step") + " (" + s.solver;
  if (s.rejected > 0) text += ", " + std::to_string(s.rejected) + " rejected";
  if (s.zero_crossings > 0) text += ", " + count(s.zero_crossings, "zero crossing");
  if (s.projections > 0) text += ", " + count(s.projections, "projection");
  if (s.largest_residual > 0) text += ", residual at most " + sim::to_text(s.largest_residual);
  return text + ") in " + sim::to_text(s.run_seconds, 3) + " s; " + count(run.log().size(), "row") + " of " +
         count(run.log().column_count(), "signal") + '\n' + variableLines(result) + invariantLines(s) +
         (s.profile.timed ? profileLines(s) : std::string());
}

sim::RunResult watch(sim::ModelRun& run) {
  auto result = std::async(std::launch::async, [&run] {
    run.exchange_signals();
    return run.execute();
  });
  ProgressLine line(run.start_time(), run.stop_time());
  while (result.wait_for(std::chrono::milliseconds(50)) != std::future_status::ready) {
    if (isInterrupted()) run.control().request_stop();
    line.show(run.control().progress());
  }
  line.clear();
  return result.get();
}

// Where another run was, if the run is to begin there. False: it cannot.
bool readStart(const Arguments& arguments, sim::ModelRun& run) {
  const auto path = arguments.last("--from");
  if (!path) return true;
  const auto text = readPointText(std::string(*path));
  if (!text) {
    report({}, text.errors());
    return false;
  }
  auto point = sim::read_operating_point(*text, run.program());
  if (!point) {
    report(std::string(*path), point.errors());
    return false;
  }
  run.start_from(*std::move(point));
  return true;
}

bool keepsRun(const Target& out) { return out.file->path().ends_with(sim::run_file_ending); }

// The format of what is recorded follows from the name of the file.
void checkFormat(const Target& out) {
  if (!out.file || out.onStandardOutput() || keepsRun(out)) return;
  const std::string ending = sim::file_ending(out.file->path());
  if (ending != ".csv" && ending != ".mat")
    out.file->fail("its name does not say what to write",
                   "give it a name that ends in .csv, .mat or .flxrun; - is CSV on the standard output");
}

sim::RunRecord keptRun(const ModelSource& source, const std::shared_ptr<const sim::ModelRun>& run,
                       const sim::RunResult& result) {
  sim::RunRecord record = sim::record_run(source.diagram, run, result);
  const std::filesystem::path path = std::filesystem::absolute(source.file);
  record.summary.model_path = path.string();
  record.summary.model_name = record.summary.name = path.stem().string();
  return record;
}

std::vector<sim::MatMember> membersOf(const sim::expr::Value& structure) {
  using Kind = sim::MatMember::Kind;
  std::vector<sim::MatMember> members;
  for (const sim::expr::Field& field : structure.fields()) {
    const sim::expr::Value& value = field.values.front();
    members.push_back({.name = field.name,
                       .kind = value.is_string()      ? Kind::Text
                               : value.is_structure() ? Kind::Structure
                                                      : Kind::Matrix,
                       .rows = static_cast<std::size_t>(value.rows()),
                       .columns = static_cast<std::size_t>(value.cols()),
                       .values = value.real(),
                       .text = value.text(),
                       .members = membersOf(value)});
  }
  return members;
}

// What To Variable blocks recorded, in a MAT file.
void writeVariables(sim::OutputFile& file, const sim::expr::NamedValues& variables) {
  if (!file.problems().empty()) return;
  sim::MatWriter writer(file.temporary_path());
  for (const auto& [name, value] : variables)
    if (value.is_structure())
      writer.add(name, membersOf(value));
    else
      writer.add(name, static_cast<std::size_t>(value.rows()), static_cast<std::size_t>(value.cols()),
                 value.real());
  if (!writer.finish())
    file.fail("the file cannot be written",
              "check the folder and the free space, and that no variable is larger than 2 GiB");
}

// Everything that is left to write. False: something could not be written.
bool writeResults(const PreparedModel& model, const sim::RunResult& result, Target& out, Target& variables,
                  Target& statistics, Target& end) {
  const ModelSource& source = model.source;
  const sim::ModelRun& run = *model.run;
  sim::Diagnostics ofFiles, ofBlocks;
  const auto commit = [&](Target& target) {
    const auto found = target.file->commit();
    ofFiles.insert(ofFiles.end(), found.begin(), found.end());
  };
  const bool failed = result.end == sim::RunEnd::Failed;
  // What a run has recorded before it fails tells why it does.
  if (!failed || run.log().size() > 0) {
    if (out.file && keepsRun(out)) {
      const sim::Diagnostics found = sim::write_run(out.file->path(), keptRun(source, model.run, result));
      ofFiles.insert(ofFiles.end(), found.begin(), found.end());
    } else if (out.file) {
      const sim::TimeUnit unit = sim::time_unit(source.diagram);
      if (sim::file_ending(out.file->path()) == ".mat")
        write_mat(*out.file, run.log(), sim::log_variables(run.program()), {}, unit);
      else
        write_csv(*out.file, run.log(), unit);
      commit(out);
    }
    if (variables.file) {
      writeVariables(*variables.file, sim::recorded_variables(run));
      commit(variables);
    }
  }
  if (!failed) {
    ofBlocks = write_to_files(run, std::filesystem::path(source.file).parent_path().string());
  }
  if (statistics.file) {
    statistics.file->write(statistics_json(result));
    commit(statistics);
  }
  if (const auto point = end.file ? run.operating_point() : std::nullopt) {
    end.file->write(sim::write_operating_point(*point, run.program()));
    commit(end);
  }
  report({}, ofFiles);
  report(source.file, ofBlocks);
  return ofFiles.empty() && ofBlocks.empty();
}

}  // namespace

int runCommand(const Arguments& arguments) {
  const auto model = prepareModel(arguments);
  if (!model) return ModelError;
  const ModelSource& source = model->source;
  sim::ModelRun& run = *model->run;
  Target out = openTarget(arguments, "--out"), variables = openTarget(arguments, "--variables"),
         statistics = openTarget(arguments, "--stats"), end = openTarget(arguments, "--save");
  if (variables.onStandardOutput() || (variables.file && sim::file_ending(variables.file->path()) != ".mat"))
    variables.file->fail("variables go to a MAT file only", "give it a name that ends in .mat");
  checkFormat(out);
  if (!checkTargets(source.file, {&out, &variables, &statistics, &end}) || !readStart(arguments, run))
    return ModelError;

  watchForInterruption();
  const sim::RunResult result = watch(run);
  report(source.file, result.diagnostics, leastReported(arguments));
  const bool written = writeResults(*model, result, out, variables, statistics, end);
  if (!arguments.has("--quiet"))
    std::fputs(
        summary(source.file, run, result).c_str(),
        out.onStandardOutput() || statistics.onStandardOutput() || end.onStandardOutput() ? stderr : stdout);
  if (!written || result.end == sim::RunEnd::Failed || isRefused(arguments, result.diagnostics))
    return ModelError;
  return result.end == sim::RunEnd::Finished ? Success : Interrupted;
}

}  // namespace fluxion
