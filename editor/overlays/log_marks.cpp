#include "editor/overlays/log_marks.h"

#include <QPainter>
#include <algorithm>
#include <set>

#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/line_item.h"
#include "editor/canvas/line_marks.h"
#include "editor/document/diagram_document.h"
#include "sim_core/diagram/signal_properties.h"

namespace fluxion {

static constexpr double along = 24;  // behind where a breakpoint would be

LogMarks::LogMarks(DiagramScene& scene, QObject* parent) : QObject(parent), m_scene(scene) {
  connect(&scene, &DiagramScene::subsystemChanged, this, &LogMarks::renew);
  connect(&scene.document(), &DiagramDocument::changed, this, &LogMarks::renew);
  connect(&scene.document(), &DiagramDocument::replaced, this, &LogMarks::renew);
  renew();
}

void LogMarks::renew() {
  if (!m_item)
    m_item = new MarksItem(m_scene, [this](QPainter& painter, const Theme& theme) { paint(painter, theme); });
  const auto& blocks = m_scene.document().diagram().blocks;
  m_item->setVisible(std::any_of(blocks.begin(), blocks.end(),
                                 [](const auto& block) { return sim::has_signal_properties(block.second); }));
  m_item->update();
}

// Two waves above a point on the line, as of a transmitter.
void LogMarks::paint(QPainter& painter, const Theme& theme) const {
  for (const QPointF& at : marks()) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.selection);
    painter.drawEllipse(at, 2.5, 2.5);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.selection, 1.5, Qt::SolidLine, Qt::RoundCap));
    for (const double radius : {6.0, 9.5})
      painter.drawArc(QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius), 45 * 16, 90 * 16);
  }
}

std::vector<QPointF> LogMarks::marks() const {
  std::vector<QPointF> out;
  std::set<sim::PortRef> marked;  // lines of one output begin at the same point
  const DiagramDocument& document = m_scene.document();
  for (const LineItem* item : m_scene.level().lines()) {
    const sim::Line* line = document.line(item->id());
    const sim::Block* block = line && line->source ? document.block(line->source->block) : nullptr;
    if (!block || !sim::has_signal_properties(*block) || item->route().size() < 2) continue;
    if (sim::signal_properties(*block, line->source->port).logged && marked.insert(*line->source).second)
      out.push_back(placeBehindStart(item->route(), along));
  }
  return out;
}

}  // namespace fluxion
