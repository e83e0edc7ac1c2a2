// fluxion-cli import: models of other tools as files of this program, with a report of what became of each
// block.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <set>

#include "app/cli/commands.h"
#include "app/cli/library.h"
#include "app/cli/messages.h"
#include "app/cli/model_source.h"
#include "app/cli/result_files.h"
#include "sim_core/base/attempt.h"
#include "sim_core/base/text.h"
#include "sim_core/diagram/model_file.h"
#include "sim_core/import/corpus_statistics.h"
#include "sim_core/import/import_model.h"
#include "sim_core/import/imported_libraries.h"
#include "sim_core/scripting/assignments.h"

namespace fluxion {

namespace {

namespace fs = std::filesystem;

// What --set says: variables that are missing, and parameters.
sim::Diagnostics applyValues(sim::Diagram& diagram, const sim::BlockLibrary& library,
                             const Arguments& arguments) {
  sim::Diagnostics problems;
  for (const std::string& assignment : arguments.all("--set")) {
    const auto parts = sim::split_assignment(assignment);
    const bool variable = parts && parts->first.find_first_of("/.") == std::string::npos;
    const auto known = [&](const auto& entry) { return entry.second.name == parts->first; };
    if (variable && std::none_of(diagram.variables.begin(), diagram.variables.end(), known)) {
      diagram.variables[diagram.new_id()] = {parts->first, parts->second, {}, {}, {}};
      continue;
    }
    const auto found = setValue(diagram, library, assignment);
    problems.insert(problems.end(), found.begin(), found.end());
  }
  return problems;
}

class ImportRun {
 public:
  ImportRun(const Arguments& arguments, const sim::BlockLibrary& library)
      : m_arguments(arguments), m_library(library) {}

  void file(const std::string& path) {
    const auto begin = std::chrono::steady_clock::now();
    const auto imported =
        sim::attempt("import the file", path, [&] { return sim::importing::import_model(path, m_library); });
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    if (!imported) {
      sim::Diagnostics errors = imported.errors();
      for (sim::Diagnostic& e : errors)  // the file is named once
        if (e.path.starts_with(path + ": ")) e.path.erase(0, path.size() + 2);
      report(path, errors);
      m_statistics.add_failure(path, imported.error());
      m_failed = true;
      return;
    }
    m_statistics.add(imported->report, took.count());
    m_differs = m_differs || !imported->report.complete();
    m_reports.push_back(imported->report);
    if (const auto folder = m_arguments.last("--out")) save(path, *folder, *imported);
    if (!m_arguments.has("--quiet") && !m_arguments.has("--corpus"))
      std::fputs(to_text(imported->report).c_str(), stdout);
  }

  // The exit status.
  int finish() {
    if (const auto path = m_arguments.last("--report"); path && !m_reports.empty())
      m_failed |= !writeText(*path, sim::importing::to_json(m_reports));
    if (m_arguments.has("--corpus")) std::fputs(m_statistics.to_text().c_str(), stdout);
    const bool strict = m_arguments.has("--strict") && m_differs;
    return m_failed || strict ? ModelError : Success;
  }

 private:
  void save(const std::string& path, const std::string& folder, const sim::importing::ImportedModel& model) {
    sim::Diagram diagram = model.diagram;
    sim::Diagnostics problems = applyValues(diagram, m_library, m_arguments);
    std::error_code failed;
    fs::create_directories(folder, failed);
    // Two files of one name, in two formats, become two models.
    std::string name = fs::path(path).stem().string();
    if (!m_names.insert(name).second) name = fs::path(path).filename().string(), m_names.insert(name);
    const std::string target = (fs::path(folder) / (name + ".flx")).string();
    if (!sim::has_errors(problems))
      problems = sim::importing::save_with_libraries(target, diagram, model.libraries);
    report(path, problems, leastReported(m_arguments));
    m_failed = m_failed || sim::has_errors(problems);
  }

  const Arguments& m_arguments;
  const sim::BlockLibrary& m_library;
  sim::importing::CorpusStatistics m_statistics;
  std::vector<sim::importing::ImportReport> m_reports;
  std::set<std::string> m_names;
  bool m_failed = false, m_differs = false;
};

std::vector<std::string> filesBelow(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code failed;
  for (auto it =
           fs::recursive_directory_iterator(folder, fs::directory_options::skip_permission_denied, failed);
       !failed && it != fs::recursive_directory_iterator(); it.increment(failed))
    if (it->is_regular_file(failed) && sim::importing::is_importable(it->path().string()))
      files.push_back(it->path().string());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

int importCommand(const Arguments& arguments) {
  sim::Diagnostics warnings;
  const sim::BlockLibrary library = loadLibrary(warnings);
  report("fluxion-cli", warnings, leastReported(arguments));
  std::vector<std::string> files;
  if (arguments.has("--corpus")) {
    files = filesBelow(arguments.model);
    if (files.empty()) {
      report(arguments.model, {sim::error({}, "there is no file in this folder that can be imported",
                                          "give a folder with .slx, .mdl, .xcos or .zcos files")});
      return ModelError;
    }
  } else {
    files = arguments.others;
    files.insert(files.begin(), arguments.model);
  }
  if (!arguments.has("--out") && !arguments.has("--report") && !arguments.has("--corpus")) {
    report("fluxion-cli", {sim::error("--out", "import needs a folder to write to, or a report",
                                      "add --out FOLDER, --report FILE.json or both")});
    return UsageError;
  }
  ImportRun run(arguments, library);
  for (const std::string& file : files) run.file(file);
  return run.finish();
}

}  // namespace fluxion
