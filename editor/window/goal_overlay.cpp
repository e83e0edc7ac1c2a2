#include "editor/window/goal_overlay.h"

#include <algorithm>

#include "editor/document/diagram_document.h"
#include "editor/theme.h"
#include "editor/window/scope_docks.h"
#include "sim_core/optimization/goal_areas.h"
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
  const sim::OptimizationProblem problem = sim::kept_optimization(m_document.diagram());
  for (ScopePanel* panel : m_scopes.panels()) {
    if (!panel->source() || panel->isPhase() || panel->magnitude()) continue;
    // Where plots are arranged otherwise, curves stand elsewhere.
    connect(panel, &ScopePanel::settingsChanged, &m_soon, qOverload<>(&QTimer::start), Qt::UniqueConnection);
    for (const sim::Goal& goal : problem.goals) draw(*panel, goal);
    changed.push_back(panel);
  }
  for (const auto& panel : changed)
    if (panel) panel->canvas().overlays().redraw();
}

void GoalOverlay::draw(ScopePanel& panel, const sim::Goal& goal) {
  const ScopeSource& source = *panel.source();
  const auto areas = sim::forbidden_areas(goal, source.startTime, source.stopTime);
  OverlayStyle style;
  style.color = Theme::current(panel.palette()).error;
  style.dash = Qt::SolidLine;
  const QString wanted = QString::fromStdString(goal.signal);
  for (int curve = 0; curve < panel.curveCount() && !areas.empty(); ++curve) {
    const QString name = panel.curveName(curve);
    if (panel.isGhost(curve) || (wanted != name && !wanted.endsWith(u'/' + name))) continue;
    for (const sim::ForbiddenArea& area : areas) {
      std::vector<CurvePoint> line;
      for (const sim::GoalPoint& point : area.line) line.push_back({point.time, point.value});
      m_drawn.push_back(
          {&panel, panel.canvas().overlays().addArea(panel.curveAxes(curve), std::move(line), area.above,
                                                     style, panel.curveSide(curve))});
    }
  }
}

}  // namespace fluxion
