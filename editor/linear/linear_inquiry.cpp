#include "editor/linear/linear_inquiry.h"

#include <mutex>

#include "editor/compiled/kept_linearizer.h"
#include "sim_core/base/failure_report.h"

namespace fluxion {

namespace {

// One question is answered at a time; what the last one compiled serves the next.
class Answering {
 public:
  explicit Answering(std::shared_ptr<CompiledModels> models)
      : m_models(std::move(models)), m_linearizer(m_models) {}

  LinearAnswer answer(const LinearQuestion& question) {
    const std::lock_guard lock(m_mutex);
    LinearAnswer out;
    out.choice = question.choice;
    try {
      linearize(question, out);
      for (const auto& model : out.models) out.curves.push_back(linearCurves(*model, question.choice));
      for (const auto& model : question.kept) out.kept.push_back(linearCurves(*model, question.choice));
    } catch (const sim::WorkStopped&) {
      throw;
    } catch (...) {
      out.problems.push_back(sim::failure_report("linearize the model"));
    }
    return out;
  }

 private:
  void linearize(const LinearQuestion& question, LinearAnswer& out) {
    if (!question.diagram) return;
    if (m_diagram != question.diagram || m_instants != question.instants ||
        m_sampleTime != question.sampleTime) {
      m_answered.clear();
      m_diagram = question.diagram;
      m_instants = question.instants;
      m_sampleTime = question.sampleTime;
      m_problems = m_linearizer.follow(*question.diagram);
      if (!m_problems.empty()) return fail(out);
      const auto points = pointsOf(question.instants, *question.diagram, *m_models, m_linearizer);
      if (!points) m_problems = points.errors();
      if (points) linearizeAt(*points);
    }
    fail(out);
    out.models = m_answered;
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

  void fail(LinearAnswer& out) const { out.problems = m_problems; }

  std::mutex m_mutex;
  const std::shared_ptr<CompiledModels> m_models;
  KeptLinearizer m_linearizer;
  std::shared_ptr<const sim::Diagram> m_diagram;
  LinearInstants m_instants;
  double m_sampleTime = -1;
  std::vector<std::shared_ptr<const sim::LinearModel>> m_answered;
  sim::Diagnostics m_problems;
};

}  // namespace

LinearInquiry::LinearInquiry(std::shared_ptr<CompiledModels> models, QObject* parent)
    : QObject(parent),
      m_background(
          this,
          [answering = std::make_shared<Answering>(std::move(models))](const LinearQuestion& question,
                                                                       const auto& wanted) {
            return wanted() ? answering->answer(question) : LinearAnswer();
          },
          [this](const LinearAnswer& answer) { emit answered(answer); }) {}

}  // namespace fluxion
