#include "editor/optimization/optimization_inquiry.h"

#include <utility>

#include "editor/compiled/compiled_models.h"
#include "sim_core/model_run/model_run.h"
#include "sim_core/model_run/recorded_signals.h"

namespace fluxion {

void OptimizationProgress::add(const sim::OptimizationStep& step) {
  const std::lock_guard lock(m_mutex);
  if (!m_steps.empty()) m_steps.back().responses.reset();
  m_steps.push_back(step);
}

std::vector<sim::OptimizationStep> OptimizationProgress::take() {
  const std::lock_guard lock(m_mutex);
  return std::exchange(m_steps, {});
}

static sim::Diagnostics findSignals(CompiledModels& models, const OptimizationQuestion& question,
                                    OptimizationAnswer& out) {
  const auto run = models.prepare(question.diagram);
  if (!run) return run.errors();
  for (const sim::RecordedSignal& signal : sim::recorded_signals((*run)->program()))
    if (signal.columns.size() == 1)
      out.signalNames.push_back(signal.name);
    else
      out.signalNames.insert(out.signalNames.end(), signal.elements.begin(), signal.elements.end());
  return {};
}

static sim::Diagnostics optimize(CompiledModels& models, const OptimizationQuestion& question,
                                 OptimizationAnswer& out) {
  const auto optimization =
      sim::Optimization::prepare(*question.diagram, *models.library(), question.problem);
  if (!optimization) return optimization.errors();
  sim::OptimizationOptions options;
  options.stop = [progress = question.progress] { return progress->isStopped(); };
  options.progress = [&](const sim::OptimizationStep& step) { question.progress->add(step); };
  auto report = optimization->run(options);
  if (!report) return report.errors();
  out.report = std::make_shared<const sim::OptimizationReport>(*std::move(report));
  return {};
}

OptimizationInquiry::Work optimizationWork(std::shared_ptr<CompiledModels> models) {
  return {"optimize the parameters",
          [models = std::move(models)](const OptimizationQuestion& question, OptimizationAnswer& out,
                                       const OptimizationInquiry::Wanted&) {
            out.searched = question.search;
            return question.search ? optimize(*models, question, out) : findSignals(*models, question, out);
          }};
}

}  // namespace fluxion
