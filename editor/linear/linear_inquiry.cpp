#include "editor/linear/linear_inquiry.h"

#include <mutex>
#include <optional>

#include "sim_core/base/failure_report.h"
#include "sim_core/linear_analysis/instrumented_model.h"
#include "sim_core/linear_analysis/linearize.h"

namespace fluxion {

namespace {

// One question is answered at a time; what the last one compiled serves the next.
class Answering {
 public:
  explicit Answering(std::shared_ptr<const sim::BlockLibrary> library) : m_library(std::move(library)) {}

  LinearAnswer answer(const LinearQuestion& question) {
    const std::lock_guard lock(m_mutex);
    LinearAnswer out;
    out.choice = question.choice;
    try {
      linearize(question, out);
      if (out.model) out.curves = linearCurves(*out.model, question.choice);
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
    if (m_diagram != question.diagram || m_time != question.time) {
      m_model.reset();
      m_diagram = question.diagram;
      m_time = question.time;
      const bool same = m_linearizer && sim::default_points(*question.diagram) == m_points;
      auto linearizer = same ? m_linearizer->with(*question.diagram)
                             : sim::Linearizer::prepare(*question.diagram, *m_library);
      m_problems = linearizer ? sim::Diagnostics() : linearizer.errors();
      if (!linearizer) return fail(out);
      m_linearizer = *std::move(linearizer);
      m_points = sim::default_points(*question.diagram);
      const auto points = m_linearizer->reach({question.time});
      if (!points) m_problems = points.errors();
      if (points) {
        auto model = m_linearizer->at(points->front());
        if (model)
          m_model = std::make_shared<const sim::LinearModel>(*std::move(model));
        else
          m_problems = model.errors();
      }
    }
    fail(out);
    out.model = m_model;
  }

  void fail(LinearAnswer& out) const { out.problems = m_problems; }

  std::mutex m_mutex;
  std::shared_ptr<const sim::BlockLibrary> m_library;
  std::optional<sim::Linearizer> m_linearizer;
  std::vector<sim::AnalysisPoint> m_points;
  std::shared_ptr<const sim::Diagram> m_diagram;
  double m_time = 0;
  std::shared_ptr<const sim::LinearModel> m_model;
  sim::Diagnostics m_problems;
};

}  // namespace

LinearInquiry::LinearInquiry(std::shared_ptr<const sim::BlockLibrary> library, QObject* parent)
    : QObject(parent),
      m_background(
          this,
          [answering = std::make_shared<Answering>(std::move(library))](const LinearQuestion& question,
                                                                        const auto& wanted) {
            return wanted() ? answering->answer(question) : LinearAnswer();
          },
          [this](const LinearAnswer& answer) { emit answered(answer); }) {}

}  // namespace fluxion
