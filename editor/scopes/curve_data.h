#pragma once
// One column of a run's log as a curve over time, read while the run still writes it. The numbers stay in the
// log; kept here are the extremes that draw any part of it with a few points per pixel.
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "editor/scopes/min_max_pyramid.h"
#include "sim_core/simulate/signal_log.h"

namespace fluxion {

struct CurvePoint {
  double x = 0, y = 0;
  bool operator==(const CurvePoint&) const = default;
};

// What is drawn of a number: itself, or its magnitude for a logarithmic axis.
enum class Measure { Value, Magnitude };

// Where |y| = 0 is drawn on a logarithmic axis: below any axis.
inline constexpr double zeroMagnitude = 1e-300;

class CurveData {
 public:
  CurveData(std::shared_ptr<const sim::SignalLog> log, int column, Measure measure);

  // Takes in the rows the log has grown by; true if there were any.
  bool update();
  std::size_t size() const { return m_pyramid.size(); }

  // At most about `limit` points that draw [from, to] with no peak lost, and one more on either side so that
  // the line reaches the edges. A number that is not finite is NaN: a gap.
  std::vector<CurvePoint> points(double from, double to, std::size_t limit) const;
  // Of the rows in [from, to]; zero magnitudes take no part.
  std::optional<Extremes> extremes(double from, double to) const;
  // Interpolated between rows; none outside the recorded time.
  std::optional<double> valueAt(double time) const;
  double firstTime() const { return size() == 0 ? 0 : m_log->time(0); }
  double lastTime() const { return size() == 0 ? 0 : m_log->time(size() - 1); }

 private:
  double measured(double value) const;
  std::size_t firstRowFrom(double time) const;   // the first with t >= time
  std::size_t firstRowAfter(double time) const;  // the first with t > time

  std::shared_ptr<const sim::SignalLog> m_log;
  int m_column;
  Measure m_measure;
  MinMaxPyramid m_pyramid;
};

}  // namespace fluxion
