#pragma once
// Two columns of a run's log as a curve in the plane, read while the run still writes it. A row is drawn when
// it is farther than the resolution from the last one drawn, so a long orbit costs what its picture costs.
#include <cstddef>
#include <memory>
#include <vector>

#include "editor/scopes/curve_data.h"

namespace fluxion {

class PhaseCurveData {
 public:
  PhaseCurveData(std::shared_ptr<const sim::SignalLog> log, int xColumn, int yColumn);

  // Takes in the rows the log has grown by, at most `most`, or starts over where a run has stepped back; true
  // if anything has changed.
  bool update(std::size_t most = std::numeric_limits<std::size_t>::max());
  bool upToDate() const { return m_generation == m_log->generation() && m_size >= m_log->size(); }
  std::size_t size() const { return m_size; }
  bool shows(const sim::SignalLog* log, int xColumn, int yColumn) const {
    return m_log.get() == log && m_xColumn == xColumn && m_yColumn == yColumn;
  }

  // The distances that can just be told apart; half of it is what the picture may be off. Starts over when it
  // becomes finer, or coarser by more than half.
  void setResolution(double dx, double dy);

  // What is drawn, the newest row always among it.
  std::vector<CurvePoint> points() const;
  // Of all rows; empty (low > high) where none is finite.
  const Extremes& xExtremes() const { return m_x; }
  const Extremes& yExtremes() const { return m_y; }

 private:
  void take(CurvePoint point);
  void startOver();

  std::shared_ptr<const sim::SignalLog> m_log;
  int m_xColumn, m_yColumn;
  std::uint64_t m_generation;
  std::size_t m_size = 0;
  std::vector<CurvePoint> m_drawn;
  CurvePoint m_newest;
  double m_dx = 0, m_dy = 0;
  Extremes m_x, m_y;
};

}  // namespace fluxion
