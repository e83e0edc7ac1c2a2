#include "editor/study/study_inquiry.h"

#include <filesystem>
#include <utility>

#include "editor/compiled/compiled_models.h"
#include "sim_core/base/failure_report.h"
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

StudyAnswer studyAnswer(CompiledModels& models, const StudyQuestion& question, const Wanted& wanted) {
  StudyAnswer out;
  out.kind = question.kind;
  try {
    if (question.kind == StudyQuestion::Kind::Signals) out.problems = findSignals(models, question, out);
    if (question.kind == StudyQuestion::Kind::Table) out.problems = readTable(question, out);
    if (question.kind == StudyQuestion::Kind::Runs) out.problems = makeRuns(models, question, wanted, out);
  } catch (const sim::WorkStopped&) {
    throw;
  } catch (...) {
    out.problems.push_back(sim::failure_report("make the runs of the study"));
  }
  return out;
}

}  // namespace

StudyInquiry::StudyInquiry(std::shared_ptr<CompiledModels> models, QObject* parent)
    : QObject(parent),
      m_background(
          this,
          [models = std::move(models)](const StudyQuestion& question, const auto& wanted) {
            return wanted() ? studyAnswer(*models, question, wanted) : StudyAnswer();
          },
          [this](const StudyAnswer& answer) { emit answered(answer); }) {}

}  // namespace fluxion
