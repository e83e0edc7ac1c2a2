#pragma once
// The plots of a PlotCanvas in their grid: axes with their scales and labels, and what of them has room.
#include <map>

#include "editor/plots/plot_parts.h"

namespace fluxion {

class PlotLegends;

class PlotGrid {
 public:
  PlotGrid(PlotParts& parts, PlotLegends& legends) : m_parts(parts), m_legends(legends) {}

  int add(PlotCell cell, const QString& label);
  void setTitle(int axes, const QString& title);
  // The right axes have numbers where a curve belongs to them.
  void showRightAxes();

  QCPAxis* axis(int plot, AxisSide side) const;  // null where there is no such plot
  QString& ownLabel(int plot, AxisSide side) const;
  void setLogarithmic(QCPAxis* axis, bool logarithmic);

  void setTitles(const AxisTitles& titles);
  void setHorizontalLabel(const QString& label);
  const QString& horizontalLabel() const { return m_horizontalLabel; }
  void setHorizontalUnit(double unit);
  double horizontalUnit() const { return m_horizontalUnit; }
  void setShared(bool shared);
  bool shared() const { return m_shared; }
  // Where the horizontal axis is shared, only the lowest plots carry its numbers and label.
  void labelHorizontal();

  // Before drawing at this size: labels are cut to the room there is, equal aspects kept.
  void fitLabels(QSize size);
  void keepAspect();
  // After it: tick marks are chosen before the plots have their places; where a plot came out larger or
  // smaller than they were chosen for, they are chosen again.
  void settleTicks();

 private:
  void addCrosshair(PlotAxes& axes);
  void scaleAxis(QCPAxis* axis);
  void shareHorizontal(const QCPRange& range);
  bool isLowest(const PlotAxes& axes) const;
  const QString& shownLabel(int index, AxisSide side) const;

  PlotParts& m_parts;
  PlotLegends& m_legends;
  bool m_shared = true, m_sharing = false, m_settling = false;
  QString m_horizontalLabel;
  double m_horizontalUnit = 1;
  AxisTitles m_titles;
};

}  // namespace fluxion
