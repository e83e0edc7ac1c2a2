#include "editor/scopes/curve_data.h"

#include <algorithm>
#include <cmath>
#include <ranges>

namespace fluxion {

static constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

CurveData::CurveData(std::shared_ptr<const sim::SignalLog> log, int column, Measure measure, bool held)
    : m_log(std::move(log)), m_column(column), m_measure(measure), m_held(held), m_seen(*m_log) {}

double CurveData::measured(double value) const {
  if (!std::isfinite(value)) return nothing;
  if (m_measure == Measure::Value) return value;
  if (m_measure == Measure::Positive) return value > 0 ? value : nothing;
  return value == 0 ? zeroMagnitude : std::abs(value);
}

bool CurveData::update(std::size_t most) {
  constexpr std::size_t batch = 4096;
  bool grown = false;
  const sim::LogView now(*m_log);
  if (now.generation() != m_seen.generation()) {
    m_pyramid = {};
    grown = true;
  }
  m_seen = now;
  const std::size_t rows = m_seen.size(), taken = m_pyramid.size();
  most = std::min(most, rows > taken ? rows - taken : 0);
  std::vector<double> buffer(std::min(batch, most));
  while (most > 0) {
    const std::span values = std::span(buffer).first(std::min(batch, most));
    const std::size_t count = m_seen.copy_values(m_column, m_pyramid.size(), values);
    if (count == 0) break;
    most -= count;
    if (m_measure == Measure::Magnitude)
      for (double& v : values) v = v == 0 ? nothing : std::abs(v);
    if (m_measure == Measure::Positive)
      for (double& v : values) v = v > 0 ? v : nothing;
    m_pyramid.append(values.first(count));
    grown = true;
  }
  return grown;
}

std::size_t CurveData::firstRowFrom(double time) const {
  const auto rows = std::views::iota(std::size_t{0}, size());
  return *std::ranges::partition_point(rows, [&](std::size_t row) { return m_seen.time(row) < time; });
}

std::size_t CurveData::firstRowAfter(double time) const {
  const auto rows = std::views::iota(std::size_t{0}, size());
  return *std::ranges::partition_point(rows, [&](std::size_t row) { return m_seen.time(row) <= time; });
}

std::vector<CurvePoint> CurveData::points(double from, double to, std::size_t limit) const {
  std::size_t first = firstRowFrom(from), last = firstRowAfter(to);
  if (first > 0) --first;
  if (last < size()) ++last;
  // Rows that are only some times as many are all drawn: the extremes of 16 at a time would be few.
  constexpr std::size_t few = 4;
  if (last - first <= few * limit) limit = last - first;
  std::vector<CurvePoint> out;
  const auto add = [&](std::size_t begin, std::size_t end, std::size_t most) {
    for (std::size_t row : m_pyramid.rows(begin, end, most))
      out.push_back({m_seen.time(row), measured(m_seen.value(m_column, row))});
  };
  // Rows may crowd at one instant: each part of the time that has been recorded has its share of the points,
  // so that none starves.
  constexpr std::size_t share = 64;
  if (first < last) from = std::max(from, m_seen.time(first)), to = std::min(to, m_seen.time(last - 1));
  const std::size_t parts = last - first > limit ? std::max<std::size_t>(1, limit / share) : 1;
  for (std::size_t part = 1, begin = first; part <= parts; ++part) {
    const double edge = from + (to - from) * static_cast<double>(part) / static_cast<double>(parts);
    const std::size_t end = part == parts ? last : std::clamp(firstRowFrom(edge), begin, last);
    add(begin, end, parts == 1 ? limit : share);
    begin = end;
  }
  return out;
}

std::optional<std::vector<CurvePoint>> CurveData::samples(const std::vector<double>& instants, double from,
                                                          double to, std::size_t limit) const {
  const auto first = std::ranges::lower_bound(instants, std::max(from, firstTime()));
  const auto end = std::ranges::upper_bound(instants, std::min(to, lastTime()));
  std::vector<CurvePoint> out;
  if (size() == 0 || first >= end) return out;
  if (static_cast<std::size_t>(end - first) > limit) return std::nullopt;
  for (auto it = first; it < end; ++it) {
    const std::size_t before = firstRowFrom(*it), after = firstRowAfter(*it);
    const bool jump = it + 1 < end && *(it + 1) == *it;
    if (before == after) {  // a log that was thinned
      if (const auto value = valueAt(*it)) out.push_back({*it, *value});
    } else if (jump) {
      out.push_back(row(before));
      out.push_back(row(after - 1));
      ++it;
    } else {
      // What is held begins here. A straight line ends here, but for the first one.
      out.push_back(row(m_held || it == instants.begin() ? after - 1 : before));
    }
  }
  return out;
}

std::optional<Extremes> CurveData::extremes(double from, double to) const {
  return m_pyramid.extremes(firstRowFrom(from), firstRowAfter(to), [this](std::size_t row) {
    const double v = measured(m_seen.value(m_column, row));
    return v == zeroMagnitude ? nothing : v;
  });
}

std::optional<double> CurveData::valueAt(double time) const {
  if (size() == 0 || time < firstTime() || time > lastTime()) return std::nullopt;
  const std::size_t right = firstRowFrom(time);
  const double value = measured(m_seen.value(m_column, right));
  if (right == 0 || m_seen.time(right) == time) return value;
  if (m_held) return measured(m_seen.value(m_column, right - 1));
  const double t0 = m_seen.time(right - 1), before = measured(m_seen.value(m_column, right - 1));
  return before + (value - before) * (time - t0) / (m_seen.time(right) - t0);
}

}  // namespace fluxion
