#include "editor/window/goal_overlay.h"

#include <QMouseEvent>
#include <QWidget>
#include <algorithm>
#include <cmath>
#include <utility>

#include "editor/document/diagram_document.h"
#include "editor/document/member_command.h"
#include "editor/theme.h"
#include "editor/window/scope_docks.h"
#include "sim_core/optimization/goal_areas.h"
#include "sim_core/optimization/goal_drag.h"
#include "sim_core/optimization/kept_problem.h"

namespace fluxion {

GoalOverlay::GoalOverlay(DiagramDocument& document, ScopeDocks& scopes, QObject* parent)
    : QObject(parent), m_document(document), m_scopes(scopes) {
  m_soon.setSingleShot(true);
  m_soon.setInterval(0);
  connect(&m_soon, &QTimer::timeout, this, &GoalOverlay::update);
  connect(&document, &DiagramDocument::changed, &m_soon, qOverload<>(&QTimer::start));
  connect(&document, &DiagramDocument::replaced, &m_soon, qOverload<>(&QTimer::start));
  connect(&scopes, &ScopeDocks::sourcesChanged, &m_soon, qOverload<>(&QTimer::start));
}

void GoalOverlay::update() {
  const bool wanted = m_document.diagram().unknown.contains(sim::optimization_member);
  if (m_drawn.empty() && !wanted) return;
  std::vector<QPointer<ScopePanel>> changed;
  for (const Drawn& drawn : std::exchange(m_drawn, {})) {
    if (!drawn.panel) continue;
    drawn.panel->canvas().overlays().remove(drawn.overlay);
    if (changed.empty() || changed.back() != drawn.panel) changed.push_back(drawn.panel);
  }
  m_problem = sim::kept_optimization(m_document.diagram());
  m_hold.reset();
  m_moved.reset();
  for (ScopePanel* panel : m_scopes.panels()) {
    if (!panel->source() || panel->isPhase() || panel->settings().magnitude) continue;
    // Where plots are arranged otherwise, curves stand elsewhere.
    connect(panel, &ScopePanel::settingsChanged, &m_soon, qOverload<>(&QTimer::start), Qt::UniqueConnection);
    for (QWidget* plot : panel->canvas().findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
      plot->installEventFilter(this);
    for (std::size_t k = 0; k < m_problem.goals.size(); ++k) draw(*panel, k);
    changed.push_back(panel);
  }
  for (const auto& panel : changed)
    if (panel) panel->canvas().overlays().redraw();
}

int GoalOverlay::addArea(ScopePanel& panel, int curve, const sim::ForbiddenArea& area) {
  std::vector<CurvePoint> line;
  for (const sim::GoalPoint& point : area.line) line.push_back({point.time, point.value});
  OverlayStyle style;
  style.color = Theme::current(panel.palette()).error;
  style.dash = Qt::SolidLine;
  return panel.canvas().overlays().addArea(panel.curves().at(curve).axes, std::move(line), area.above, style,
                                           panel.curves().at(curve).side);
}

void GoalOverlay::draw(ScopePanel& panel, std::size_t index) {
  const ScopeSource& source = *panel.source();
  const sim::Goal& goal = m_problem.goals[index];
  const auto areas = sim::forbidden_areas(goal, source.startTime, source.stopTime);
  const QString wanted = QString::fromStdString(goal.signal);
  for (int curve = 0; curve < panel.curveCount() && !areas.empty(); ++curve) {
    const QString name = panel.curves().at(curve).signal;
    if (panel.curves().at(curve).isGhost() || (wanted != name && !wanted.endsWith(u'/' + name))) continue;
    for (std::size_t area = 0; area < areas.size(); ++area)
      m_drawn.push_back({&panel, addArea(panel, curve, areas[area]), curve, index, area});
  }
}

sim::GoalPoint GoalOverlay::coordinates(const Drawn& drawn, QPointF place) const {
  PlotCanvas& canvas = drawn.panel->canvas();
  const int axes = drawn.panel->curves().at(drawn.curve).axes;
  const QRect inside = canvas.axesRect(axes);
  const AxisRange along = canvas.horizontal(axes).range(),
                  up = canvas.vertical(axes, drawn.panel->curves().at(drawn.curve).side).range();
  return {along.low + (place.x() - inside.left()) / std::max(1, inside.width()) * along.span(),
          up.low + (inside.bottom() + 1 - place.y()) / std::max(1, inside.height()) * up.span()};
}

// A corner has precedence over the edges that meet in it, the nearest over others.
std::optional<GoalOverlay::Hold> GoalOverlay::holdAt(QObject* widget, const QPointF& position) const {
  constexpr double nearCorner = 7, nearEdge = 5;  // pixels
  std::optional<Hold> nearest;
  double least = nearCorner;
  for (std::size_t k = 0; k < m_drawn.size(); ++k) {
    const Drawn& drawn = m_drawn[k];
    if (!drawn.panel || !drawn.panel->source() || drawn.panel->curveCount() <= drawn.curve) continue;
    PlotCanvas& canvas = drawn.panel->canvas();
    auto* plot = qobject_cast<QWidget*>(widget);
    const int axes = drawn.panel->curves().at(drawn.curve).axes;
    if (!plot || plot->parentWidget() != &canvas) continue;
    const QPointF place = plot->mapTo(&canvas, position);
    const ScopeSettings& settings = drawn.panel->settings();
    if (canvas.axesAt(place.toPoint()) != axes || settings.logarithmicTime ||
        settings.logarithmic.contains(axes))
      continue;
    const sim::GoalPoint zero = coordinates(drawn, {0, 0}), one = coordinates(drawn, {1, 1});
    const auto areas = sim::forbidden_areas(m_problem.goals[drawn.goal], drawn.panel->source()->startTime,
                                            drawn.panel->source()->stopTime);
    if (drawn.area >= areas.size()) continue;
    std::vector<QPointF> corners;
    for (const sim::GoalPoint& point : areas[drawn.area].line)
      corners.emplace_back((point.time - zero.time) / (one.time - zero.time),
                           (point.value - zero.value) / (one.value - zero.value));
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const double distance = std::hypot(corners[i].x() - place.x(), corners[i].y() - place.y());
      if (distance > least || (nearest && !nearest->grip.edge && distance == least)) continue;
      least = distance;
      nearest = Hold{k, {drawn.area, false, i}, place};
    }
    if (nearest && !nearest->grip.edge) continue;
    for (std::size_t i = 0; i + 1 < corners.size(); ++i) {
      const QPointF edge = corners[i + 1] - corners[i], from = place - corners[i];
      const double length = QPointF::dotProduct(edge, edge);
      if (!(length > 0)) continue;
      const QPointF off = from - std::clamp(QPointF::dotProduct(from, edge) / length, 0.0, 1.0) * edge;
      const double distance = std::hypot(off.x(), off.y());
      if (distance > std::min(least, nearEdge)) continue;
      least = distance;
      const bool upright = areas[drawn.area].line[i].time == areas[drawn.area].line[i + 1].time;
      nearest = Hold{k, {drawn.area, true, i}, place, !upright, upright};
    }
  }
  return nearest;
}

// The mouse beside the lines is the plot's own.
bool GoalOverlay::eventFilter(QObject* widget, QEvent* event) {
  const auto type = event->type();
  if (type != QEvent::MouseMove && type != QEvent::MouseButtonPress && type != QEvent::MouseButtonRelease)
    return QObject::eventFilter(widget, event);
  auto* plot = qobject_cast<QWidget*>(widget);
  const auto& mouse = static_cast<QMouseEvent&>(*event);
  if (m_hold) {
    if (type == QEvent::MouseMove && plot) drag(plot->mapTo(plot->parentWidget(), mouse.position()));
    if (type == QEvent::MouseButtonRelease) release();
    return true;
  }
  // The zoom tool has a cursor of its own, and draws its rectangle wherever it is.
  if (!plot || plot->cursor().shape() == Qt::CrossCursor || type == QEvent::MouseButtonRelease) return false;
  const bool press = type == QEvent::MouseButtonPress;
  if (press ? mouse.button() != Qt::LeftButton || mouse.modifiers() != Qt::NoModifier
            : mouse.buttons() != Qt::NoButton)
    return false;
  const auto hold = holdAt(widget, mouse.position());
  if (!hold) return false;
  if (press)
    m_hold = hold;
  else
    plot->setCursor(hold->across ? Qt::SplitVCursor : hold->along ? Qt::SplitHCursor : Qt::SizeAllCursor);
  return true;
}

void GoalOverlay::drag(const QPointF& to) {
  const Drawn held = m_drawn.at(m_hold->drawn);
  if (!held.panel || !held.panel->source()) return;
  const sim::GoalPoint zero = coordinates(held, {0, 0}), one = coordinates(held, {1, 1});
  const sim::Goal& goal = m_problem.goals[held.goal];
  m_moved = sim::dragged_goal(goal, m_hold->grip, coordinates(held, m_hold->at), coordinates(held, to),
                              {one.time - zero.time, zero.value - one.value}, held.panel->source()->startTime,
                              held.panel->source()->stopTime);
  for (Drawn& drawn : m_drawn) {
    if (drawn.goal != held.goal || !drawn.panel || !drawn.panel->source()) continue;
    const auto areas =
        sim::forbidden_areas(*m_moved, drawn.panel->source()->startTime, drawn.panel->source()->stopTime);
    if (drawn.area >= areas.size()) continue;
    PlotOverlays& overlays = drawn.panel->canvas().overlays();
    overlays.remove(drawn.overlay);
    drawn.overlay = addArea(*drawn.panel, drawn.curve, areas[drawn.area]);
    overlays.redraw();
  }
}

void GoalOverlay::release() {
  const std::size_t goal = m_drawn.at(m_hold->drawn).goal;
  m_hold.reset();
  if (!m_moved) return;
  sim::OptimizationProblem problem = m_problem;
  problem.goals[goal] = *std::exchange(m_moved, std::nullopt);
  if (problem == m_problem) return;
  m_document.undoStack().push(new MemberCommand(m_document, tr("Change Goals"), sim::optimization_member,
                                                sim::optimization_text(problem)));
}

}  // namespace fluxion
