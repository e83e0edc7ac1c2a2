// What hands do in the plot of a lookup table becomes rows of it.
#include <QCheckBox>
#include <QHBoxLayout>
#include <QTableWidget>
#include <algorithm>

#include "editor/dialogs/lookup_editor.h"
#include "editor/dialogs/matrix_editor.h"
#include "editor/dialogs/point_drawing.h"
#include "sim_core/block/evaluate_parameter.h"

namespace fluxion {

static QString numberText(double value) { return QString::number(value, 'g', 12); }

void LookupEditor::drawByHand(QHBoxLayout& tools) {
  auto* freehand = new QCheckBox(tr("&Draw"), this);
  freehand->setObjectName(QStringLiteral("drawByHand"));
  freehand->setToolTip(
      tr("Draw in the plot from left to right; without it, drag points and double-click to add one"));
  tools.addWidget(freehand);
  m_plot->setToolTip(tr("Drag points (Shift: up and down only); double-click to add one"));
  m_hand = new PointDrawing(*m_plot);
  connect(freehand, &QCheckBox::toggled, m_hand, &PointDrawing::setDrawing);
  connect(m_hand, &PointDrawing::picked, this,
          [this](int curve, int point) { m_table->setCurrentCell(point, curve + 1); });
  connect(m_hand, &PointDrawing::moved, this, &LookupEditor::movePoint);
  connect(m_hand, &PointDrawing::released, this, &LookupEditor::review);
  connect(m_hand, &PointDrawing::added, this, &LookupEditor::addPoint);
  connect(m_hand, &PointDrawing::drawn, this, &LookupEditor::takeStroke);
}

void LookupEditor::movePoint(int curve, int point, double x, double y) {
  m_filling = true;
  setCell(point, 0, numberText(x));
  setCell(point, curve + 1, numberText(y));
  m_filling = false;
  review();
}

double LookupEditor::worth(int row, int column) const {
  const auto value =
      sim::evaluate_parameter(sim::ParameterSpec{}, cell(row, column).toStdString(), m_variables);
  return value && value->shape.is_scalar() ? value->number() : 0;
}

// A new row, where the other columns go on in a straight line.
int LookupEditor::insertBreakpoint(double x) {
  int at = 0;
  while (at < m_table->rowCount() && worth(at, 0) < x) ++at;
  if (at < m_table->rowCount() && worth(at, 0) == x) return at;
  if (m_table->rowCount() >= MatrixEditor::most) return -1;
  const int before = std::max(at - 1, 0), behind = std::min(at, m_table->rowCount() - 1);
  const double x0 = worth(before, 0), x1 = worth(behind, 0);
  const double part = x1 > x0 ? (x - x0) / (x1 - x0) : 0;
  QStringList texts{numberText(x)};
  for (int c = 1; c < m_table->columnCount(); ++c) {
    const double y0 = worth(before, c), y1 = worth(behind, c);
    texts += numberText(y0 + part * (y1 - y0));
  }
  m_table->insertRow(at);
  for (int c = 0; c < texts.size(); ++c) setCell(at, c, texts[c]);
  return at;
}

void LookupEditor::addPoint(int curve, double x, double y) {
  m_filling = true;
  const int row = insertBreakpoint(x);
  if (row >= 0) setCell(row, curve + 1, numberText(y));
  m_filling = false;
  if (row >= 0) m_table->setCurrentCell(row, curve + 1);
  review();
}

// The stroke takes the place of what was there, in the column that is being worked on.
void LookupEditor::takeStroke(const std::vector<CurvePoint>& points) {
  const int column = std::max(m_table->currentColumn(), 1);
  m_filling = true;
  for (const CurvePoint& p : points)
    if (const int row = insertBreakpoint(p.x); row >= 0) setCell(row, column, numberText(p.y));
  for (int row = m_table->rowCount() - 1; row >= 0; --row) {
    const double x = worth(row, 0);
    const bool drawn = std::any_of(points.begin(), points.end(),
                                   [x](const CurvePoint& p) { return numberText(p.x).toDouble() == x; });
    if (x > points.front().x && x < points.back().x && !drawn) m_table->removeRow(row);
  }
  m_filling = false;
  review();
}

}  // namespace fluxion
