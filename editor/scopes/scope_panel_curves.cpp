// Which curves a scope shows, and where.
#include <QAction>
#include <QLabel>
#include <QMenu>
#include <algorithm>
#include <cmath>

#include "editor/scopes/axis_fit.h"
#include "editor/scopes/scope_curve.h"
#include "editor/scopes/scope_panel.h"

namespace fluxion {

void ScopePanel::rebuild() {
  m_canvas->clear();
  m_curves.clear();
  m_readout->clear();
  if (m_runs.empty()) return;
  const ScopeSource& newest = m_runs.back();
  if (newest.phase) {
    m_canvas->addAxes(newest.axes.size() > 1 ? newest.axes[1].label : QString());
    m_canvas->setHorizontalLabel(newest.axes.empty() ? QString() : newest.axes[0].label);
  } else {
    for (const ScopeAxes& axes : newest.axes) m_canvas->addAxes(axes.label);
    m_canvas->setHorizontalLabel(tr("t [s]"));
  }
  m_canvas->setLogarithmic(m_measure == Measure::Magnitude && !newest.phase);
  for (std::size_t k = m_runs.size(); k-- > 0;) addRun(m_runs[k], static_cast<int>(m_runs.size() - 1 - k));
  for (const auto& curve : m_curves) m_canvas->setCurveVisible(curve->canvas, shown(*curve));
  const bool ghosts = m_runs.size() > 1 && m_ghosts;
  for (int a = 0; a < (newest.phase ? 1 : static_cast<int>(newest.axes.size())); ++a) {
    const auto count =
        std::ranges::count_if(m_curves, [a](const auto& c) { return c->axes == a && c->age == 0; });
    if (count <= 1 && !ghosts) m_canvas->removeLegend(a);
  }
  rebuildSignalMenu();
  emit curvesChanged();
  takeRows();
  follow();
  feed();
}

void ScopePanel::addRun(const ScopeSource& run, int age) {
  const auto add = [&](const QString& name, int axes, int color, bool held, PlotCanvas::CurveKind kind) {
    const bool sayRun = m_runs.size() > 1 && !run.run.isEmpty();
    auto curve = std::make_unique<ScopeCurve>();
    curve->signal = name;
    curve->axes = axes;
    curve->age = age;
    const QString entry = sayRun ? QStringLiteral("%1 · %2").arg(name, run.run) : name;
    curve->canvas = m_canvas->addCurve(axes, entry, color, age, kind);
    curve->held = held;
    CurveStyle style;
    if (held) style.line = CurveStyle::Line::Stairs;
    m_canvas->setStyle(curve->canvas, style);
    m_curves.push_back(std::move(curve));
    return m_curves.back().get();
  };
  if (run.phase) {
    if (run.axes.size() < 2) return;
    const auto &xs = run.axes[0].curves, &ys = run.axes[1].curves;
    const std::size_t count = xs.empty() || ys.empty() ? 0 : std::max(xs.size(), ys.size());
    for (std::size_t k = 0; k < count; ++k) {
      const ScopeSignal &x = xs[std::min(k, xs.size() - 1)], &y = ys[std::min(k, ys.size() - 1)];
      ScopeCurve* curve =
          add(tr("%1 over %2").arg(y.name, x.name), 0, static_cast<int>(k), false, PlotCanvas::CurveKind::Phase);
      curve->phase = std::make_unique<PhaseCurveData>(run.log, x.column, y.column);
    }
    return;
  }
  for (std::size_t a = 0; a < run.axes.size(); ++a)
    for (std::size_t k = 0; k < run.axes[a].curves.size(); ++k) {
      const ScopeSignal& signal = run.axes[a].curves[k];
      ScopeCurve* curve =
          add(signal.name, static_cast<int>(a), static_cast<int>(k), signal.held, PlotCanvas::CurveKind::OverTime);
      curve->time = std::make_unique<CurveData>(run.log, signal.column, m_measure, signal.held);
    }
}

void ScopePanel::rebuildSignalMenu() {
  m_signalMenu->clear();
  for (const auto& curve : m_curves) {
    if (curve->age > 0) continue;
    QAction* action = m_signalMenu->addAction(curve->signal);
    action->setCheckable(true);
    action->setChecked(!m_hidden.contains(visibilityKey(*curve)));
    connect(action, &QAction::toggled, this,
            [this, index = static_cast<int>(&curve - m_curves.data())](bool on) {
              if (isCurveVisible(index) != on) setCurveVisible(index, on);
            });
  }
}

// A signal and its ghosts are hidden one by one, and stay so in the next run.
QString ScopePanel::visibilityKey(const ScopeCurve& curve) const {
  return QStringLiteral("%1/%2/%3").arg(curve.axes).arg(curve.age > 0).arg(curve.signal);
}

bool ScopePanel::shown(const ScopeCurve& curve) const {
  return !m_hidden.contains(visibilityKey(curve)) && (curve.age == 0 || m_ghosts);
}

const CurveData* ScopePanel::timeData(int curve) const {
  return m_curves[static_cast<std::size_t>(curve)]->time.get();
}
int ScopePanel::curveAxes(int curve) const { return m_curves[static_cast<std::size_t>(curve)]->axes; }
PlotCanvas::Side ScopePanel::curveSide(int curve) const {
  return m_curves[static_cast<std::size_t>(curve)]->side;
}
int ScopePanel::canvasCurve(int curve) const { return m_curves[static_cast<std::size_t>(curve)]->canvas; }
QString ScopePanel::curveName(int curve) const { return m_curves[static_cast<std::size_t>(curve)]->signal; }
bool ScopePanel::isGhost(int curve) const { return m_curves[static_cast<std::size_t>(curve)]->age > 0; }
bool ScopePanel::isCurveVisible(int curve) const { return shown(*m_curves[static_cast<std::size_t>(curve)]); }

void ScopePanel::setCurveVisible(int curve, bool visible) {
  const QString key = visibilityKey(*m_curves[static_cast<std::size_t>(curve)]);
  if (visible)
    m_hidden.remove(key);
  else
    m_hidden.insert(key);
  for (const auto& c : m_curves) m_canvas->setCurveVisible(c->canvas, shown(*c));
  rebuildSignalMenu();
  if (m_following) follow();
  feed();
}

std::vector<CurvePoint> ScopePanel::curvePoints(int curve) const {
  return m_curves[static_cast<std::size_t>(curve)]->drawn;
}

void ScopePanel::setMagnitude(bool logarithmic) {
  const Measure wanted = logarithmic ? Measure::Magnitude : Measure::Value;
  if (m_measure == wanted) return;
  m_measure = wanted;
  m_logAction->setChecked(logarithmic);
  m_following = true;
  rebuild();
}

void ScopePanel::setGhostsShown(bool shown) {
  if (m_ghosts == shown) return;
  m_ghosts = shown;
  m_ghostAction->setChecked(shown);
  rebuild();
}

}  // namespace fluxion
