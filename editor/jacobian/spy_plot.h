#pragma once
// The pattern of a Jacobian as a picture: a mark for each entry that may be non-zero, in the color of its
// column's group. Where there are more entries than fit, a cell stands for several, gray if they are of
// several groups, the darker the more there are. Arrow keys move a cursor from cell to cell; Ctrl with them
// goes to the next cell that is not empty.
#include <QImage>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "editor/jacobian/spy_cells.h"
#include "sim_core/reports/jacobian_report.h"

namespace fluxion {

struct Theme;

class SpyPlot : public QWidget {
  Q_OBJECT
 public:
  explicit SpyPlot(QWidget* parent = nullptr);

  void setReport(std::shared_ptr<const sim::JacobianReport> report);  // null: nothing is shown
  // One number for each entry of the pattern, in its order; empty: not known.
  void setValues(std::vector<double> values);
  // Colors by these numbers in place of the groups: the larger the stronger, over decades, one color for each
  // sign; and writes them where there is room.
  void showValues(bool on);
  // Shows where this group is and pales the rest; no value: all groups alike.
  void highlightGroup(std::optional<int> group);

  // As it is drawn now.
  const SpyCells& cells() const { return m_cells; }
  // Of a cell, in the widget.
  QRectF cellRect(int row, int column) const;
  // Column and row of the cursor's cell.
  QPoint cursorCell() const;
  void setCursorCell(QPoint cell);
  // What a cell stands for and holds, in words.
  QString describe(QPoint cell) const;

  QSize sizeHint() const override { return {220, 220}; }
  QSize minimumSizeHint() const override { return {140, 140}; }

 signals:
  // The cell that the mouse or the cursor has come to.
  void pointedAt(const QString& description);
  void cellsChanged();  // there are more or fewer of them

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  void limitHeight();
  void arrange();
  void draw();
  QColor colorOf(const SpyCells::Cell& cell, const Theme& theme) const;
  QColor heatOf(double value, const Theme& theme) const;
  void drawNumbers(QPainter& painter, const Theme& theme) const;
  double entry(int row, int column) const;
  std::optional<QPoint> cellAt(QPointF position) const;
  std::optional<QPoint> nextCell(int key, Qt::KeyboardModifiers modifiers) const;
  QPoint nextHeld(QPoint from, QPoint step) const;
  void paintCursor(QPainter& painter) const;

  std::shared_ptr<const sim::JacobianReport> m_report;
  SpyCells m_cells;
  std::optional<int> m_group;
  std::vector<double> m_values;   // of the pattern's entries
  std::vector<double> m_largest;  // of each cell, row by row: the value of the largest magnitude
  double m_most = 0;              // of all magnitudes
  bool m_showsValues = false;
  QPoint m_cursor;     // an entry of the matrix: column, row
  double m_ratio = 1;  // device pixels in a pixel
  int m_side = 1;      // of a cell, in device pixels
  QPoint m_origin;     // of the picture, in device pixels
  QImage m_picture;    // null: to be drawn again
};

}  // namespace fluxion
