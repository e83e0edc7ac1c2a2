#include "editor/window/breakpoint_marks.h"

#include <QPainter>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/line_item.h"
#include "editor/canvas/line_marks.h"
#include "editor/document/diagram_document.h"

namespace fluxion {

static constexpr double radius = 4.5;
static constexpr double along = 11;  // a little behind the beginning of a line

BreakpointMarks::BreakpointMarks(DiagramScene& scene, Breakpoints& breakpoints, QObject* parent)
    : QObject(parent), m_scene(scene), m_breakpoints(breakpoints) {
  connect(&scene, &DiagramScene::subsystemChanged, this, &BreakpointMarks::renew);
  connect(&breakpoints, &Breakpoints::changed, this, &BreakpointMarks::renew);
  renew();
}

void BreakpointMarks::renew() {
  if (!m_item)
    m_item = new MarksItem(m_scene, [this](QPainter& painter, const Theme& theme) { paint(painter, theme); });
  m_item->setVisible(!m_breakpoints.all().empty());
  m_item->update();
}

void BreakpointMarks::setMet(const std::vector<int>& breakpoints) {
  m_met = {breakpoints.begin(), breakpoints.end()};
  renew();
}

void BreakpointMarks::paint(QPainter& painter, const Theme& theme) const {
  for (const Mark& mark : marks()) {
    if (mark.met) {
      painter.setPen(QPen(theme.warning, 2));
      painter.setBrush(Qt::NoBrush);
      painter.drawEllipse(mark.at, radius + 3.5, radius + 3.5);
    }
    painter.setPen(QPen(mark.enabled ? theme.canvas : theme.hint, 1.5));
    painter.setBrush(mark.enabled ? theme.error : theme.canvas);
    painter.drawEllipse(mark.at, radius, radius);
  }
}

std::vector<BreakpointMarks::Mark> BreakpointMarks::marks() const {
  std::vector<Mark> out;
  const sim::Diagram& diagram = m_scene.document().diagram();
  for (const Breakpoint& b : m_breakpoints.all()) {
    const bool met = m_met.contains(b.id);
    if (b.kind == Breakpoint::Kind::Signal) {
      // Lines of one output begin at the same point.
      for (const LineItem* item : m_scene.level().lines()) {
        const auto line = diagram.lines.find(item->id());
        if (line == diagram.lines.end() || line->second.source != b.signal || item->route().size() < 2)
          continue;
        out.push_back({placeBehindStart(item->route(), along), b.enabled, met});
        break;
      }
    } else if (b.block != sim::no_id) {
      if (const BlockItem* item = m_scene.level().block(b.block))
        out.push_back({item->geometry().rect.topRight(), b.enabled, met});
    }
  }
  return out;
}

}  // namespace fluxion
