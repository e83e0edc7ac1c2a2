#include "editor/linear/response_inquiry.h"

#include <utility>

#include "editor/compiled/kept_linearizer.h"
#include "sim_core/base/work.h"
#include "sim_core/linear_analysis/frequency_response.h"

namespace fluxion {

void ResponseProgress::add(const sim::EstimatedPoint& point, std::size_t done, std::size_t all) {
  const std::lock_guard lock(m_mutex);
  m_news.points.push_back(point);
  m_news.done = done, m_news.all = all;
}

ResponseProgress::News ResponseProgress::take() {
  const std::lock_guard lock(m_mutex);
  News news = m_news;
  m_news.points.clear();
  return news;
}

namespace {

using Points = std::vector<sim::OperatingPoint>;

// Those that the linear model is drawn over.
sim::Result<std::vector<double>> chosenFrequencies(const KeptLinearizer& linearizer, const Points& points,
                                                   int count) {
  const auto none = [] {
    return sim::error({}, "there is no linear model with states to choose frequencies by",
                      "write the lowest and the highest frequency");
  };
  if (points.empty()) return none();
  const auto model = linearizer->at(points.front(), false);
  if (!model) return none();
  return sim::has_dynamics(*model) ? sim::Result(sim::chosen_frequencies(*model, count)) : none();
}

sim::Diagnostics estimate(const std::shared_ptr<CompiledModels>& models, const ResponseQuestion& question,
                          ResponseAnswer& out) {
  const sim::Diagram& diagram = *question.diagram;
  KeptLinearizer linearizer(models);
  Points points;
  sim::ResponseWishes wishes = question.wishes;
  const bool linear = wishes.frequencies.empty() || !question.instants.point.empty();
  if (linear) {
    if (sim::Diagnostics problems = linearizer.follow(diagram); !problems.empty()) return problems;
    auto reached = pointsOf(question.instants, diagram, *models, linearizer);
    if (!reached) return reached.errors();
    points = *std::move(reached);
  }
  if (wishes.frequencies.empty()) {
    auto chosen = chosenFrequencies(linearizer, points, question.frequencies);
    if (!chosen) return chosen.errors();
    wishes.frequencies = *std::move(chosen);
  }
  const auto estimator = sim::ResponseEstimator::prepare(diagram, *models->library(), wishes);
  if (!estimator) return estimator.errors();
  sim::Result<sim::OperatingPoint> start = sim::error({}, "there is no operating point");
  if (question.instants.point.empty()) {
    const auto times = timesOf(question.instants, diagram, *models);
    if (!times) return times.errors();
    auto reached = estimator->reach({times->front()});
    if (!reached) return reached.errors();
    start = std::move(reached->front());
  } else {
    start = estimator->taken_over(points.front(), linearizer->program());
  }
  if (!start) return start.errors();
  sim::ResponseOptions options;
  options.stop = [progress = question.progress] { return progress->isStopped(); };
  options.point = [&](const sim::EstimatedPoint& point, std::size_t done, std::size_t all) {
    question.progress->add(point, done, all);
  };
  auto response = estimator->estimate(*start, options);
  if (!response) return response.errors();
  out.response = std::make_shared<const sim::EstimatedResponse>(*std::move(response));
  return {};
}

}  // namespace

ResponseInquiry::Work responseWork(std::shared_ptr<CompiledModels> models) {
  return {"estimate the response",
          [models = std::move(models)](const ResponseQuestion& question, ResponseAnswer& out,
                                       const ResponseInquiry::Wanted&) {
            const sim::Work work([progress = question.progress] { return progress->isStopped(); });
            return estimate(models, question, out);
          }};
}

}  // namespace fluxion
