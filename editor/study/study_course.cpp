#include "editor/study/study_course.h"

#include <algorithm>
#include <utility>

#include "editor/scopes/min_max_pyramid.h"

namespace fluxion {

namespace {

constexpr std::size_t mostPoints = 500;  // of a curve

std::vector<CurvePoint> drawn(const sim::LogView& log, int column) {
  std::vector<double> times(log.size()), values(log.size());
  log.copy_values(-1, 0, std::span(times));
  log.copy_values(column, 0, std::span(values));
  MinMaxPyramid pyramid;
  pyramid.append(values);
  std::vector<CurvePoint> points;
  for (const std::size_t row : pyramid.rows(0, values.size(), mostPoints))
    points.push_back({times[row], values[row]});
  return points;
}

}  // namespace

std::vector<std::string> elementsOf(const std::vector<sim::RecordedSignal>& signalList) {
  std::vector<std::string> names;
  for (const sim::RecordedSignal& signal : signalList)
    for (const std::string& element : signal.columns.size() == 1 ? std::vector{signal.name} : signal.elements)
      if (names.size() < StudyCourse::mostCurves) names.push_back(element);
  return names;
}

StudyCourse::News StudyCourse::take() {
  const std::lock_guard lock(m_mutex);
  return std::exchange(m_news, {});
}

void StudyCourse::begin(std::vector<std::string> elements) {
  m_elements = elements;
  const std::lock_guard lock(m_mutex);
  m_news.elements = std::move(elements);
}

void StudyCourse::add(const sim::StudyRow& row) {
  const std::lock_guard lock(m_mutex);
  m_news.rows.push_back(row);
}

void StudyCourse::add(const sim::StudyProgress& progress) {
  const std::lock_guard lock(m_mutex);
  m_news.progress = progress;
}

void StudyCourse::look(std::uint64_t sample, const sim::SignalLog& log,
                       const std::vector<sim::RecordedSignal>& signalList) {
  if (m_looks.fetch_add(1) >= mostRuns) return;
  const sim::LogView rows(log);
  RunCurves made{sample, {}};
  for (const std::string& element : m_elements) {
    auto& curve = made.curves.emplace_back();
    for (const sim::RecordedSignal& signal : signalList)
      for (std::size_t k = 0; k < signal.columns.size(); ++k)
        if ((signal.columns.size() == 1 ? signal.name : signal.elements[k]) == element && curve.empty())
          curve = drawn(rows, signal.columns[k]);
  }
  const std::lock_guard lock(m_mutex);
  m_news.curves.push_back(std::move(made));
}

}  // namespace fluxion
