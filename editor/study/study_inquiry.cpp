#include "editor/study/study_inquiry.h"

#include <filesystem>
#include <utility>

#include "editor/compiled/compiled_models.h"
#include "sim_core/model_run/model_run.h"

namespace fluxion {

namespace {

using Wanted = std::function<bool()>;

sim::Diagnostics findSignals(CompiledModels& models, const StudyQuestion& question, StudyAnswer& out) {
  const auto run = models.prepare(question.diagram);
  if (!run) return run.errors();
  const auto recorded = sim::recorded_signals((*run)->program());
  for (const sim::RecordedSignal& signal : recorded) out.signalNames.push_back(signal.name);
  return {};
}

sim::Diagnostics readTable(const StudyQuestion& question, StudyAnswer& out) {
  const std::string table = sim::table_path(question.path, {});
  std::error_code failed;
  out.begun = std::filesystem::exists(sim::journal_path(table), failed);
  if (out.begun || !std::filesystem::exists(table, failed)) return {};
  auto rows = sim::read_study_table(question.study, table);
  if (!rows) return rows.errors();
  out.rows = *std::move(rows);
  return {};
}

sim::Diagnostics makeRuns(CompiledModels& models, const StudyQuestion& question, const Wanted& wanted,
                          StudyAnswer& out) {
  const auto course = question.course;
  // Compiling is given up, too.
  const sim::Work work([&] { return course->isStopped() || !wanted(); });
  const auto runs = sim::StudyRuns::prepare(question.study, *question.diagram, *models.library());
  if (!runs) return runs.errors();
  sim::StudyOptions options;
  options.stop = [&] { return course->isStopped() || !wanted(); };
  options.pause = [&] { return course->isPaused(); };
  options.row = [&](const sim::StudyRow& row) { course->add(row); };
  options.progress = [&](const sim::StudyProgress& progress) { course->add(progress); };
  course->begin(elementsOf((*runs)->recorded()));
  options.look = [&](std::uint64_t sample, const sim::SignalLog& log, const auto& signalList) {
    course->look(sample, log, signalList);
  };
  const auto outcome = question.path.empty()
                           ? sim::carry_out(**runs, question.before, options)
                           : sim::carry_out(**runs, *question.diagram, question.path, options);
  if (!outcome) return outcome.errors();
  out.outcome = *outcome;
  return {};
}

sim::Diagnostics compute(CompiledModels& models, const StudyQuestion& question, const Wanted& wanted,
                         StudyAnswer& out) {
  out.kind = question.kind;
  switch (question.kind) {
    case StudyQuestion::Kind::Signals:
      return findSignals(models, question, out);
    case StudyQuestion::Kind::Table:
      return readTable(question, out);
    case StudyQuestion::Kind::Runs:
      return makeRuns(models, question, wanted, out);
    case StudyQuestion::Kind::Nothing:
      return {};
  }
  return {};
}

}  // namespace

StudyInquiry::Work studyWork(std::shared_ptr<CompiledModels> models) {
  return {"make the runs of the study",
          [models = std::move(models)](const StudyQuestion& question, StudyAnswer& out,
                                       const StudyInquiry::Wanted& wanted) {
            return compute(*models, question, wanted, out);
          }};
}

}  // namespace fluxion
