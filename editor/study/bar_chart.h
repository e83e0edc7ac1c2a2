#pragma once
// Horizontal bars with names: tornado diagrams and sensitivity indices. Each name has one bar or several,
// each from a number to another, with an interval where there is one.
#include <QStringList>
#include <QWidget>
#include <limits>
#include <optional>
#include <vector>

namespace fluxion {

struct ChartBar {
  double from = 0, to = 0;  // a bar that is not finite is left out
  int color = 0;            // counts through the theme's colors of curves
  double low = std::numeric_limits<double>::quiet_NaN(), high = low;  // of the interval around `to`
};

struct ChartGroup {
  QString name;
  std::vector<ChartBar> bars;
};

struct ChartContent {
  QString label;                   // of the axis
  QStringList legend;              // by color
  std::vector<ChartGroup> groups;  // from above
  std::optional<double> middle;    // a line across
  bool beside = true;              // the bars of a name under each other; false: at the same height
};

class BarChart : public QWidget {
  Q_OBJECT
 public:
  explicit BarChart(QWidget* parent = nullptr);

  void show(ChartContent content);
  const ChartContent& content() const { return m_content; }
  QSize sizeHint() const override { return {480, 320}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  struct Axis {
    double low = 0, high = 1, step = 1;  // in numbers
    double left = 0, width = 1;          // in pixels
    double at(double value) const { return left + (value - low) / (high - low) * width; }
  };
  Axis axisOf(const QRectF& inside) const;
  void paint(QPainter& painter, QRectF area) const;
  void paintGroup(QPainter& painter, const ChartGroup& group, const QRectF& row, const Axis& axis) const;

  ChartContent m_content;
};

}  // namespace fluxion
