#include "editor/linear/linear_inquiry.h"

#include <limits>
#include <mutex>

#include "editor/compiled/kept_linearizer.h"
#include "sim_core/base/failure_report.h"
#include "sim_core/linear_analysis/triggers.h"

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
    if (m_diagram != question.diagram || m_times != question.times || m_point != question.point ||
        m_trigger != question.trigger) {
      m_answered.clear();
      m_diagram = question.diagram;
      m_times = question.times;
      m_point = question.point;
      m_trigger = question.trigger;
      m_problems = m_linearizer.follow(*question.diagram);
      if (!m_problems.empty()) return fail(out);
      const auto points = pointsOf(question);
      if (!points) m_problems = points.errors();
      if (points) linearizeAt(*points);
    }
    fail(out);
    out.models = m_answered;
  }

  // All of them, or none.
  void linearizeAt(const std::vector<sim::OperatingPoint>& points) {
    for (const sim::OperatingPoint& point : points) {
      auto model = m_linearizer->at(point);
      if (!model) {
        m_answered.clear();
        m_problems = model.errors();
        return;
      }
      m_answered.push_back(std::make_shared<const sim::LinearModel>(*std::move(model)));
    }
  }

  sim::Result<std::vector<sim::OperatingPoint>> pointsOf(const LinearQuestion& question) const {
    std::vector<double> instants = question.times;
    if (!question.trigger.empty()) {
      const auto trigger = sim::read_trigger(*question.diagram, question.trigger);
      if (!trigger) return trigger.errors();
      const auto times = sim::trigger_times(*question.diagram, *m_models->library(), *trigger, mostInstants);
      if (!times) return times.errors();
      instants = *times;
    }
    if (instants.empty()) instants = {-std::numeric_limits<double>::infinity()};
    auto reached = m_linearizer->reach(instants);
    if (!reached || question.point.empty()) return reached;
    auto point = m_linearizer.pointOf(*question.diagram, question.point, reached->front());
    if (!point) return point.errors();
    return std::vector{*std::move(point)};
  }

  void fail(LinearAnswer& out) const { out.problems = m_problems; }

  std::mutex m_mutex;
  const std::shared_ptr<CompiledModels> m_models;
  KeptLinearizer m_linearizer;
  std::shared_ptr<const sim::Diagram> m_diagram;
  std::vector<double> m_times;
  std::string m_point, m_trigger;
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
