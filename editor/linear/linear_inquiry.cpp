#include "editor/linear/linear_inquiry.h"

#include <mutex>
#include <optional>

#include "editor/compiled/read_point.h"
#include "sim_core/base/failure_report.h"
#include "sim_core/linear_analysis/instrumented_model.h"
#include "sim_core/linear_analysis/linearize.h"
#include "sim_core/operating_points/point_transfer.h"

namespace fluxion {

namespace {

// One question is answered at a time; what the last one compiled serves the next.
class Answering {
 public:
  explicit Answering(std::shared_ptr<CompiledModels> models) : m_models(std::move(models)) {}

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
    if (m_diagram != question.diagram || m_time != question.time || m_point != question.point) {
      m_model.reset();
      m_diagram = question.diagram;
      m_time = question.time;
      m_point = question.point;
      const bool same = m_linearizer && sim::default_points(*question.diagram) == m_points;
      auto linearizer = same ? m_linearizer->with(*question.diagram)
                             : sim::Linearizer::prepare(*question.diagram, *m_models->library());
      m_problems = linearizer ? sim::Diagnostics() : linearizer.errors();
      if (!linearizer) return fail(out);
      m_linearizer = *std::move(linearizer);
      m_points = sim::default_points(*question.diagram);
      const auto points = pointsOf(question);
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

  sim::Result<std::vector<sim::OperatingPoint>> pointsOf(const LinearQuestion& question) const {
    auto reached = m_linearizer->reach({question.time});
    if (!reached || question.point.empty()) return reached;
    const auto read = readPoint(*m_models, *question.diagram, question.point);
    if (!read) return read.errors();
    auto point =
        sim::transfer_point(read->point, read->model->program(), reached->front(), m_linearizer->program());
    if (!point) return point.errors();
    return std::vector{*std::move(point)};
  }

  void fail(LinearAnswer& out) const { out.problems = m_problems; }

  std::mutex m_mutex;
  const std::shared_ptr<CompiledModels> m_models;
  std::optional<sim::Linearizer> m_linearizer;
  std::vector<sim::AnalysisPoint> m_points;
  std::shared_ptr<const sim::Diagram> m_diagram;
  double m_time = 0;
  std::string m_point;
  std::shared_ptr<const sim::LinearModel> m_model;
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
