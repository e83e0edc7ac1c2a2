// fluxion-cli study: many runs of one model, in threads, into a table that grows as they come.
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>

#include "app/cli/commands.h"
#include "app/cli/interruption.h"
#include "app/cli/library.h"
#include "app/cli/messages.h"
#include "sim_core/base/text.h"
#include "sim_core/diagram/model_file.h"
#include "sim_core/diagram/text_file.h"
#include "sim_core/study/sensitivity_designs.h"
#include "sim_core/study/study_execution.h"
#include "sim_core/study/study_report.h"

namespace fluxion {

namespace {

std::optional<std::uint64_t> count(const std::string& text) {
  const auto number = sim::parse_number(text);
  if (!number || !(*number >= 1 && *number <= 1e6) ||
      *number != static_cast<double>(static_cast<long>(*number)))
    return std::nullopt;
  return static_cast<std::uint64_t>(*number);
}

// "2/4" as the second of four.
std::optional<sim::Shard> shardOf(const std::string& text) {
  const auto slash = text.find('/');
  if (slash == std::string::npos) return std::nullopt;
  const auto k = count(text.substr(0, slash)), n = count(text.substr(slash + 1));
  if (!k || !n || *k > *n) return std::nullopt;
  return sim::Shard{*k - 1, *n};
}

int wrong(const std::string& message, const std::string& remedy) {
  report("fluxion-cli", {sim::error({}, message, remedy)});
  return UsageError;
}

// A line about the runs so far, rewritten in place, several times a second.
class StudyLine {
 public:
  void show(const sim::StudyProgress& progress) {
    const auto now = std::chrono::steady_clock::now();
    if (!m_terminal || now - m_last < std::chrono::milliseconds(100)) return;
    m_last = now;
    std::fprintf(stderr, "\r\x1b[K%3.0f %%  %llu of %llu runs  %llu failed  %.0f s left",
                 100.0 * static_cast<double>(progress.done) / static_cast<double>(progress.runs),
                 static_cast<unsigned long long>(progress.done),
                 static_cast<unsigned long long>(progress.runs),
                 static_cast<unsigned long long>(progress.failed), progress.seconds_left);
    std::fflush(stderr);
    m_shown = true;
  }
  void clear() {
    if (m_shown) std::fputs("\r\x1b[K", stderr);
  }

 private:
  bool m_terminal = ::isatty(STDERR_FILENO) == 1, m_shown = false;
  std::chrono::steady_clock::time_point m_last;
};

struct OpenStudy {
  sim::Study study;
  sim::Diagram diagram;
  sim::BlockLibrary library;
};

sim::Result<sim::Study> readStudy(const std::string& path) {
  constexpr std::size_t most = std::size_t{256} << 20;
  const auto text = sim::read_text_file(path, most, "choose a .flxstudy file", "use shorter lists");
  if (!text) return text.errors();
  return sim::read_study(*text, path);
}

sim::Result<OpenStudy> open(const std::string& path, sim::Study study) {
  const std::filesystem::path model = std::filesystem::absolute(path).parent_path() / study.model;
  auto loaded = sim::load_model(model.string());
  if (!loaded) return loaded.errors();
  OpenStudy opened{std::move(study), std::move(loaded->diagram), {}};
  sim::Diagnostics warnings;
  opened.library = loadLibrary(warnings);
  report(path, warnings, sim::Severity::Warning);
  return opened;
}

int merge(const std::string& path, const sim::Study& study, const std::string& shards) {
  const auto number = count(shards);
  if (!number)
    return wrong("--merge: '" + shards + "' is no number of shards", "write one, such as --merge 4");
  const auto problems = sim::merge_tables(study, path, *number);
  report(path, problems);
  if (!problems.empty()) return ModelError;
  std::printf("%s: %llu shards merged\n", sim::table_path(path, {}).c_str(),
              static_cast<unsigned long long>(*number));
  return Success;
}

// Of the table beside the study.
int printStatistics(const std::string& path, const sim::Study& study, bool json) {
  const auto rows = sim::read_study_table(study, sim::table_path(path, {}));
  if (!rows) {
    report(path, rows.errors());
    return ModelError;
  }
  const sim::StudyReport found = sim::study_report(study, *rows);
  std::fputs((json ? study_report_json(study, found) : study_report_text(study, found)).c_str(), stdout);
  return Success;
}

}  // namespace

int studyCommand(const Arguments& arguments) {
  const std::string& path = arguments.model;
  const auto failed = [&path](const sim::Diagnostics& problems) {
    report(path, problems);
    return ModelError;
  };
  sim::StudyOptions options;
  if (const auto jobs = arguments.last("--jobs")) {
    const auto number = count(*jobs);
    if (!number || *number > 1024)
      return wrong("--jobs: '" + *jobs + "' is no number of threads", "write one from 1 on");
    options.jobs = static_cast<int>(*number);
  }
  if (const auto text = arguments.last("--shard")) {
    const auto shard = shardOf(*text);
    if (!shard) return wrong("--shard: '" + *text + "' is no part", "write K/N, such as 1/4 to 4/4");
    options.shard = *shard;
  }
  auto study = readStudy(path);
  if (!study) return failed(study.errors());
  if (const auto shards = arguments.last("--merge")) return merge(path, *study, *shards);
  if (arguments.has("--json") && !arguments.has("--statistics"))
    return wrong("--json: there is nothing to print", "add --statistics");
  if (arguments.has("--statistics")) return printStatistics(path, *study, arguments.has("--json"));
  const auto opened = open(path, *std::move(study));
  if (!opened) return failed(opened.errors());
  const auto runs = sim::StudyRuns::prepare(opened->study, opened->diagram, opened->library);
  if (!runs) return failed(runs.errors());

  watchForInterruption();
  StudyLine line;
  options.stop = [] { return isInterrupted(); };
  options.progress = [&line](const sim::StudyProgress& progress) { line.show(progress); };
  const auto outcome = sim::carry_out(**runs, opened->diagram, path, options);
  line.clear();
  if (!outcome) return failed(outcome.errors());
  if (!arguments.has("--quiet"))
    std::printf(
        "%s: %llu runs, %llu failed%s%s\n", outcome->finished ? outcome->table.c_str() : path.c_str(),
        static_cast<unsigned long long>(outcome->runs), static_cast<unsigned long long>(outcome->failed),
        outcome->before > 0 ? (", " + std::to_string(outcome->before) + " of them before").c_str() : "",
        outcome->finished ? "" : "; stopped: the same command goes on");
  const bool whole = outcome->finished && options.shard.count == 1;
  if (whole && sim::is_sensitivity_design(opened->study.sampling) && !arguments.has("--quiet"))
    return printStatistics(path, opened->study, false);
  return outcome->finished ? Success : Interrupted;
}

}  // namespace fluxion
