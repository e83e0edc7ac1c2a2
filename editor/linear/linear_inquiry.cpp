#include "editor/linear/linear_inquiry.h"

#include "editor/compiled/kept_linearizer.h"

namespace fluxion {

namespace {

// What the last question compiled serves the next.
class Linearizing {
 public:
  explicit Linearizing(std::shared_ptr<CompiledModels> models)
      : m_models(std::move(models)), m_linearizer(m_models) {}

  sim::Diagnostics compute(const LinearQuestion& question, LinearAnswer& out) {
    out.choice = question.choice;
    if (question.diagram) {
      follow(question);
      out.models = m_answered;
    }
    for (const auto& model : out.models) out.curves.push_back(linearCurves(*model, question.choice));
    for (const auto& model : question.kept) out.kept.push_back(linearCurves(*model, question.choice));
    return question.diagram ? m_problems : sim::Diagnostics();
  }

 private:
  void follow(const LinearQuestion& question) {
    if (m_diagram == question.diagram && m_instants == question.instants &&
        m_sampleTime == question.sampleTime)
      return;
    m_answered.clear();
    m_diagram = question.diagram;
    m_instants = question.instants;
    m_sampleTime = question.sampleTime;
    m_problems = m_linearizer.follow(*question.diagram);
    if (!m_problems.empty()) return;
    const auto points = pointsOf(question.instants, *question.diagram, *m_models, m_linearizer);
    if (!points) m_problems = points.errors();
    if (points) linearizeAt(*points);
  }

  // All of them, or none.
  void linearizeAt(const std::vector<sim::OperatingPoint>& points) {
    for (const sim::OperatingPoint& point : points) {
      auto model = m_sampleTime < 0 ? m_linearizer->at(point) : m_linearizer->sampled_at(point, m_sampleTime);
      if (!model) {
        m_answered.clear();
        m_problems = model.errors();
        return;
      }
      m_answered.push_back(std::make_shared<const sim::LinearModel>(*std::move(model)));
    }
  }

  const std::shared_ptr<CompiledModels> m_models;
  KeptLinearizer m_linearizer;
  std::shared_ptr<const sim::Diagram> m_diagram;
  LinearInstants m_instants;
  double m_sampleTime = -1;
  std::vector<std::shared_ptr<const sim::LinearModel>> m_answered;
  sim::Diagnostics m_problems;
};

}  // namespace

LinearInquiry::Work linearWork(std::shared_ptr<CompiledModels> models) {
  return {"linearize the model",
          [linearizing = std::make_shared<Linearizing>(std::move(models))](
              const LinearQuestion& question, LinearAnswer& out, const LinearInquiry::Wanted&) {
            return linearizing->compute(question, out);
          }};
}

}  // namespace fluxion
