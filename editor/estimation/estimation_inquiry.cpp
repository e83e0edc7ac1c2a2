#include "editor/estimation/estimation_inquiry.h"

#include <utility>

#include "editor/compiled/compiled_models.h"
#include "sim_core/base/failure_report.h"
#include "sim_core/model_run/model_run.h"

namespace fluxion {

void EstimationProgress::set(Seen seen) {
  const std::lock_guard lock(m_mutex);
  m_seen = std::move(seen);
}

std::optional<EstimationProgress::Seen> EstimationProgress::take() {
  const std::lock_guard lock(m_mutex);
  return std::exchange(m_seen, std::nullopt);
}

static sim::Diagnostics estimate(CompiledModels& models, const EstimationQuestion& question,
                                 EstimationAnswer& out) {
  const auto run = models.prepare(question.diagram);
  if (!run) return run.errors();
  std::vector<sim::Experiment> experiments;
  for (const std::string& file : question.files) {
    auto experiment = sim::read_experiment(file, *question.diagram, **run);
    if (!experiment) return experiment.errors();
    out.unused.insert(out.unused.end(), experiment->unused.begin(), experiment->unused.end());
    experiments.push_back(*std::move(experiment));
  }
  const auto estimation = sim::Estimation::prepare(*question.diagram, *models.library(), question.parameters,
                                                   std::move(experiments));
  if (!estimation) return estimation.errors();
  auto report = estimation->run([&](const sim::LeastSquaresStep& step) {
    question.progress->set({step, estimation->fits(step.residuals)});
  });
  if (!report) return report.errors();
  out.report = std::make_shared<const sim::EstimationReport>(*std::move(report));
  return {};
}

static EstimationAnswer answer(CompiledModels& models, const EstimationQuestion& question) {
  EstimationAnswer out;
  if (!question.diagram) return out;
  out.stopped = false;
  try {
    out.problems = estimate(models, question, out);
  } catch (const sim::WorkStopped&) {
    throw;
  } catch (...) {
    out.problems.push_back(sim::failure_report("estimate the parameters"));
  }
  return out;
}

EstimationInquiry::EstimationInquiry(std::shared_ptr<CompiledModels> models, QObject* parent)
    : QObject(parent),
      m_background(
          this,
          [models = std::move(models)](const EstimationQuestion& question, const auto& wanted) {
            return wanted() ? answer(*models, question) : EstimationAnswer();
          },
          [this](const EstimationAnswer& result) { emit answered(result); }) {}

}  // namespace fluxion
