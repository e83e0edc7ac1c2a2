#pragma once
// One column of a run's log as a curve over time, read while the run still writes it. The numbers stay in the
// log; kept here are the extremes that draw any part of it with a few points per pixel.
#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "editor/plots/curve_point.h"
#include "editor/scopes/min_max_pyramid.h"
#include "sim_core/simulate/signal_log.h"

namespace fluxion {

// What is drawn of a number: itself; its magnitude for a logarithmic axis; or itself where it is positive, a
// gap elsewhere, for one too.
enum class Measure { Value, Magnitude, Positive };

// Where |y| = 0 is drawn on a logarithmic axis: below any axis.
inline constexpr double zeroMagnitude = 1e-300;

class CurveData {
 public:
  // A held signal keeps its value from row to row; others are straight lines between rows.
  CurveData(std::shared_ptr<const sim::SignalLog> log, int column, Measure measure, bool held = false);

  // Takes in the rows the log has grown by, or starts over where a run has stepped back; true if anything has
  // changed. At most `most` rows, so that nobody waits: upToDate() says whether there are more.
  bool update(std::size_t most = std::numeric_limits<std::size_t>::max());
  bool upToDate() const {
    const sim::LogView now(*m_log);
    return m_seen.generation() == now.generation() && m_pyramid.size() >= now.size();
  }
  std::size_t size() const { return m_pyramid.size(); }

  // All rows of [from, to] where they are at most four times `limit`, else about `limit` points that draw it
  // with no peak lost, and one more on either side so that the line reaches the edges. A number that is not
  // finite is NaN: a gap.
  std::vector<CurvePoint> points(double from, double to, std::size_t limit) const;
  // At these instants, which ascend, as far as they are in [from, to] and recorded: what a table that is
  // played has there. Two equal ones are a jump, and have a point on either side. None where they are more
  // than `limit`.
  std::optional<std::vector<CurvePoint>> samples(const std::vector<double>& instants, double from, double to,
                                                 std::size_t limit) const;
  // Of the rows in [from, to]; zero magnitudes take no part.
  std::optional<Extremes> extremes(double from, double to) const;
  // Interpolated between rows, or held; none outside the recorded time.
  std::optional<double> valueAt(double time) const;
  double firstTime() const { return size() == 0 ? 0 : m_seen.time(0); }
  // Rows, for who searches them: the first with t >= time, the first with t > time.
  std::size_t firstRowFrom(double time) const;
  std::size_t firstRowAfter(double time) const;
  CurvePoint row(std::size_t row) const { return {m_seen.time(row), measured(m_seen.value(m_column, row))}; }
  Measure measure() const { return m_measure; }
  bool isHeld() const { return m_held; }
  const std::shared_ptr<const sim::SignalLog>& log() const { return m_log; }
  int column() const { return m_column; }
  double lastTime() const { return size() == 0 ? 0 : m_seen.time(size() - 1); }

 private:
  double measured(double value) const;
  std::shared_ptr<const sim::SignalLog> m_log;
  int m_column;
  Measure m_measure;
  bool m_held;
  sim::LogView m_seen;  // the log as it was at the last update()
  MinMaxPyramid m_pyramid;
};

}  // namespace fluxion
