#include "editor/trim/trim_inquiry.h"

#include "editor/compiled/compiled_models.h"
#include "editor/compiled/kept_linearizer.h"
#include "sim_core/model_run/open_inputs.h"
#include "sim_core/operating_points/point_transfer.h"

namespace fluxion {

namespace {

// What the last question compiled serves the next.
class Trimming {
 public:
  explicit Trimming(std::shared_ptr<CompiledModels> models)
      : m_models(std::move(models)), m_linearizer(m_models) {}

  sim::Diagnostics compute(const TrimAsked& asked, TrimAnswer& out) {
    if (sim::Diagnostics problems = prepare(asked.diagram); !problems.empty()) return problems;
    const auto start = startOf(asked);
    if (!start) return start.errors();
    auto question = sim::trim_question(*m_linearizer, *start);
    if (!question) return question.errors();
    auto model = m_linearizer->at(*start, false);
    if (!model) return model.errors();
    out.start = std::make_shared<const sim::LinearModel>(*std::move(model));
    for (std::size_t k = 0; k < question->outputs.size(); ++k) question->outputs[k].value = out.start->y[k];
    if (!asked.solve) return {};
    sim::specify(*question, *out.start, asked.wishes);
    auto report = sim::trim(*m_linearizer, *question);
    if (!report) return report.errors();
    out.report = std::make_shared<const sim::TrimReport>(*std::move(report));
    return out.report->satisfied ? giveToRuns(*asked.diagram, out) : sim::Diagnostics();
  }

 private:
  sim::Diagnostics prepare(const std::shared_ptr<const sim::Diagram>& diagram) {
    if (m_linearizer && m_diagram == diagram) return {};
    sim::Diagnostics problems = m_linearizer.follow(*diagram);
    if (problems.empty()) m_diagram = diagram;
    return problems;
  }

  sim::Result<sim::OperatingPoint> startOf(const TrimAsked& asked) {
    const auto initial = m_linearizer->reach({-std::numeric_limits<double>::infinity()});
    if (!initial) return initial.errors();
    const sim::Program& program = m_linearizer->program();
    if (asked.start.model)
      return sim::transfer_point(asked.start.point, asked.start.model->program(), initial->front(), program);
    if (asked.start.file.empty()) return initial->front();
    return m_linearizer.pointOf(*asked.diagram, asked.start.file, initial->front());
  }

  // What was found as an operating point that runs of the model can begin at.
  sim::Diagnostics giveToRuns(const sim::Diagram& diagram, TrimAnswer& out) {
    const auto held = sim::with_held_inputs(diagram, out.report->point.inputs);
    const auto run = m_models->prepare(std::make_shared<const sim::Diagram>(held));
    if (!run) return run.errors();
    const auto beginning = (*run)->initial_point();
    if (!beginning) return beginning.errors();
    auto point =
        sim::transfer_point(out.report->point, m_linearizer->program(), *beginning, (*run)->program());
    if (!point) return point.errors();
    out.model = *run;
    out.point = *std::move(point);
    return {};
  }

  const std::shared_ptr<CompiledModels> m_models;
  KeptLinearizer m_linearizer;
  std::shared_ptr<const sim::Diagram> m_diagram;
};

}  // namespace

TrimInquiry::Work trimWork(std::shared_ptr<CompiledModels> models) {
  return {"trim the model", [trimming = std::make_shared<Trimming>(std::move(models))](
                                const TrimAsked& asked, TrimAnswer& out, const TrimInquiry::Wanted&) {
            return trimming->compute(asked, out);
          }};
}

}  // namespace fluxion
