#include "editor/scopes/scope_trigger.h"

#include <algorithm>
#include <utility>

#include "editor/scopes/trigger_bar.h"

namespace fluxion {

ScopeTrigger::ScopeTrigger(const ScopeState& state, PlotCanvas& canvas, const ScopeCurves& curves,
                           QWidget* parent)
    : QObject(parent), m_state(state), m_canvas(canvas), m_curves(curves), m_bar(new TriggerBar(parent)) {
  connect(m_bar, &TriggerBar::changed, this, &ScopeTrigger::changed);
  connect(m_bar, &TriggerBar::armed, this, &ScopeTrigger::armed);
  connect(&canvas.overlays(), &PlotOverlays::moved, this, &ScopeTrigger::dragLevel);
  connect(&canvas.overlays(), &PlotOverlays::released, this, [this](int overlay) {
    if (std::ranges::count(m_levels, overlay) > 0) emit changed(m_bar->settings());
  });
}

const ScopeCurve* ScopeTrigger::source() const {
  const TriggerSettings& trigger = m_state.settings.trigger;
  for (const auto& curve : m_curves.all())
    if (curve->age == 0 && curve->time && curve->input == trigger.input && curve->element == trigger.element)
      return curve.get();
  return nullptr;
}

void ScopeTrigger::restart() {
  std::vector<TriggerBar::Source> sources;
  for (const auto& curve : m_curves.all())
    if (curve->age == 0 && curve->time) sources.push_back({curve->signal, curve->input, curve->element});
  m_bar->setSources(sources);
  m_track.reset();
  const ScopeCurve* from = source();
  if (from != nullptr && m_state.settings.trigger.kind != TriggerSettings::Kind::Off)
    m_track = std::make_unique<TriggerTrack>(m_state.settings.trigger, *from->time);
  placeLevels();
}

void ScopeTrigger::placeLevels() {
  for (int overlay : std::exchange(m_levels, {})) m_canvas.overlays().remove(overlay);
  if (m_instant >= 0) m_canvas.overlays().remove(std::exchange(m_instant, -1));
  const ScopeCurve* source = this->source();
  if (!m_track || source == nullptr) return;
  const TriggerSettings& trigger = m_state.settings.trigger;
  const QColor color = m_canvas.curveColor(source->canvas);
  const auto line = [&](double value, const QString& text) {
    m_levels.push_back(m_canvas.overlays().addHorizontalLine(
        source->axes, value, {.color = color, .text = text, .draggable = true}, source->side));
  };
  if (trigger.isWindow()) {
    line(trigger.low, tr("from"));
    line(trigger.high, tr("to"));
  } else {
    line(trigger.level, tr("trigger"));
  }
  m_instant = m_canvas.overlays().addVerticalLine(0, {.color = color, .dash = Qt::DotLine});
  m_canvas.overlays().setVisible(m_instant, false);
}

void ScopeTrigger::dragLevel(int overlay, double value) {
  const auto it = std::ranges::find(m_levels, overlay);
  if (it == m_levels.end()) return;
  TriggerSettings trigger = m_bar->settings();
  if (!trigger.isWindow())
    trigger.level = value;
  else if (it == m_levels.begin())
    trigger.low = std::min(value, trigger.high);
  else
    trigger.high = std::max(value, trigger.low);
  m_bar->setSettings(trigger);
}

bool ScopeTrigger::follow(double length) {
  m_track->update();
  const auto view = m_track->view(length, m_curves.newestTime());
  if (view) m_canvas.setHorizontalRange({view->from, view->to});
  if (m_instant >= 0) {
    m_canvas.overlays().setVisible(m_instant, view.has_value());
    if (view) m_canvas.overlays().moveLine(m_instant, view->trigger);
  }
  return view.has_value();
}

void ScopeTrigger::rearm() {
  if (m_track) m_track->rearm(m_curves.newestTime());
}

}  // namespace fluxion
