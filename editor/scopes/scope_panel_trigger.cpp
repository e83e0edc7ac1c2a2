// The trigger of a scope: its settings, its level as a line in the plot, and the view that follows it.
#include <QAction>
#include <QLabel>
#include <algorithm>

#include "editor/scopes/scope_curve.h"
#include "editor/scopes/scope_panel.h"
#include "editor/scopes/trigger_bar.h"
#include "editor/scopes/trigger_track.h"

namespace fluxion {

void ScopePanel::buildTrigger() {
  connect(m_triggerBar, &TriggerBar::changed, this, [this](const TriggerSettings& trigger) {
    ScopeSettings settings = m_settings;
    settings.trigger = trigger;
    m_following = true;
    changeSettings(settings);
    m_triggerBar->show();  // also where it is off now: the user is about to choose
  });
  connect(m_triggerBar, &TriggerBar::armed, this, &ScopePanel::rearm);
  connect(&m_canvas->overlays(), &PlotOverlays::moved, this, &ScopePanel::dragLevel);
  connect(&m_canvas->overlays(), &PlotOverlays::released, this, [this](int overlay) {
    if (std::ranges::count(m_levels, overlay) == 0) return;
    ScopeSettings settings = m_settings;
    settings.trigger = m_triggerBar->settings();
    changeSettings(settings);
  });
}

const ScopeCurve* ScopePanel::triggerSource() const {
  const TriggerSettings& trigger = m_settings.trigger;
  for (const auto& curve : m_curves)
    if (curve->age == 0 && curve->time && curve->input == trigger.input && curve->element == trigger.element)
      return curve.get();
  return nullptr;
}

void ScopePanel::restartTrigger() {
  std::vector<TriggerBar::Source> sources;
  for (const auto& curve : m_curves)
    if (curve->age == 0 && curve->time) sources.push_back({curve->signal, curve->input, curve->element});
  m_triggerBar->setSources(sources);
  m_trigger.reset();
  const ScopeCurve* source = triggerSource();
  if (source != nullptr && m_settings.trigger.kind != TriggerSettings::Kind::Off)
    m_trigger = std::make_unique<TriggerTrack>(m_settings.trigger, *source->time);
  placeLevels();
}

void ScopePanel::placeLevels() {
  for (int overlay : std::exchange(m_levels, {})) m_canvas->overlays().remove(overlay);
  if (m_instant >= 0) m_canvas->overlays().remove(std::exchange(m_instant, -1));
  const ScopeCurve* source = triggerSource();
  if (!m_trigger || source == nullptr) return;
  const TriggerSettings& trigger = m_settings.trigger;
  const QColor color = m_canvas->curveColor(source->canvas);
  const auto line = [&](double value, const QString& text) {
    m_levels.push_back(m_canvas->overlays().addHorizontalLine(
        source->axes, value, {.color = color, .text = text, .draggable = true}, source->side));
  };
  if (trigger.isWindow()) {
    line(trigger.low, tr("from"));
    line(trigger.high, tr("to"));
  } else {
    line(trigger.level, tr("trigger"));
  }
  m_instant = m_canvas->overlays().addVerticalLine(0, {.color = color, .dash = Qt::DotLine});
  m_canvas->overlays().setVisible(m_instant, false);
}

void ScopePanel::dragLevel(int overlay, double value) {
  const auto it = std::ranges::find(m_levels, overlay);
  if (it == m_levels.end()) return;
  TriggerSettings trigger = m_triggerBar->settings();
  if (!trigger.isWindow())
    trigger.level = value;
  else if (it == m_levels.begin())
    trigger.low = std::min(value, trigger.high);
  else
    trigger.high = std::max(value, trigger.low);
  m_triggerBar->setSettings(trigger);
}

// Where no time span is set, a tenth of the run.
void ScopePanel::followTrigger() {
  m_trigger->update();
  const AxisRange whole = wholeTime();
  const double length = m_settings.timeSpan > 0 ? m_settings.timeSpan : whole.span() / 10;
  const bool hadShown = m_trigger->shown().has_value();
  const auto view = m_trigger->view(length, newestTime());
  if (view)
    m_canvas->setHorizontalRange({view->from, view->to});
  else if (m_settings.trigger.mode == TriggerSettings::Mode::Auto)
    followHorizontal();
  if (m_instant >= 0) {
    m_canvas->overlays().setVisible(m_instant, view.has_value());
    if (view) m_canvas->overlays().moveLine(m_instant, view->trigger);
  }
  if (hadShown != view.has_value()) m_readout->setText(notice());
}

void ScopePanel::rearm() {
  if (!m_trigger) return;
  m_trigger->rearm(newestTime());
  m_following = true;
  m_readout->setText(notice());
}

}  // namespace fluxion
