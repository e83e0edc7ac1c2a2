#include "sim_core/run_archive/run_record.h"

#include <chrono>
#include <random>

#include "sim_core/diagram/file.h"
#include "sim_core/run_archive/profile_json.h"

namespace sim {

int RunSummary::column_count() const {
  int count = 0;
  for (const RunSignal& signal : recorded) count = std::max(count, signal.first + signal.count());
  return count;
}

std::uint64_t RunRecord::data_bytes() const {
  return summary.rows * static_cast<std::uint64_t>(summary.column_count() + 1) * sizeof(double);
}

std::string new_run_id() {
  static constexpr char digits[] = "0123456789abcdef";
  std::random_device entropy;
  std::string id;
  for (int k = 0; k < 16; ++k) id += digits[entropy() % 16];
  return id;
}

static std::vector<RunSignal> signals_of(const Program& program) {
  std::vector<RunSignal> signals;
  for (const LoggedSignal& logged : program.logged) {
    RunSignal signal{logged.name, logged.elements, {}, no_id, logged.port, logged.first, {}, logged.held, {}};
    if (logged.block >= 0) {
      const BlockInfo& block = program.blocks[static_cast<std::size_t>(logged.block)];
      signal.block = block.path;
      signal.id = block.id;
      if (static_cast<std::size_t>(logged.port) < block.outputs.size())
        signal.unit = block.outputs[static_cast<std::size_t>(logged.port)].unit;
    }
    signals.push_back(std::move(signal));
  }
  for (const Viewer& viewer : program.viewers)
    for (const auto& input : viewer.inputs)
      for (int index : input)
        signals[static_cast<std::size_t>(index)].viewers.push_back(
            program.blocks[static_cast<std::size_t>(viewer.block)].path);
  return signals;
}

RunRecord record_run(const Diagram& diagram, const std::shared_ptr<const ModelRun>& run,
                     const RunResult& result) {
  const RunStatistics& statistics = result.statistics;
  RunRecord record;
  record.log = {run, &run->log()};
  RunSummary& summary = record.summary;
  summary.id = new_run_id();
  summary.created = std::chrono::duration_cast<std::chrono::milliseconds>(
                        std::chrono::system_clock::now().time_since_epoch())
                        .count();
  summary.solver = statistics.solver;
  summary.end = result.end;
  summary.start_time = statistics.start_time;
  summary.end_time = statistics.end_time;
  summary.run_seconds = statistics.run_seconds;
  summary.steps = statistics.steps;
  summary.rows = record.log->size();
  summary.recorded = signals_of(run->program());
  auto details = std::make_shared<RunDetails>();
  details->model = write_diagram(diagram);
  details->statistics = statistics;
  details->messages = run->warnings();
  details->messages.insert(details->messages.end(), result.diagnostics.begin(), result.diagnostics.end());
  details->steps = gathered(*run->step_trace(), most_kept_steps);
  record.details = std::move(details);
  return record;
}

}  // namespace sim
