#include "editor/overlays/analysis_point_marks.h"

#include <QPainter>

#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/line_item.h"
#include "editor/canvas/line_marks.h"
#include "editor/document/diagram_document.h"

namespace fluxion {

static constexpr double distance = 20;  // behind the beginning of a line, beyond a breakpoint
static constexpr double half = 6;

AnalysisPointMarks::AnalysisPointMarks(DiagramScene& scene, QObject* parent)
    : QObject(parent), m_scene(scene) {
  connect(&scene, &DiagramScene::subsystemChanged, this, &AnalysisPointMarks::renew);
  connect(&scene.document(), &DiagramDocument::changed, this, &AnalysisPointMarks::renew);
  connect(&scene.document(), &DiagramDocument::replaced, this, &AnalysisPointMarks::renew);
  renew();
}

void AnalysisPointMarks::renew() {
  if (!m_item)
    m_item = new MarksItem(m_scene, [this](QPainter& painter, const Theme& theme) { paint(painter, theme); });
  m_item->setVisible(!sim::analysis_points(m_scene.document().diagram()).empty());
  m_item->update();
}

static void arrow(QPainter& painter, QPointF from, QPointF to) {
  const QPointF along = (to - from) / 2;
  const QPointF side(-along.y() * 0.6, along.x() * 0.6);
  painter.drawLine(from, to);
  const QPointF head[] = {to - along + side, to, to - along - side};
  painter.drawPolyline(head, 3);
}

void AnalysisPointMarks::paint(QPainter& painter, const Theme& theme) const {
  painter.setRenderHint(QPainter::Antialiasing);
  for (const Mark& mark : marks()) {
    const sim::PointEffect effect = sim::effect_of(mark.kind);
    const QPointF at = mark.at;
    if (effect.cuts) {
      painter.setPen(QPen(theme.canvas, 4));
      painter.drawLine(at - QPointF(0, half), at + QPointF(0, half));
      painter.setPen(QPen(theme.traced, 1.6));
      for (double x : {-2.5, 2.5})
        painter.drawLine(at + QPointF(x - 2, half - 1), at + QPointF(x + 2, 1 - half));
    }
    painter.setPen(QPen(theme.traced, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    const double shift = effect.adds && effect.reads != sim::PointReading::None ? 5 : 0;
    const double first = effect.reads == sim::PointReading::Before ? 1 : -1;  // what comes first stands left
    if (effect.adds)
      arrow(painter, at + QPointF(first * shift, -half - 10), at + QPointF(first * shift, -half + 1));
    if (effect.reads != sim::PointReading::None)
      arrow(painter, at + QPointF(-first * shift, -half + 1), at + QPointF(-first * shift, -half - 10));
    if (!effect.cuts) {
      painter.setBrush(theme.traced);
      painter.setPen(Qt::NoPen);
      painter.drawEllipse(at, 2.6, 2.6);
    }
  }
}

std::vector<AnalysisPointMarks::Mark> AnalysisPointMarks::marks() const {
  std::vector<Mark> out;
  const sim::Diagram& diagram = m_scene.document().diagram();
  for (const sim::AnalysisPoint& point : sim::analysis_points(diagram))
    // Lines of one output begin at the same point.
    for (const LineItem* item : m_scene.level().lines()) {
      const auto line = diagram.lines.find(item->id());
      if (line == diagram.lines.end() || line->second.source != point.signal || item->route().size() < 2)
        continue;
      out.push_back({placeBehindStart(item->route(), distance), point.kind});
      break;
    }
  return out;
}

}  // namespace fluxion
