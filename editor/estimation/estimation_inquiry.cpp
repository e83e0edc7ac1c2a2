#include "editor/estimation/estimation_inquiry.h"

#include <utility>

#include "editor/compiled/compiled_models.h"
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

EstimationInquiry::Work estimationWork(std::shared_ptr<CompiledModels> models) {
  return {"estimate the parameters",
          [models = std::move(models)](const EstimationQuestion& question, EstimationAnswer& out,
                                       const EstimationInquiry::Wanted&) {
            return estimate(*models, question, out);
          }};
}

}  // namespace fluxion
