#include "editor/overlays/finding_badges.h"

#include <QMouseEvent>
#include <QPainter>

#include "editor/canvas/block_item.h"
#include "editor/canvas/canvas_text.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/document/diagram_document.h"

namespace fluxion {

static constexpr double radius = 7;

class FindingBadges::Item : public QGraphicsObject {
 public:
  explicit Item(FindingBadges& badges) : m_badges(badges) {
    setZValue(6);
    setAcceptedMouseButtons(Qt::NoButton);
    badges.m_scene.addItem(this);
  }
  QRectF boundingRect() const override { return {-1e6, -1e6, 2e6, 2e6}; }
  void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override {
    if (m_badges.m_scene.isOnPaper()) return;
    const Theme& theme = m_badges.m_scene.theme();
    QFont font = canvasFont(11);
    font.setBold(true);
    painter->setFont(font);
    for (const auto& [block, marked] : m_badges.m_marked) {
      if (!m_badges.m_scene.level().block(block)) continue;
      const QPointF at = m_badges.place(block);
      painter->setPen(QPen(theme.canvas, 1.5));
      painter->setBrush(marked.worst == sim::Severity::Error ? theme.error : theme.warning);
      painter->drawEllipse(at, radius, radius);
      painter->setPen(theme.canvas);
      painter->drawText(QRectF(at - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius)), Qt::AlignCenter,
                        QStringLiteral("!"));
    }
  }

 private:
  FindingBadges& m_badges;
};

FindingBadges::FindingBadges(DiagramScene& scene, DiagramView& view, QObject* parent)
    : QObject(parent), m_scene(scene), m_view(view) {
  connect(&scene, &DiagramScene::subsystemChanged, this, &FindingBadges::renew);
  view.viewport()->installEventFilter(this);
  renew();
}

void FindingBadges::setFindings(const sim::Diagnostics& findings) {
  m_findings = findings;
  renew();
}

void FindingBadges::renew() {
  if (!m_item) m_item = new Item(*this);
  m_marked.clear();
  DiagramDocument& document = m_scene.document();
  for (std::size_t k = 0; k < m_findings.size(); ++k) {
    const sim::Diagnostic& finding = m_findings[k];
    if (finding.severity == sim::Severity::Note) continue;
    sim::Id id = finding.element;
    const sim::Block* block = document.block(id);
    for (int depth = 0; block && block->parent != m_scene.subsystem() && depth < sim::max_subsystem_depth;
         ++depth) {
      id = block->parent;
      block = document.block(id);
    }
    if (!block) continue;
    Marked& marked = m_marked[id];
    marked.worst = std::max(marked.worst, finding.severity);
    marked.findings.push_back(static_cast<int>(k));
  }
  m_item->update();
}

QPointF FindingBadges::place(sim::Id block) const {
  const BlockItem* item = m_scene.level().block(block);
  return item ? item->geometry().rect.topLeft() : QPointF();
}

sim::Id FindingBadges::badgeAt(QPointF at) const {
  for (const auto& [block, marked] : m_marked)
    if (m_scene.level().block(block) && QLineF(at, place(block)).length() <= radius + 1) return block;
  return sim::no_id;
}

QString FindingBadges::text(sim::Id block) const {
  const auto it = m_marked.find(block);
  if (it == m_marked.end()) return {};
  constexpr std::size_t enough = 4;
  QString out;
  for (std::size_t k = 0; k < it->second.findings.size() && k < enough; ++k) {
    const sim::Diagnostic& finding = m_findings[static_cast<std::size_t>(it->second.findings[k])];
    const auto html = [](const std::string& text) { return QString::fromStdString(text).toHtmlEscaped(); };
    const QColor color =
        finding.severity == sim::Severity::Error ? m_scene.theme().error : m_scene.theme().warning;
    out += QStringLiteral("<p style='margin:2px'><b style='color:%1'>%2</b> ")
               .arg(color.name(), finding.severity == sim::Severity::Error ? tr("Error:") : tr("Warning:"));
    if (finding.element != block) out += html(finding.path) + QStringLiteral(": ");
    out += html(finding.message);
    if (!finding.remedy.empty()) out += QStringLiteral("<br>→ ") + html(finding.remedy);
    out += QStringLiteral("</p>");
  }
  if (it->second.findings.size() > enough) out += tr("and %1 more").arg(it->second.findings.size() - enough);
  return out;
}

// A press on a badge is not for the tool, nor what follows until the button is up.
bool FindingBadges::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonDblClick) {
    const auto& mouse = static_cast<const QMouseEvent&>(*event);
    const sim::Id block = mouse.button() == Qt::LeftButton
                              ? badgeAt(m_view.mapToScene(mouse.position().toPoint()))
                              : sim::no_id;
    m_pressed = block != sim::no_id;
    if (m_pressed) {
      emit clicked(m_marked.at(block).findings.front());
      return true;
    }
  } else if (m_pressed &&
             (event->type() == QEvent::MouseMove || event->type() == QEvent::MouseButtonRelease)) {
    m_pressed = event->type() == QEvent::MouseMove;
    return true;
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace fluxion
